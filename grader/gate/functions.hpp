#pragma once
// The functions of an object: who calls whom, and which are device code.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/code.hpp"
#include "gate/object.hpp"

namespace halo::grader::gate {

struct Function {
    const Symbol* symbol = nullptr;              ///< nullptr: code in no function
    std::size_t section = 0;
    std::vector<const Instruction*> instructions;
    std::set<std::size_t> calls{};               ///< functions of the object, by index
    bool calls_any = false;                      ///< by an address that it loads: a pointer, a virtual function
    bool on_device = false;
    bool by_address = false;                     ///< device code may call it by an address that it loads
    std::optional<std::size_t> whole{};          ///< of a part that g++ has moved out of a function: that function

    std::string_view name() const { return symbol != nullptr ? symbol->name : std::string_view(); }
};

/// A place where code or data of the object refers to a function.
struct Reference {
    std::optional<std::size_t> from{};           ///< the function, by index; none: data
    const Instruction* at = nullptr;
};

class Functions {
public:
    Functions(const Object& object, const std::vector<Code>& code);

    std::vector<Function> all;

    /// What refers to the function, calls included.
    std::vector<Reference> references_to(std::size_t function) const;

    /// Whether device code makes a call by an address that it loads.
    bool device_calls_any() const;
    /// Where it does, a function whose address the object keeps is device code as well, if that function, and whatever it calls, `may_be`.
    void add_called_by_address(const std::function<bool(const Function&)>& may_be);

private:
    void note_references(std::size_t from);
    void note_tables();
    std::optional<std::size_t> index_at(std::size_t section, std::int64_t value) const;
    void join_cold_parts();
    std::set<std::size_t> reached_from(std::size_t i) const;

    const Object& object_;
    std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> at_;
    std::multimap<std::size_t, Reference> references_;
    std::set<std::size_t> addressed_;            ///< their address is stored or passed on
};

/// Data from which the program may load where to call; not what describes unwinding, nor what runs before and after the program.
bool may_hold_addresses(const Section& section);

/// Whether it goes to an address that it loads: a pointer's, a virtual function's, or by a table of its own function's.
bool loads_where_to(const Instruction& i);

/// Whether a relocation's place gets the distance to an entry of a table of addresses.
bool reads_address_table(std::uint32_t type);

/// Of our headers, by its name: they copy what the engine has prepared for the thread.
bool is_named_as_the_headers(std::string_view name);

}  // namespace halo::grader::gate
