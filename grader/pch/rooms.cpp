// A library must have a source file; the header it exists for is on the command line.
