# `make sweep`, for the labs whose meson.build lists values of kTile. PLOT: the counter that is plotted; BLOCK=16: that kTile alone; GPU=1: times, too.

.PHONY: sweep help-sweep

sweep: $(HALO)
	+@PLOT="$${PLOT:-$(SWEEP_PLOT)}"; exec ../sweep/sweep "$$BUILD" $(LAB) --plot="$$PLOT" $${BLOCK:+"--block=$$BLOCK"} $${GPU:+--gpu}

help: help-sweep

help-sweep:
	+@echo '  make sweep     your file with one kTile after the other: what each counts, and a plot; BLOCK=16: only that one,'
	+@echo '                 PLOT=global_load_sectors: what is plotted; GPU=1: times on a card, too, PLOT=ms plots them'
