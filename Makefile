# The front door. Each target does its own set-up: missing packages, Meson, ninja. See tools/setup.

EXAMPLES    := grader/examples/submissions
SUBMISSIONS ?= $(EXAMPLES)
COURSE      ?= $(if $(filter $(EXAMPLES),$(SUBMISSIONS)),grader/examples/course.toml,grader/course.toml)
REPORT      ?= report
SECONDS     ?= 600

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: variants fuzz-translate fuzz-judge help grade test sanitize bench-engine measure time-solutions doctor configure build clean

help:
	@echo 'make grade       grade the example submissions; report/index.html has the result'
	@echo 'make test        run every test'
	@echo 'make variants    run the tests of the labs on wrong and right variants of each solution; ten minutes'
	@echo 'make variants LAB=07   show those of one lab, build, run and time them; NAME=barrier_missing: one of them'
	@echo 'make sanitize    test engine, translator, cucc, kinds and harness, watched by AddressSanitizer and UBSan; build/sanitize'
	@echo 'make bench-engine  time the CPU engine beside plain loops, pocl and oclgrind; build/bench-engine.md'
	@echo 'make bench-engine AGAINST=folder   time it in turns with that of another checkout, which was built there'
	@echo 'make measure     on an NVIDIA card: its counts beside those of the CPU engine; common/engine/measured/'
	@echo 'make time-solutions  on an NVIDIA card: how long each solution takes, and that it is right beyond 2 GB; solutions/measured/'
	@echo 'make fuzz-translate   mutate CUDA files for SECONDS=600 and see the translator stand'
	@echo 'make fuzz-judge   mutate what a submission sends to the judge for SECONDS=600 and see the judge stand'
	@echo 'make doctor      say what this machine has and lacks; install nothing'
	@echo 'make configure   install what is missing and set up build/, but build nothing'
	@echo 'make build       build everything'
	@echo 'make clean       remove build/ and report/'
	@echo
	@echo 'In a lab (cd labs/07_conv2d_tiled): make, make watch, make hint, make profile, make gpu. In labs: make next, make progress, make handout.'
	@echo 'Your own course: make grade SUBMISSIONS=folder COURSE=file REPORT=folder'

grade:
	@tools/setup build grading
	@tools/setup sandbox
	@build/grader/grader run "$(SUBMISSIONS)" --course "$(COURSE)" --out "$(REPORT)"

test:
	@tools/setup packages
	@tools/run-tests

variants:
	@tools/setup packages
	@tools/run-tests --variants $(LAB) $(NAME)

sanitize:
	@tools/setup packages
	@tools/run-tests --sanitize

bench-engine:
	@tools/setup build common/engine/cucc/cucc common/engine/libhalo_engine.a
	@if [ -n "$(AGAINST)" ]; then common/engine/bench/bench-against "$(AGAINST)"; else common/engine/bench/bench-engine; fi

# The card's half needs nvcc, ncu and python3 alone; the pages need the engine too.
measure:
	@common/engine/measure/measure build/measure common/engine/measured
	@if [ -f build/build.ninja ]; then ninja -C build --quiet measured-page; \
	 else echo 'the pages were not written, they need the engine: make build && ninja -C build measured-page'; fi

# Needs nvcc, ncu and python3 alone.
time-solutions:
	@solutions/timed/time-solutions build/timed solutions/measured

fuzz-translate:
	@common/engine/translate/tests/fuzz-translate $(SECONDS)

fuzz-judge:
	@common/harness/tests/fuzz-judge $(SECONDS)

doctor:
	@tools/setup doctor

configure:
	@tools/setup configure

build:
	@tools/setup build

clean:
	rm -rf build report
