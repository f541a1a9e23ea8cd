#include "engine/memory/program_memory.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <mutex>
#include <string_view>
#include <typeinfo>

#include "engine/memory/arena.hpp"
#include "engine/memory/boxes.hpp"
#include "engine/memory/symbols.hpp"

// One entry for each object file of the program, see headers/halo/program.hpp; defined by the linker if there is any.
namespace {
struct Bounds {
    halo::engine::Range data, bss, relocated, relocated_local, text, startup;
};
}  // namespace
extern "C" {
[[gnu::weak]] extern const Bounds __start_halo_program[], __stop_halo_program[];
}
// C++ may not take main's address. A variable whose symbol is `main` would be gdb's main function, and `break 16` a line of the engine.
__asm__(".set halo_engine_main_of_program, main");
extern const char main_of_program[] __asm__("halo_engine_main_of_program");
extern const char begin_of_program[] __asm__("__executable_start");
extern const char end_of_code[] __asm__("etext");

namespace halo::engine {
namespace {

/// Variables of the engine, by their mangled names.
bool is_of_engine(std::string_view symbol)
{
    static const std::string_view type = typeid(ProgramMemory).name();     // N4halo6engine13ProgramMemoryE
    static const std::string_view space = type.substr(1, type.find("13ProgramMemory") - 1);
    return symbol.find(space) != std::string_view::npos || symbol.starts_with("halo_now") || symbol.starts_with("halo_engine");
}

/// Of the engine or of what tests a program: the namespace that contains theirs, and the tests' framework.
bool is_of_test(std::string_view symbol)
{
    return symbol.find("4halo") != std::string_view::npos || symbol.find("7doctest") != std::string_view::npos;
}

int writable_segments(dl_phdr_info* info, std::size_t, void* out)
{
    auto& image = *static_cast<std::vector<Range>*>(out);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& header = info->dlpi_phdr[i];
        if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
        const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
        image.push_back({begin, begin + header.p_memsz});
    }
    image.push_back({info->dlpi_addr, info->dlpi_addr});      // the last: where the file is loaded
    return 1;
}

/// Sorts, and joins what overlaps or touches.
void arrange(std::vector<Range>& ranges)
{
    std::erase_if(ranges, [](const Range& r) { return r.begin >= r.end; });
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::vector<Range> joined;
    for (const Range& r : ranges)
        if (!joined.empty() && r.begin <= joined.back().end) joined.back().end = std::max(joined.back().end, r.end);
        else joined.push_back(r);
    ranges = std::move(joined);
}

bool holds_all(const std::vector<Range>& ranges, std::uintptr_t address, std::uint64_t bytes)
{
    const auto after = std::upper_bound(ranges.begin(), ranges.end(), address, [](std::uintptr_t place, const Range& r) { return place < r.begin; });
    return after != ranges.begin() && (after - 1)->contains(address) && bytes <= (after - 1)->end - address;
}

bool is_in(const void* object, std::size_t size, std::uintptr_t address, std::uint64_t bytes)
{
    const std::uintptr_t offset = address - address_of(object);
    return offset < size && bytes <= size - offset;
}

/// Inline code of the standard library sets these for its caller: flags and widths of the streams, not the tables of functions
/// that they begin with; and what std::call_once is to call.
bool is_of_library(std::uintptr_t address, std::uint64_t bytes)
{
    const auto in_stream = [&](const auto& stream) {
        constexpr std::size_t kTable = sizeof(void*);
        const std::ios& state = stream;
        const char* const fields = reinterpret_cast<const char*>(&static_cast<const std::ios_base&>(state));
        const char* const buffer = reinterpret_cast<const char*>(state.rdbuf());
        return is_in(fields + kTable, sizeof(std::ios) - kTable, address, bytes)
               || (buffer != nullptr && is_in(buffer + kTable, 6 * sizeof(char*), address, bytes));
    };
    if (is_in(&errno, sizeof errno, address, bytes)) return true;
    if (is_in(&std::__once_callable, sizeof(void*), address, bytes) || is_in(&std::__once_call, sizeof(void*), address, bytes)) return true;
    return in_stream(std::cout) || in_stream(std::cerr) || in_stream(std::clog) || in_stream(std::cin);
}

/// In the calling thread's variables, engine's and test's included.
bool is_thread_local(std::uintptr_t address)
{
    const Layout& layout = Layout::instance();
    return layout.shared().contains(address - layout.thread_local_base());
}

/// Of the calling thread: shared arrays, and what the program declares thread_local.
bool is_of_thread(std::uintptr_t address, std::uint64_t bytes)
{
    const Layout& layout = Layout::instance();
    const std::uintptr_t offset = address - layout.thread_local_base();
    if (!layout.shared().contains(offset) || !layout.has_shared()) return false;
    return layout.is_guard(offset) || (layout.shared().at(offset) != nullptr && layout.shared().usable(offset, bytes));
}

/// A mapping that can be stored to. Reads the kernel's list: only for a store that is refused.
bool is_writable(std::uintptr_t address)
{
    std::FILE* const maps = std::fopen("/proc/self/maps", "re");
    if (maps == nullptr) return true;
    char line[512];
    bool found = false;
    while (!found && std::fgets(line, sizeof line, maps) != nullptr) {
        unsigned long begin = 0, end = 0;
        char permissions[8] = {};
        if (std::sscanf(line, "%lx-%lx %7s", &begin, &end, permissions) != 3) continue;
        found = begin <= address && address < end && permissions[1] == 'w';
    }
    std::fclose(maps);
    return found;
}

}  // namespace

