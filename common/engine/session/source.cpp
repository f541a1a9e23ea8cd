#include "engine/session/source.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"
#include "engine/memory/program_memory.hpp"
#include "engine/memory/address_map.hpp"
#include "engine/session/unfilled.hpp"
#include "engine/session/remembered.hpp"

namespace halo::engine {
namespace {

/// Debug information of the running program, opened when the first finding needs it.
class DebugInfo {
public:
    static DebugInfo& instance()
    {
        static DebugInfo* info = new DebugInfo;
        return *info;
    }

    Dwfl_Module* module_at(std::uintptr_t address) const
    {
        return session_ == nullptr ? nullptr : dwfl_addrmodule(session_, address);
    }
    Dwfl_Module* program() const { return module_at(reinterpret_cast<std::uintptr_t>(&place_of)); }

private:
    DebugInfo()
    {
        static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                                 .find_debuginfo = dwfl_standard_find_debuginfo,
                                                 .section_address = nullptr,
                                                 .debuginfo_path = nullptr};
        session_ = dwfl_begin(&callbacks);
        if (session_ == nullptr) return;
        if (dwfl_linux_proc_report(session_, getpid()) != 0 || dwfl_report_end(session_, nullptr, nullptr) != 0) {
            dwfl_end(session_);
            session_ = nullptr;
        }
    }
    Dwfl* session_ = nullptr;
};

bool is_below_any(std::string_view file, std::initializer_list<std::string_view> folders)
{
    return std::ranges::any_of(folders, [&](std::string_view folder) { return file.find(folder) != std::string_view::npos; });
}

/// A header that every program includes, from here, from a kit, or from where common/engine/meson.build installs it: a finding there is reported at the line that called it.
bool is_our_header(std::string_view file) { return is_below_any(file, {"/engine/headers/halo/", "/include/halo/", "/halo-engine/cuda/halo/"}); }

/// A header of the compiler or the system.
bool is_of_library(std::string_view file)
{
    return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || file.find("/include/c++/") != std::string_view::npos;
}

/// Compiled into the engine's library, not into the program.
bool is_engine(std::string_view file)
{
    return is_below_any(file, {"/engine/memory/", "/engine/watch/", "/engine/session/", "/engine/schedule/", "/engine/api/"});
}

std::int64_t attribute(Dwarf_Die* die, unsigned name, std::int64_t otherwise)
{
    Dwarf_Attribute value;
    Dwarf_Word number = 0;
    if (dwarf_attr_integrate(die, name, &value) == nullptr || dwarf_formudata(&value, &number) != 0) return otherwise;
    return static_cast<std::int64_t>(number);
}

/// Walks outwards through inlined calls until one is in the student's file: in none of the headers that `skipped` knows.
Place caller_outside(bool (*skipped)(std::string_view), Dwfl_Module* module, std::uintptr_t address)
{
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
    Dwarf_Die *innermost = nullptr, *scopes = nullptr;
    const int found = unit == nullptr ? 0 : dwarf_getscopes(unit, address - bias, &innermost);
    // From there by parents: dwarf_getscopes itself continues to where the inlined function was defined, not called.
    const int count = found <= 0 ? 0 : dwarf_getscopes_die(innermost, &scopes);
    std::free(innermost);
    Place place;
    for (int i = 0; i < count; ++i) {
        if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) continue;
        Dwarf_Files* files = nullptr;
        std::size_t file_count = 0;
        if (dwarf_getsrcfiles(unit, &files, &file_count) != 0) break;
        const auto file = static_cast<std::size_t>(attribute(&scopes[i], DW_AT_call_file, 0));
        const char* name = file < file_count ? dwarf_filesrc(files, file, nullptr, nullptr) : nullptr;
        if (name == nullptr || skipped(name)) continue;
        place = {name, static_cast<int>(attribute(&scopes[i], DW_AT_call_line, 0))};
        break;
    }
    std::free(scopes);
    return place;
}

struct Search {
    const std::string& name;
    std::uint64_t bytes;
    ArrayShape found;
};

/// Fills in what a number, or a vector's component, of this type is.
void note_scalar(Dwarf_Die type, ArrayShape& shape)
{
    Dwarf_Die member;
    Dwarf_Attribute reference;
    if (dwarf_tag(&type) == DW_TAG_structure_type && dwarf_child(&type, &member) == 0 && dwarf_tag(&member) == DW_TAG_member &&
        dwarf_attr_integrate(&member, DW_AT_type, &reference) != nullptr && dwarf_formref_die(&reference, &type) != nullptr)
        dwarf_peel_type(&type, &type);
    Dwarf_Word size = 0;
    if (dwarf_tag(&type) != DW_TAG_base_type || dwarf_aggregate_size(&type, &size) != 0) return;
    shape.scalar_bytes = size;
    shape.is_float = attribute(&type, DW_AT_encoding, 0) == DW_ATE_float;
}

