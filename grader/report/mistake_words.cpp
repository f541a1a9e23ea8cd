#include "report/mistake_words.hpp"

namespace halo::grader::report {

std::string_view words(halo::Key key)
{
    switch (key) {
    case Key::not_started: return "not started: the file is the skeleton, or no kernel stores anything";
    case Key::does_not_compile: return "does not compile";
    case Key::endless: return "a kernel or the program does not end";
    case Key::memory_limit: return "asks for more memory than it may have";
    case Key::crash: return "the program dies";
    case Key::cuda_error: return "a CUDA call fails";
    case Key::launch_refused: return "a launch is refused";
    case Key::copy_refused: return "a copy is refused";
    case Key::free_refused: return "a cudaFree is refused";
    case Key::out_of_bounds: return "an access outside every array";
    case Key::null_pointer: return "an access through a null pointer";
    case Key::host_pointer: return "a kernel gets a pointer to host memory";
    case Key::host_symbol: return "a kernel's constant is used on the host";
    case Key::row_length: return "rows of the wrong length";
    case Key::barrier: return "a barrier that not all threads reach";
    case Key::race: return "a race: no barrier between two threads";
    case Key::uninitialised: return "a read of a value that was never initialised";
    case Key::arrays_exchanged: return "two arrays are exchanged";
    case Key::unset_variable: return "a variable that was never initialised";
    case Key::sizes_exchanged: return "width and height are exchanged";
    case Key::sum_of_nothing: return "a sum that begins with uninitialised memory";
    case Key::leak: return "device memory is never freed";
    case Key::wrong_result: return "wrong values, of no kind that has a name";
    case Key::stale: return "the result of an earlier call";
    case Key::unwritten: return "outputs that no thread writes";
    case Key::not_copied_back: return "the result is not copied back";
    case Key::overwritten: return "an input is overwritten before it is read";
    case Key::wrong_value: return "the wrong amount is computed for each element";
    case Key::misplaced: return "right values in the wrong places";
    case Key::filter_mirrored: return "the filter is mirrored or turned";
    case Key::filter_index: return "another weight of the filter is used";
    case Key::tap_left_out: return "a tap of the filter is left out";
    case Key::ghost_not_zero: return "ghost elements do not count as 0";
    case Key::off_by_one: return "off by one";
    case Key::halo_missing: return "the halo is missing, or another tile's";
    case Key::block_offset: return "a block's elements are another block's";
    case Key::implausible: return "counts that no honest kernel has";
    case Key::slow_pattern: return "right values, by a slow access pattern";
    case Key::uncoalesced: return "right values, but loads are not coalesced";
    }
    return name(key);
}

}  // namespace halo::grader::report
