// Device code is what a launch's closure calls, directly or by way of others. A call by an address that was loaded may lead to those functions whose
// address the object has stored somewhere or passed on that can be device code; a guard sees to it that it leads to no other.

#include "gate/functions.hpp"

#include <elf.h>

#include <algorithm>

#include "gate/closures.hpp"

namespace halo::grader::gate {
namespace {

bool is_relative(std::uint32_t type) { return type != R_X86_64_64 && type != R_X86_64_32 && type != R_X86_64_32S; }

/// Where a relocation in an instruction points to, in its symbol's section.
std::int64_t target_of(const Object& object, const Instruction& i)
{
    const Relocation& r = *i.relocation;
    const std::int64_t value = std::int64_t(object.symbols[r.symbol].value) + r.addend;
    return is_relative(r.type) ? value + std::int64_t(i.offset + i.size) - std::int64_t(r.offset) : value;
}

/// In the table of each std::shared_ptr's block; it compares names of types, and only std::get_deleter calls it.
bool is_deleter(std::string_view name) { return name.starts_with("_ZNSt") && name.find("14_M_get_deleterERKSt9type_info") != name.npos; }

}  // namespace

bool may_hold_addresses(const Section& section)
{
    if (section.is_code() || !section.is_loaded()) return false;
    for (const std::string_view name : {".eh_frame", ".gcc_except_table", ".init_array", ".fini_array", "halo_program"})
        if (section.name.starts_with(name)) return false;
    return true;
}

bool loads_where_to(const Instruction& i)
{
    return i.branches && (i.relocation == nullptr ? !i.target : i.memory && !reads_address_table(i.relocation->type));
}

bool reads_address_table(std::uint32_t type)
{
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX || type == R_X86_64_GOTTPOFF;
}

bool is_named_as_the_headers(std::string_view name)
{
    for (const std::string_view start : {"_ZN11halo_engine", "_ZNK11halo_engine", "_ZN18cooperative_groups", "_ZNK18cooperative_groups"})
        if (name.starts_with(start)) return true;
    return false;
}

Functions::Functions(const Object& object, const std::vector<Code>& code) : object_(object)
{
    for (const Code& one : code)
        for (const Instruction& i : one.instructions) {
            const Symbol* symbol = object.function_at(one.section, i.offset);
            if (symbol == nullptr && i.memory == std::nullopt && !i.branches) continue;   // between functions
            if (all.empty() || all.back().symbol != symbol || all.back().section != one.section) {
                if (symbol != nullptr) at_[{one.section, symbol->value}] = all.size();
                all.push_back({symbol, one.section, {}});
            }
            all.back().instructions.push_back(&i);
        }
    for (std::size_t i = 0; i < all.size(); ++i) note_references(i);
    note_tables();
    join_cold_parts();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (is_closure(all[i].name()))
            for (const std::size_t k : reached_from(i)) all[k].on_device = true;
}

std::vector<Reference> Functions::references_to(std::size_t function) const
{
    std::vector<Reference> out;
    const auto [begin, end] = references_.equal_range(function);
    for (auto at = begin; at != end; ++at) out.push_back(at->second);
    return out;
}

std::optional<std::size_t> Functions::index_at(std::size_t section, std::int64_t value) const
{
    const auto found = at_.find({section, std::uint64_t(value)});
    return found != at_.end() ? std::optional(found->second) : std::nullopt;
}

void Functions::note_references(std::size_t from)
{
    constexpr int kFirst = 5;                   // %rdi, a call's first argument
    Function& f = all[from];
    constexpr std::size_t kNobody = -1;         // no optional: g++ 13 warns of what it may hold
    std::size_t first = kNobody;                // the function whose address is there, and nowhere else
    const auto give_away = [&] {
        if (first != kNobody) addressed_.insert(first);
        first = kNobody;
    };
    for (const Instruction* i : f.instructions) {
        const Symbol* const symbol = i->relocation != nullptr ? &object_.symbols[i->relocation->symbol] : nullptr;
        const bool loads = loads_where_to(*i);
        f.calls_any = f.calls_any || loads;
        const bool calls = i->branches && !loads;
        const auto other = symbol != nullptr ? index_at(symbol->section, target_of(object_, *i)) : index_at(f.section, i->target.value_or(-1));
        if (other && *other != from) {
            references_.emplace(*other, Reference{from, i});
            if (calls) f.calls.insert(*other);
        }
        // A destructor of a static variable, which the program calls at its end, goes from there to __cxa_atexit.
        if (i->calls && symbol != nullptr && symbol->name == "__cxa_atexit") first = kNobody;
        const bool reads_first = number_of(i->keeps) == kFirst || number_of(i->copies) == kFirst || number_of(i->from) == kFirst || number_of(i->index) == kFirst || number_of(i->added) == kFirst;
        if (i->branches || reads_first || (i->writes >> kFirst & 1) != 0) give_away();
        if (!calls && other && *other != from) {
            if (i->writes == 1 << kFirst) first = *other;
            else addressed_.insert(*other);
        }
    }
    give_away();
}

/// Tables of virtual functions, and arrays of pointers.
void Functions::note_tables()
{
    for (const Section& section : object_.sections) {
        if (!may_hold_addresses(section)) continue;
        for (const Relocation& r : section.relocations) {
            const auto other = index_at(object_.symbols[r.symbol].section, std::int64_t(object_.symbols[r.symbol].value) + r.addend);
            if (!other) continue;
            references_.emplace(*other, Reference{});
            if (!is_deleter(all[*other].name())) addressed_.insert(*other);
        }
    }
}

/// What g++ moves out of a function because it is seldom run is a function `name.cold`, on the device if the other is.
void Functions::join_cold_parts()
{
    std::map<std::string_view, std::size_t> names;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].symbol != nullptr) names.emplace(all[i].symbol->name, i);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view name = all[i].name();
        if (!name.ends_with(".cold")) continue;
        const auto whole = names.find(name.substr(0, name.size() - 5));
        if (whole == names.end()) continue;
        all[whole->second].calls.insert(i);
        all[i].whole = whole->second;
    }
}

std::set<std::size_t> Functions::reached_from(std::size_t i) const
{
    std::set<std::size_t> out;
    std::vector<std::size_t> next = {i};
    while (!next.empty()) {
        const std::size_t k = next.back();
        next.pop_back();
        if (out.insert(k).second) next.insert(next.end(), all[k].calls.begin(), all[k].calls.end());
    }
    return out;
}

bool Functions::device_calls_any() const
{
    return std::ranges::any_of(all, [](const Function& f) { return f.on_device && f.calls_any; });
}

void Functions::add_called_by_address(const std::function<bool(const Function&)>& may_be)
{
    if (!device_calls_any()) return;
    std::map<std::size_t, bool> known;
    const auto may = [&](std::size_t k) {
        const auto [at, is_new] = known.emplace(k, true);
        if (is_new) at->second = all[k].on_device || may_be(all[k]);
        return at->second;
    };
    std::set<std::size_t> more;
    for (const std::size_t i : addressed_) {
        const std::set<std::size_t> reached = reached_from(i);
        if (is_closure(all[i].name()) || all[i].symbol == nullptr || !std::ranges::all_of(reached, may)) continue;
        all[i].by_address = true;
        more.insert(reached.begin(), reached.end());
    }
    for (const std::size_t k : more) all[k].on_device = true;
}

}  // namespace halo::grader::gate