bool array_shape(Dwarf_Die* variable, ArrayShape& shape)
{
    Dwarf_Attribute attribute_type;
    Dwarf_Die type;
    if (dwarf_attr_integrate(variable, DW_AT_type, &attribute_type) == nullptr ||
        dwarf_formref_die(&attribute_type, &type) == nullptr)
        return false;
    dwarf_peel_type(&type, &type);
    shape = {};
    if (dwarf_tag(&type) == DW_TAG_array_type) {
        Dwarf_Die child;
        if (dwarf_child(&type, &child) == 0) do {
                if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
                const std::int64_t count = attribute(&child, DW_AT_count, -1);
                const std::int64_t upper = attribute(&child, DW_AT_upper_bound, -1);
                shape.extents.push_back(count >= 0 ? count : upper + 1);
            } while (dwarf_siblingof(&child, &child) == 0);
        if (dwarf_attr_integrate(&type, DW_AT_type, &attribute_type) == nullptr ||
            dwarf_formref_die(&attribute_type, &type) == nullptr)
            return false;
        dwarf_peel_type(&type, &type);
    }
    Dwarf_Word size = 0;
    if (dwarf_aggregate_size(&type, &size) != 0) return false;
    shape.element_bytes = size;
    note_scalar(type, shape);
    return size != 0;
}

