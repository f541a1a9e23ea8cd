// A library must have a file. This one has what it is made for on its command line.
