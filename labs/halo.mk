# Where `halo` is, and how it gets there: the set-up builds it before the first command, and again when its source changes.
# ROOT is the checkout, as seen from the folder that includes this. FIRST names further targets to build with it.

labs := $(dir $(lastword $(MAKEFILE_LIST)))
ROOT := $(labs)..
BUILD ?= $(ROOT)/build
empty :=
space := $(empty) $(empty)
# With spaces escaped, as make and the shell both need.
HALO := $(subst $(space),\$(space),$(BUILD))/common/student/halo
export BUILD RESET ORDER FORCE DIR FUNCTION BLOCK

$(HALO): $(wildcard $(ROOT)/common/student/*.[ch]pp)
	@$(ROOT)/tools/setup build $(or $(FIRST),common/student/halo)
	@touch -c '$@'
