"""What a release takes: wheels for many machines, a check of each, and the steps up to the upload."""
