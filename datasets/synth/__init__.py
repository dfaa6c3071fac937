"""Photo-like table scenes with exact labels: hands, layouts, camera, tiles as solid bodies, light and
lens.
"""
