#pragma once
// Which names an object may take from other files, and which it may give itself.

#include <cstdint>
#include <string_view>
#include <vector>

namespace halo::grader::gate {

/// A function or variable of another file that submissions may use; the lists are in names.def and in names.cpp.
bool may_be_used(std::string_view name);

/// What a function of the library stores to, beside its own variables, as its row in names.def says: `offset` after the address in argument `argument`, 1 for
/// the first, or at the address that is kept there; as many bytes as that, or as argument `length` says.
struct Stores {
    int argument = 0, length = 0;
    std::uint32_t bytes = 0, offset = 0;
    bool kept = false;
};
std::vector<Stores> stores_of(std::string_view name);

/// Likewise in device code: CUDA's own functions there, and what the compiler needs.
bool may_be_used_on_device(std::string_view name);

/// A function of mathematics that stores nowhere.
bool only_computes(std::string_view name);

/// A variable of the library.
bool is_variable(std::string_view name);

/// A function of the engine that only its headers call: how a launch or an atomic function is made. The lists are in names.def.
bool is_for_headers(std::string_view name);

/// A function or variable that a submission may define. `weak`: an inline function or one of a template, which others may define as well.
bool may_be_defined(std::string_view name, bool weak = false);

}  // namespace halo::grader::gate
