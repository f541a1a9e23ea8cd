# The front door. Each target does its own set-up: missing packages, Meson, ninja. See tools/setup.

EXAMPLES    := build/grader/examples/submissions
SUBMISSIONS ?= $(EXAMPLES)
COURSE      ?= $(if $(filter $(EXAMPLES),$(SUBMISSIONS)),grader/examples/course.toml,grader/course.toml)
REPORT      ?= report
SECONDS     ?= 600
bench-grader: N   ?= 100
bench-grader: LAB ?= 07

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: variants fuzz-translate fuzz-judge help slides explorer book grade test sanitize bench-engine bench-grader measure steps doctor configure build clean

help:
	@echo 'make grade       grade the example submissions; report/index.html has the result. Builds the labs that the course names, and no other'
	@echo 'make test        run the tests; a result is kept as long as nothing that its test depends on changes. ALL=1: run every test'
	@echo 'make variants    run the tests of the labs on wrong and right variants of each solution; takes ten minutes'
	@echo 'make variants LAB=07   show those of one lab, build, run and time them; NAME=barrier_missing: one of them'
	@echo 'make sanitize    test engine, harness and grader, attacks included, under AddressSanitizer and UBSan, in build/sanitize'
	@echo 'make bench-engine  time the CPU engine against plain loops, pocl and oclgrind; writes build/bench-engine.md'
	@echo 'make bench-engine AGAINST=folder   time it in turns with the engine of another checkout, built in that folder'
	@echo 'make bench-engine SECOND_CORE=1   what a second core gives it, and what the machine can give at most'
	@echo 'make bench-grader N=100 LAB=07   grade a made-up class; print submissions a minute, and what each stage used'
	@echo 'make measure     on an NVIDIA card: measure everything that the pages cite, and write the record, solutions/measured/CARD.json, and its pages'
	@echo 'make measure ONLY="ladder solutions:copy_rate"   one part or some: engine (its counts beside the card'\''s), solutions, kernels, ladder, counts,'
	@echo '                 sizes, ceilings, latencies, reuse, layer, steps, step_counts, peers; of solutions and kernels also one kind of problem'
	@echo 'make steps       five steps of a picture filter side by side: what each counts, and times if a card has taken them; PAGE=1 writes lab 13'\''s table'
	@echo 'make fuzz-translate   mutate CUDA files for SECONDS=600; the translator must survive them'
	@echo 'make fuzz-judge   mutate what a submission sends to the judge for SECONDS=600; the judge must survive it'
	@echo 'make slides      build the lecture decks: an HTML and a PDF each, in build/slides; installs Node and Chromium'
	@echo 'make explorer    build the tile explorer, a page to drag tile, halo and block in: build/slides/explorer.html; needs only Python'
	@echo 'make book        build the book: all pages, decks and the explorer as one site, build/book/site/index.html, and one PDF; installs Sphinx, Node, Chromium'
	@echo 'make doctor      report what this machine has and lacks; install nothing'
	@echo 'make configure   install what is missing and set up build/, but build nothing'
	@echo 'make build       build everything'
	@echo 'make clean       remove build/ and report/'
	@echo
	@echo 'In a lab (cd labs/07_conv2d_tiled): make, make watch, make hint, make profile, make gpu. In labs: make next, make progress, make handout.'
	@echo 'Your own course: make grade SUBMISSIONS=folder COURSE=file REPORT=folder; GPU=1 also times what passes, on an NVIDIA card'

grade:
	@tools/setup grading "$(COURSE)" $(if $(GPU),gpu)
	@tools/setup sandbox
	@build/grader/grader run "$(SUBMISSIONS)" --course "$(COURSE)" --out "$(REPORT)" $(if $(GPU),--gpu)

test:
	@tools/setup packages
	@tools/run-tests $(if $(ALL),--all)

variants:
	@tools/setup packages
	@tools/run-tests --variants $(LAB) $(NAME)

sanitize:
	@tools/setup packages
	@tools/run-tests --sanitize

bench-engine:
	@tools/setup build common/engine/cucc/cucc common/engine/libhalo_engine.a
	@if [ -n "$(AGAINST)" ]; then common/engine/bench/bench-against "$(AGAINST)"; elif [ -n "$(SECOND_CORE)" ]; then common/engine/bench/bench-second-core; else common/engine/bench/bench-engine; fi

bench-grader:
	@tools/setup build grading
	@tools/setup sandbox
	@grader/bench/bench-grader --count $(N) --lab $(LAB)

# Measuring on the card needs only nvcc, ncu and python3; counts beside those of the engine, and bounds, also need a build.
measure:
	@solutions/measured/measure build/measure $(ONLY)
	@solutions/tests/page-figures || echo 'so the labs say what is no longer measured: solutions/tests/page-figures --update, and read the sentences that it changed'
	@if [ -f build/build.ninja ]; then tools/setup build measured-page && solutions/timed/bounds build; \
	 else echo 'two pages were not written; they need the engine: make build, ninja -C build measured-page, solutions/timed/bounds build'; fi

steps:
	@tools/setup build solutions/count_steps
	@solutions/steps/print-steps $(if $(PAGE),--page)

fuzz-translate:
	@common/engine/translate/tests/fuzz-translate $(SECONDS)

fuzz-judge:
	@common/harness/tests/fuzz-judge $(SECONDS)

slides:
	@slides/explorer/build
	@tools/setup slides
	@slides/build

explorer:
	@slides/explorer/build

book:
	@tools/setup book
	@book/build

doctor:
	@tools/setup doctor

configure:
	@tools/setup configure

build:
	@tools/setup build

clean:
	rm -rf build report
