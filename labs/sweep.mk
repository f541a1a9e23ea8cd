# `make sweep`, for the labs whose meson.build lists values of kTile, or of a constant that it names. PLOT: the counter that is
# plotted; BLOCK=16: that value alone; GPU=1: times, too. SWEEP_PLOT: what is plotted without PLOT; SWEEP_SHOWS: the table's columns, if not the usual ones;
# SWEEP_OF: the constant.

SWEEP_OF ?= kTile

.PHONY: sweep help-sweep

sweep: $(HALO)
	+@$(WHOLE)
	+@PLOT="$${PLOT:-$(SWEEP_PLOT)}"; exec ../sweep/sweep "$$BUILD" $(LAB) --plot="$$PLOT" $(if $(SWEEP_SHOWS),--shows="$(SWEEP_SHOWS)") $${BLOCK:+"--block=$$BLOCK"} $${GPU:+--gpu}

help: help-sweep

help-sweep:
	+@echo '  make sweep     your file with one $(SWEEP_OF) after the other: what each counts, and a plot; BLOCK=16: only that one,'
	+@echo '                 PLOT=global_load_sectors: what is plotted; GPU=1: times on a card, too, PLOT=ms plots them'
