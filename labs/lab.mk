# What the labs' Makefiles share. A lab sets LAB (its folder) and STEM (its file); lab.sh does the work.
# RESET=1 with `make hint` starts the hints again. ORDER=reverse or random:SEED runs the threads of a block in that order.
# BUILD names another build folder.

BUILD ?= ../../build
export BUILD RESET ORDER

.PHONY: test hint profile gpu watch help

test hint profile gpu watch:
	@MAKE='$(MAKE)' sh ../lab.sh $@ $(LAB) $(STEM)

help:
	@echo '$(LAB): complete the TODOs in $(STEM).cu. README.md says what to do.'
	@echo '  make           build it and test it on the CPU engine; no GPU needed'
	@echo '                 ORDER=reverse or ORDER=random:7: the threads of a block take turns in that order'
	@echo '  make hint      a hint on what the last make found; again for a clearer one; RESET=1 starts over'
	@echo '  make profile   the counters of your kernels beside what the formula predicts'
	@echo '  make gpu       the same tests on a real GPU, with nvcc'
	@echo '  make watch     make, each time you save the file; Ctrl-C ends it'
