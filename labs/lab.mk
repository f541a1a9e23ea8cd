# What the labs' Makefiles share. A lab sets LAB (its folder) and STEM (its file); `halo` and `halo-test` do the work: see common/student.
# RESET=1 with `make hint` begins at level 1 again; FORCE=1 with `make solution` does not wait for the lab to pass.
# FUNCTION=name and BLOCK=1,0 with `make show` choose what is shown; FUNCTION=name with `make reset` puts that function back.
# AT=2,14 with `make why` follows that element. PREDICT="global_loads = 20 * 300" with `make predict` answers; RESET=1 asks again.
# HALO_PLACES=1 in the environment adds file and line of a function whose result is wrong, for editors that jump to them.
# JSON=1 with `make profile` prints predictions and counts for a course to read.
# ORDER=reverse or random:SEED runs the threads of a block in that order. BUILD names another build folder.

.DEFAULT_GOAL := test
FIRST := first-$(LAB)
include ../halo.mk

.PHONY: test watch hint why show predict profile gpu solution repair reset progress next help

test: $(HALO_TEST)
	+@exec $(HALO_TEST) $@ --build="$$BUILD" $${ORDER:+"--order=$$ORDER"}

gpu: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${ORDER:+"--order=$$ORDER"}

profile: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${ORDER:+"--order=$$ORDER"} $${JSON:+--json}

hint: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${RESET:+--reset}

solution: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${FORCE:+--force}

predict: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${RESET:+--again} $${PREDICT:+"--answers=$$PREDICT"}

why: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${AT:+"--at=$$AT"}

show: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${FUNCTION:+"--function=$$FUNCTION"} $${BLOCK:+"--block=$$BLOCK"}

repair: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${CASE:+"--case=$$CASE"} $${WHY:+"--why=$$WHY"} $${BACK:+--back} $${FORCE:+--force}

reset: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD" $${FUNCTION:+"--function=$$FUNCTION"}

watch progress next: $(HALO)
	+@exec $(HALO) $@ --build="$$BUILD"

help:
	+@echo '$(LAB): complete the TODOs in $(STEM).cu. README.md says what to do.'
	+@echo '  make           build it and test it on the CPU engine; no GPU needed'
	+@echo '                 ORDER=reverse or ORDER=random:7: the threads of a block take turns in that order'
	+@echo '  make watch     the same each time you save the file, on one screen; its keys are below it; q ends it'
	+@echo '  make hint      a hint on what the last make found; again for a clearer one; RESET=1 begins again'
	+@echo '  make why       the message of the last make again, and how a wrong element came to its value, load by load;'
	+@echo '                 AT=2,14: the element [2][14]'
	+@echo '  make show      a page for the browser that steps through what one block does, load by load; BLOCK=1,0: that block,'
	+@echo '                 FUNCTION=name: that function'
	+@echo '  make predict   asks what the profile will count; without a terminal PREDICT="global_loads = 20 * 300" answers'
	+@echo '  make profile   the counters of your kernels beside what passes and your predictions, and what each line does;'
	+@echo '                 JSON=1: your predictions and their counts as JSON, to hand in: make profile JSON=1 > profile.json'
	+@echo '  make gpu       the same tests on a real GPU, with nvcc, and how fast the functions are'
	+@[ ! -d ../../solutions ] || \
	 echo '  make solution  once it passes: how the solution differs from yours, and its cost; FORCE=1 does not wait'
	+@echo '  make repair    once it passes: a wrong program in place of yours, which is kept, and what somebody saw of it: find'
	+@echo '                 the line and mend it; WHY="…": what is wrong, CASE=2: that case, BACK=1: gives up; FORCE=1 does not wait'
	+@echo '  make reset     $(STEM).cu as it was handed out; what you had is kept beside it; FUNCTION=name: that function only'
	+@echo '  make progress  where you stand, lab by lab'
	+@echo '  make next      the first lab that has not passed, and its page'
