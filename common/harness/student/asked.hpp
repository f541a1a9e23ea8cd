#pragma once
// What a lab's program does when it is asked for something else than a verdict. A student's first `make` does not wait for it: `test_STEM` has tests_only.cpp,
// `asked_STEM` and the solutions' programs have asked.cpp.

namespace halo::lab {

/// Does what the words of the command line ask for; returns the exit code. `--profile` prints counters, beside the predictions in HALO_PREDICTIONS, with `--json`
/// those and their counts alone; `--bounds` what they say about cards, for programs; `--why` or `--why=2,14` explains one wrong element; `--show=FILE` writes what
/// one block does, of `--function`, its `--call` and `--block`.
int answer(const char* const* words, int count);

}  // namespace halo::lab
