"""Training, export and evaluation of the two shipped networks: the tile detector and the crop reader."""
