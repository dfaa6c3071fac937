"""Making and checking training data; nothing here is needed to read a photo or to score a hand.

``python -m datasets --help`` lists the commands:

* ``scenes`` writes photo-like table scenes with exact labels, ``faces`` shows the faces that are drawn for them;
* ``audit`` and ``review`` look for faults in labels, ``prelabel`` drafts them with the current model;
* ``convert`` and ``remap`` bring in foreign formats and class names, strictly;
* ``splits`` divides photos by tile set and scene, ``fetch`` downloads public sets, licence first.

``datasets.crops`` samples crops for the crop reader, ``datasets.regression`` holds the known failures as scenes.
Everything random takes a seed or a numpy generator, and the same seed gives the same bytes.
"""