bool search_children(Dwarf_Die* parent, Search& search)
{
    Dwarf_Die child;
    if (dwarf_child(parent, &child) != 0) return false;
    do {
        const int tag = dwarf_tag(&child);
        if (tag == DW_TAG_variable) {
            const char* name = dwarf_diename(&child);
            ArrayShape shape;
            if (name == nullptr || search.name != name || !array_shape(&child, shape)) continue;
            std::uint64_t bytes = shape.element_bytes;
            for (const std::int64_t extent : shape.extents) bytes *= static_cast<std::uint64_t>(extent);
            if (bytes != search.bytes) continue;
            search.found = shape;
            return true;
        }
        const bool scope = tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace ||
                           tag == DW_TAG_class_type || tag == DW_TAG_structure_type;
        if (scope && search_children(&child, search)) return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/// Row and column of an element; one before the array is in row -1.
std::vector<std::int64_t> unravel(std::int64_t element, const std::vector<std::int64_t>& extents)
{
    std::vector<std::int64_t> index(extents.size());
    for (std::size_t d = extents.size(); d-- > 1;) {
        const std::int64_t row = floor_divide(element, extents[d]);
        index[d] = element - row * extents[d];
        element = row;
    }
    if (!index.empty()) index[0] = element;
    return index;
}

/// Sets the name, shape and index of a variable of the program. `place` is an offset or an address, like its start.
void name_variable(const Variable& variable, std::uint64_t place, Finding& finding)
{
    finding.array = variable.name();
    const ArrayShape shape = shape_of(finding.array.substr(0, finding.array.find('<')), variable.bytes);   // debug information has no template arguments
    const std::uint64_t element_bytes = shape.element_bytes != 0 ? shape.element_bytes : 4;
    finding.shape = shape.extents;
    const auto distance = static_cast<std::int64_t>(place - variable.start);
    finding.index = unravel(floor_divide(distance, static_cast<std::int64_t>(element_bytes)), shape.extents);
}

void name_shared(const RawFinding& raw, Finding& finding)
{
    if (static_cast<std::int64_t>(raw.where) >= std::int64_t(first_dynamic_offset())) {   // below 0: before all arrays
        const DynamicArray& as = raw.dynamic;
        const std::uint64_t element_bytes = as.element_bytes != 0 ? as.element_bytes : std::max(raw.bytes, 1u);
        finding.array = as.name != nullptr ? as.name : "extern __shared__";
        finding.shape = {static_cast<std::int64_t>(raw.dynamic_bytes / element_bytes)};
        finding.index = {static_cast<std::int64_t>((raw.where - first_dynamic_offset()) / element_bytes)};
        return;
    }
    const Layout& layout = Layout::instance();
    if (const Variable* array = layout.shared().near(raw.where, layout.kernel(plain_name(finding.kernel))))
        name_variable(*array, raw.where, finding);
}

/// A constant or a __device__ variable. `table`: the one that holds the address, or whose end the access overran.
void name_section(const RawFinding& raw, const ArrayTable& table, Finding& finding)
{
    if (const Variable* variable = table.near(raw.where)) name_variable(*variable, raw.where, finding);
}

void name_constant(const RawFinding& raw, Finding& finding)
{
    const Layout& layout = Layout::instance();
    const auto distance = [&](const ArrayTable& table) {
        return table.scattered_near(raw.where) != nullptr ? 0ull
               : table.begin() == table.end() ? ~0ull
               : raw.where < table.begin() ? table.begin() - raw.where
               : raw.where >= table.end()  ? raw.where - table.end()
                                                : 0ull;
    };
    const bool first = distance(layout.constants()) <= distance(layout.more_constants());
    name_section(raw, first ? layout.constants() : layout.more_constants(), finding);
}

/// Element size of an array of unknown type, guessed from an access: vectors and structs usually consist of words.
std::uint64_t likely_element_bytes(std::uint32_t bytes) { return bytes == 0 || (bytes > 4 && bytes != 8) ? 4 : bytes; }

void name_global(const RawFinding& raw, Finding& finding)
{
    const Allocation* allocation = raw.allocation;
    if (allocation == nullptr || allocation->base == 0) {
        if (raw.outside != Outside::null_pointer)
            name_section(raw, Layout::instance().device_variables(), finding);
        return;
    }
    finding.array = allocation->label.name;
    finding.allocated = allocation->at;
    const std::uint64_t element_bytes = allocation->label.element_bytes != 0 ? allocation->label.element_bytes : likely_element_bytes(raw.bytes);
    finding.shape = {static_cast<std::int64_t>(allocation->bytes / element_bytes)};
    const auto element = [&](std::uint64_t place) {
        return floor_divide(static_cast<std::int64_t>(place - allocation->base), static_cast<std::int64_t>(element_bytes));
    };
    finding.index = {element(raw.where)};
    if (raw.kind == FindingKind::out_of_bounds) finding.last = {coordinates(raw.last.block_linear, raw.grid), coordinates(raw.last.thread, raw.extent), {element(raw.last.where)}};
}

/// The device array that a kernel was to use in place of host memory.
void name_device_copy(const RawFinding& raw, Finding& finding)
{
    if (const Variable* variable = Layout::instance().variable_at(raw.device_copy)) {
        finding.device_copy = variable->name();
        finding.copy_is_variable = true;
    } else if (const Allocation* allocation = Arena::instance().find(raw.device_copy)) {
        finding.device_copy = allocation->label.name;
    }
}

/// One of a thread's own arrays.
void name_local(const RawFinding& raw, Finding& finding)
{
    const halo_engine::LocalShape& shape = *raw.local.shape;
    finding.array = shape.name;
    finding.shape.assign(shape.extents, shape.extents + shape.rank);
    if (raw.local.dimension == LocalPlace::kOffset) {
        finding.index = unravel(floor_divide(std::int64_t(raw.where), shape.element_bytes), finding.shape);
        return;
    }
    finding.index = unravel(raw.local.row, {finding.shape.begin(), finding.shape.begin() + raw.local.dimension});
    finding.index.push_back(std::int64_t(raw.where));
}

/// An array that the caller named. A copy is about bytes, an access about an element.
void name_host(const RawFinding& raw, Finding& finding)
{
    const HostArray& array = raw.host_array;
    const auto begin = reinterpret_cast<std::uintptr_t>(array.start);
    const auto element = static_cast<std::int64_t>(array.element_bytes);
    finding.array = array.name;
    finding.shape = {static_cast<std::int64_t>(array.bytes) / element};
    finding.asked = raw.asked;
    const bool inside = begin <= raw.where && raw.where < begin + array.bytes;
    if (raw.asked > 0) finding.there = inside ? begin + array.bytes - raw.where : 0;
    else finding.index = {floor_divide(static_cast<std::int64_t>(raw.where - begin), element)};
}

}  // namespace

namespace {

bool is_any_header(std::string_view file) { return is_our_header(file) || is_of_library(file); }

/// A hook that the object gate has added is called from the end of a section; after its call comes `nopl distance(%rax)`, which names the instruction that
/// it is called for. The compiler's own have no distance.
std::uintptr_t site_in_source(std::uintptr_t site)
{
    constexpr std::array<unsigned char, 3> kNop = {0x0f, 0x1f, 0x80};
    const auto* const code = reinterpret_cast<const unsigned char*>(site);
    std::int32_t distance = 0;
    if (!ProgramMemory::is_in_program(site) || !std::equal(kNop.begin(), kNop.end(), code)) return site;
    std::memcpy(&distance, code + kNop.size(), sizeof distance);
    return distance == 0 ? site : site + std::uintptr_t(std::intptr_t(distance)) + 1;
}

Place look_up_place(std::uintptr_t site, bool (*skipped)(std::string_view) = is_our_header)
{
    const std::uintptr_t address = site_in_source(site) - 1;  // inside the call instruction
    Dwfl_Module* module = DebugInfo::instance().module_at(address);
    Dwfl_Line* line = module == nullptr ? nullptr : dwfl_module_getsrc(module, address);
    int number = 0;
    const char* file = line == nullptr ? nullptr : dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
    if (file == nullptr) return {};
    if (is_engine(file)) return {};
    if (!skipped(file)) return {file, number};
    return caller_outside(skipped, module, address);
}

ArrayShape look_up_shape(const std::string& name, std::uint64_t bytes)
{
    Search search{name, bytes, {}};
    Dwfl_Module* program = DebugInfo::instance().program();
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = nullptr;
    while (program != nullptr && (unit = dwfl_module_nextcu(program, unit, &bias)) != nullptr)
        if (search_children(unit, search)) break;
    return search.found;
}

}  // namespace

Place place_of(std::uintptr_t site)
{
    static auto* places = new Remembered<std::uintptr_t, Place>;
    return site == 0 ? Place{} : (*places)(site, [&] { return look_up_place(site); });
}

Place place_outside_libraries(std::uintptr_t site) { return site == 0 ? Place{} : look_up_place(site, is_any_header); }

std::string function_at(std::uintptr_t site)
{
    Dwfl_Module* module = DebugInfo::instance().module_at(site - 1);
    const char* symbol = module == nullptr ? nullptr : dwfl_module_addrname(module, site - 1);
    if (symbol == nullptr) return {};
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> demangled(abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
    return demangled != nullptr ? demangled.get() : symbol;
}

ArrayShape shape_of(const std::string& name, std::uint64_t bytes)
{
    static auto* shapes = new Remembered<std::pair<std::string, std::uint64_t>, ArrayShape>;
    return (*shapes)({name, bytes}, [&] { return look_up_shape(name, bytes); });
}

Index3 coordinates(std::uint64_t linear, const Index3& extent)
{
    if (extent.x == 0) return {};
    return {unsigned(linear % extent.x), unsigned(linear / extent.x % extent.y), unsigned(linear / extent.x / extent.y)};
}

Finding resolve(const RawFinding& raw, const std::string& kernel)
{
    Finding finding;
    finding.kind = raw.kind;
    finding.kernel = kernel;
    if (raw.launch != 0) finding.launched = {raw.launch_file, raw.launch_line};
    finding.at = place_of(raw.site);
    finding.access = raw.access;
    finding.other = place_of(raw.other_site);
    if (raw.file != nullptr) finding.at.file = raw.file;
    if (raw.line != 0) finding.at.line = raw.line;
    if (raw.other_line != 0) finding.other = {finding.at.file, raw.other_line};
    finding.other_access = raw.other_access;
    finding.space = raw.space;
    finding.outside = raw.outside;
    finding.block = coordinates(raw.block_linear, raw.grid);
    finding.block_shape = raw.extent;
    finding.thread = coordinates(raw.thread, raw.extent);
    finding.other_thread = coordinates(raw.other_thread, raw.extent);
    finding.other_block = raw.other_block == ~0ull ? finding.block : coordinates(raw.other_block, raw.grid);
    finding.arrived = raw.arrived;
    finding.times = raw.times;
    finding.call = raw.call;
    finding.across_warps = raw.across_warps;
    finding.mask = raw.mask;
    finding.unnamed = raw.unnamed;
    finding.expected = raw.expected;
    finding.other_left = raw.other_left;
    finding.progressing = raw.progressing;
    finding.finished = raw.finished;
    finding.blocks = raw.blocks;
    finding.count = raw.count;
    if (raw.outside == Outside::misaligned || raw.outside == Outside::past_end) finding.bytes = raw.bytes;
    const bool about_memory = raw.kind == FindingKind::out_of_bounds || raw.kind == FindingKind::race ||
                              raw.kind == FindingKind::uninitialised || raw.kind == FindingKind::crash ||
                              raw.kind == FindingKind::short_copy;
    if (about_memory && raw.space == Space::shared) name_shared(raw, finding);
    if (about_memory && raw.space == Space::global) name_global(raw, finding);
    if (raw.kind == FindingKind::uninitialised) name_overwritten(raw, finding);
    if (raw.kind == FindingKind::uninitialised) name_short_copy(raw, finding);
    if (about_memory && raw.local.shape != nullptr) name_local(raw, finding);
    if (about_memory && raw.space == Space::constant) name_constant(raw, finding);
    if (raw.device_copy != 0) name_device_copy(raw, finding);
    if (raw.outside == Outside::device_block && raw.allocation != nullptr) {
        finding.array = raw.allocation->label.name;
        finding.allocated = raw.allocation->at;
    }
    if (ends_call(raw.outside) && raw.outside != Outside::const_argument) finding.there = raw.asked;
    else if (about_memory && raw.host_array.start != nullptr) name_host(raw, finding);
    else if (about_memory && raw.space == Space::host)
        if (const Variable* variable = Layout::instance().variable_at(raw.where)) finding.array = variable->name();
    return finding;
}

}  // namespace halo::engine
