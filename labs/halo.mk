# Where `halo` is, and how it gets there: the set-up builds it before the first command, and again when its source changes. In a lab a plain `make`
# calls `halo-test`, which can do nothing else, so that a first verdict does not wait for all commands.
# ROOT is the checkout, as seen from the folder that includes this. FIRST names what a lab needs besides, halo-test among it.

labs := $(dir $(lastword $(MAKEFILE_LIST)))
ROOT := $(labs)..
BUILD ?= $(ROOT)/build
empty :=
space := $(empty) $(empty)
# With spaces escaped, as make and the shell both need.
HALO := $(subst $(space),\$(space),$(BUILD))/common/student/halo
HALO_TEST := $(HALO)-test
export BUILD RESET ORDER FORCE DIR FUNCTION BLOCK PLOT GPU JSON

# After a wrong lab make would add `make: *** [../lab.mk:13: test] Error 1`, which says nothing. No option takes that line away,
# and `-` before a command takes the exit code away, too. Asked a question (-q), make knows that 1 can be the answer: it prints
# nothing and exits with 1. Commands marked + run all the same. A fault of the workbook, 2, is still reported.
MAKEFLAGS += -q
unexport MAKEFLAGS

# What needs more than the labs' own programs says so: `$(WHOLE)` adds the rest to a build folder that has only these.
SETUP := HALO_BUILD="$$(realpath -m -- "$$BUILD")" $(ROOT)/tools/setup
WHOLE = $(SETUP) configure

$(HALO) $(HALO_TEST): $(wildcard $(ROOT)/common/student/*.[ch]pp)
	+@[ -e '$@' ] || [ ! -e '$(HALO_TEST)' ] || echo 'building the other commands, once' >&2
	+@$(SETUP) build $(FIRST) $(if $(filter halo-test,$(notdir $@)),,common/student/halo)
	+@touch -c '$@'
