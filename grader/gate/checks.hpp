#pragma once
// The checks of an object: one file each.

#include <cstdint>
#include <string>
#include <vector>

#include "gate/code.hpp"
#include "gate/functions.hpp"
#include "gate/guards.hpp"
#include "gate/object.hpp"
#include "gate/refusal.hpp"

namespace halo::grader::gate {

/// Whose lines may do what is otherwise wrong.
enum class Unless { nobody, engine, library };   ///< library: the engine's headers, too

/// Something wrong, at a place in the object.
struct Fault {
    Rule rule = Rule::damaged;
    std::string word;
    std::size_t section = 0;      ///< 0: at no place
    std::uint64_t offset = 0;
    Unless unless = Unless::nobody;   ///< right where the line there is one of these headers
};

using Faults = std::vector<Fault>;

Faults check_names(const Object& object);
Faults check_sections(const Object& object);
Faults check_instructions(const Object& object, const std::vector<Code>& code);
/// `guards`: gets the accesses that are right if they are checked when the program runs.
Faults check_hooks(const Object& object, const Functions& functions, Guards& guards);
/// Whether a function uses a name that device code may not use; and whether each of its accesses has a hook, as those of device code must.
bool uses_host(const Object& object, const Function& function);
bool has_hooks(const Object& object, const Functions& functions, const Function& function);
/// Symbols of the functions that device code may call by an address that it loads.
std::vector<std::uint32_t> called_by_address(const Object& object, const Functions& functions);
Faults check_device_calls(const Object& object, const Functions& functions);
Faults check_engine_calls(const Object& object, const Functions& functions);

}  // namespace halo::grader::gate