const ProgramMemory& ProgramMemory::instance()
{
    static const ProgramMemory* memory = new ProgramMemory;
    return *memory;
}

bool ProgramMemory::is_code(std::uintptr_t address)
{
    return std::any_of(__start_halo_program, __stop_halo_program,
                       [&](const Bounds& b) { return b.text.contains(address) || b.startup.contains(address); });
}

bool ProgramMemory::is_in_program(std::uintptr_t address) { return Range{address_of(begin_of_program), address_of(end_of_code)}.contains(address); }

bool ProgramMemory::is_guard(std::uintptr_t address) const { return !has_symbols_ || std::binary_search(guards_.begin(), guards_.end(), address); }

bool ProgramMemory::has_main()
{
    static const bool has = is_code(address_of(main_of_program));
    return has;
}

ProgramMemory::ProgramMemory()
{
    dl_iterate_phdr(writable_segments, &image_);
    const std::uintptr_t load_bias = image_.back().begin;
    arrange(image_);

    const std::vector<Symbol> symbols = symbols_of_this_program();
    std::vector<unsigned> files;      // object files of the program
    for (const Symbol& symbol : symbols)
        if (std::string_view(symbol.name) == "halo_program_bounds") files.push_back(symbol.file);
    for (const Symbol& symbol : symbols) {
        if (symbol.type != STT_OBJECT) continue;
        const std::uintptr_t begin = load_bias + symbol.value;
        if (std::string_view(symbol.name).starts_with("_ZGV")) guards_.push_back(begin);
        const Range range{begin, begin + symbol.bytes};
        const bool in_file = symbol.file != 0 && std::find(files.begin(), files.end(), symbol.file) != files.end();
        const bool test = is_of_test(symbol.name) || is_of_engine(symbol.name);
        if (in_file || (symbol.shared && !test)) own_.push_back(range);
        else if (is_of_engine(symbol.name)) engine_.push_back(range);
        else if (!test) linked_.push_back(range);
    }
    has_symbols_ = !symbols.empty();
    for (const Bounds* b = __start_halo_program; b < __stop_halo_program; ++b)
        own_.insert(own_.end(), {b->data, b->bss, b->relocated, b->relocated_local});
    const ArrayTable& variables = Layout::instance().device_variables();
    own_.push_back({variables.begin(), variables.end()});
    for (const Variable& one : variables.scattered()) own_.push_back({one.start, one.start + one.bytes});
    arrange(own_);
    arrange(engine_);
    arrange(linked_);
    std::sort(guards_.begin(), guards_.end());
}

bool ProgramMemory::in_image(std::uintptr_t address) const { return holds_all(image_, address, 1) || is_thread_local(address); }

bool ProgramMemory::holds(std::uintptr_t address, std::uint64_t bytes) const
{
    return holds_all(own_, address, bytes) || is_of_thread(address, bytes) || is_of_library(address, bytes);
}

bool ProgramMemory::holds_linked(std::uintptr_t address, std::uint64_t bytes) const
{
    return !has_symbols_ || holds(address, bytes) || holds_all(linked_, address, bytes);
}

Outside ProgramMemory::owner(std::uintptr_t address) const
{
    if (Arena::instance().is_shadow(address) || holds_all(engine_, address, 1) || is_thread_local(address)) return Outside::engine_memory;
    if (!is_writable(address)) return Outside::none;
    return in_image(address) ? Outside::test_memory : Outside::foreign_memory;
}

}  // namespace halo::engine
