# Where `halo` is, and how it gets there: the set-up builds it before the first command, and after its source changed.
# ROOT is the checkout, as seen from the folder that includes this. FIRST names more to build with it.

labs := $(dir $(lastword $(MAKEFILE_LIST)))
ROOT := $(labs)..
BUILD ?= $(ROOT)/build
empty :=
space := $(empty) $(empty)
# With spaces escaped, as both targets and shell want them.
HALO := $(subst $(space),\$(space),$(BUILD))/common/student/halo
export BUILD RESET ORDER FORCE DIR

$(HALO): $(wildcard $(ROOT)/common/student/*.[ch]pp)
	@$(ROOT)/tools/setup build $(or $(FIRST),common/student/halo)
	@touch -c '$@'
