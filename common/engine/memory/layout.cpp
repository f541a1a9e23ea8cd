#include "engine/memory/layout.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <set>
#include <string_view>
#include <typeinfo>

#include "engine/memory/symbols.hpp"

// Bounds of the sections in which cuda_runtime.h's qualifiers place variables; defined by the linker if the sections exist.
extern "C" {
[[gnu::weak]] extern char __start_halo_constant[], __stop_halo_constant[];
[[gnu::weak]] extern char __start_halo_constant_const[], __stop_halo_constant_const[];
[[gnu::weak]] extern char __start_halo_device[], __stop_halo_device[];
[[gnu::weak]] extern char __start_halo_managed[], __stop_halo_managed[];

// An anchor for converting offsets in the symbol table to addresses of this thread.
thread_local char halo_engine_tls_anchor = 0;
}

namespace halo::engine {
namespace {

// The linker places the program's own variables first. This padding after the last of them lets us recognise an index
// that overran it.
constexpr std::size_t kPadding = 4096;
[[gnu::section("halo_constant"), gnu::used]] char padding_of_constants[kPadding];
[[gnu::section("halo_device"), gnu::used]] char padding_of_device_variables[kPadding];

struct Program {
    std::uintptr_t load_bias = 0;
    std::uint64_t tls_bytes = 0;
    std::vector<Range> read_only;
};

int first_object(dl_phdr_info* info, std::size_t, void* out)
{
    auto& program = *static_cast<Program*>(out);
    program.load_bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& header = info->dlpi_phdr[i];
        if (header.p_type == PT_TLS) program.tls_bytes = header.p_memsz;
        const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
        const bool constant_data = header.p_type == PT_GNU_RELRO;
        if (constant_data || (header.p_type == PT_LOAD && (header.p_flags & PF_W) == 0))
            program.read_only.push_back({begin, begin + header.p_memsz});
    }
    return 1;  // the program itself comes first; libraries have no CUDA variables
}

std::string demangled(const char* symbol)
{
    if (!std::string_view(symbol).starts_with("_Z")) return symbol;     // of a variable c, `char` would be made
    int status = -1;
    char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
    std::string name = status == 0 ? text : symbol;
    std::free(text);
    return name;
}

/// The function that declares a static variable: `void k<4>(float*)::s_tile` → `k`. Empty if none does.
std::string function_of(std::string demangled)
{
    for (const std::string_view nameless = "(anonymous namespace)::"; demangled.find(nameless) != std::string::npos;)
        demangled.erase(demangled.find(nameless), nameless.size());
    const std::size_t open = demangled.find('(');
    if (open == std::string::npos) return "";
    std::string head = demangled.substr(0, open);
    const std::size_t angle = head.find('<');                       // a template's name is preceded by its return type
    const std::size_t blank = head.rfind(' ', std::min(angle, head.size()));
    if (blank != std::string::npos) head.erase(0, blank + 1);
    return plain_name(head);
}

/// As it is written before the name of a variable that the function declares.
std::string signature_of(const char* function)
{
    std::string signature = demangled(function);
    if (signature.starts_with("void ")) signature.erase(0, 5);  // only instances of templates are written with it
    return signature;
}

/// Where the template arguments at the end of a name begin: `a::mask<b::c>` → 7. Its length, if there are none.
std::size_t arguments_begin(std::string_view name)
{
    if (!name.ends_with('>')) return name.size();
    std::size_t at = name.size();
    for (int depth = 0; at > 0;) {
        const char c = name[--at];
        depth += c == '>' ? 1 : c == '<' ? -1 : 0;
        if (depth == 0) break;
    }
    return at;
}

/// The variable template, or the static variable of a function, that the translator has marked with this symbol, see translate/variables.cpp: `a::mask`. Empty if it is another symbol,
/// or marks one of another kind.
std::string marked_template(const char* symbol, std::string_view kind)
{
    if (std::string_view(symbol).find(kind) == std::string_view::npos) return "";
    std::string name = demangled(symbol);                     // a::halo_constant_template_31_mask
    const std::size_t begin = name.rfind(kind);
    if (begin == std::string::npos) return "";
    const std::size_t number = begin + kind.size();
    name.erase(begin, name.find('_', number) + 1 - begin);
    return name;
}

/// Belongs to the engine or to a library that a lab's tests are linked with; so not an array of a kernel.
bool is_ours(std::string_view symbol)
{
    static const std::string_view type = typeid(Layout).name();     // N4halo6engine6LayoutE
    static const std::string_view space = type.substr(1, type.find("6Layout") - 1);
    // Thread-local like the kernels' arrays, and not in these namespaces; the last three are libstdc++'s, where it is linked statically.
    for (const std::string_view other : {"halo_now", "__tls_guard", "_ZZN12_GLOBAL__N_110get_globalEvE6global", "_ZSt11__once_call", "_ZSt15__once_callable"})
        if (symbol == other) return true;
    return symbol.find(space) != std::string_view::npos || symbol.find("7doctest") != std::string_view::npos;
}

/// Before the name of a const table, see translate/variables.cpp.
constexpr std::string_view kTable = "halo_table_";

bool starts_after(std::uint64_t place, const Variable& variable) { return place < variable.start; }

}  // namespace

std::string plain_name(std::string name)
{
    name.erase(std::min(name.find('<'), name.size()));
    while (!name.empty() && name.back() == ' ') name.pop_back();
    if (const auto colons = name.rfind(':'); colons != std::string::npos) name.erase(0, colons + 1);
    return name;
}

std::string Variable::name() const
{
    std::string name = demangled(symbol);  // conv2d_tiled(float const*, float*, int, int)::s_tile → s_tile
    if (const auto colons = name.rfind("::", arguments_begin(name)); colons != std::string::npos) name.erase(0, colons + 2);
    if (const auto dot = name.find('.'); dot != std::string::npos) name.erase(dot);  // the compiler's local copies: s_tile.0
    if (name.starts_with(kTable)) name.erase(0, kTable.size());
    return name;
}

std::string Variable::function() const { return function_of(demangled(symbol)); }

thread_local constinit bool Layout::being_made_ = false;

const Layout& Layout::instance()
{
    static const Layout* layout = [] {
        being_made_ = true;
        const Layout* made = new Layout;
        being_made_ = false;
        return made;
    }();
    return *layout;
}

ArrayTable::ArrayTable(std::uint64_t begin, std::uint64_t end, std::vector<Variable> arrays, std::vector<Variable> scattered)
    : begin_(begin), end_(end), arrays_(std::move(arrays)), scattered_(std::move(scattered)), words_((end - begin) / 4 + 1)
{
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        const std::uint64_t first = arrays_[i].start - begin_, end = first + arrays_[i].bytes;
        for (std::uint64_t word = first / 4; word < (end + 3) / 4; ++word) words_[word] = std::uint16_t(i + 1);
    }
}

const Variable* ArrayTable::scattered_near(std::uint64_t place) const
{
    constexpr std::uint64_t kReach = 128;      // other variables follow
    const auto after = std::upper_bound(scattered_.begin(), scattered_.end(), place, starts_after);
    std::uint64_t beyond = kReach, below = kReach;
    if (after != scattered_.begin()) {
        const Variable& before = *(after - 1);
        if (place - before.start < before.bytes) return &before;
        beyond = place - before.start - before.bytes;
    }
    if (after != scattered_.end()) below = after->start - place;
    if (std::min(beyond, below) >= kReach) return nullptr;
    return below < beyond ? &*after : &*(after - 1);
}

const Variable* ArrayTable::near(std::uint64_t place, std::uint32_t kernel) const
{
    if (const Variable* array = place - begin_ < end_ - begin_ ? nullptr : scattered_near(place)) return array;
    if (arrays_.empty()) return nullptr;
    const auto usable = [&](const Variable& array) { return !belongs_elsewhere(array, kernel); };
    const auto own = [&](const Variable& array) { return kernel != 0 && array.kernel == kernel; };
    const auto first_of = [&](const auto& wanted) { return std::find_if(arrays_.begin(), arrays_.end(), wanted); };
    const bool before_all = static_cast<std::int64_t>(place) < std::int64_t(arrays_.front().start);   // an offset may be negative
    if (before_all) {
        const auto first = first_of(own);
        return first != arrays_.end() ? &*first : &arrays_.front();
    }
    const auto after = std::upper_bound(arrays_.begin(), arrays_.end(), place, starts_after);
    constexpr std::uint64_t kGap = 128;   // the alignment of arrays
    const bool in_array = place - (after - 1)->start < (after - 1)->bytes;
    if (!in_array && after != arrays_.end() && after->start - place < kGap && own(*after) && !own(*(after - 1))) return &*after;
    const auto before = std::find_if(std::reverse_iterator(after), arrays_.rend(), usable);
    if (before != arrays_.rend()) return &*before;
    const auto first = first_of(usable);
    return first != arrays_.end() ? &*first : &*(after - 1);
}

Layout::Layout()
{
    Program program;
    dl_iterate_phdr(first_object, &program);
    read_only_ = std::move(program.read_only);

    std::vector<Variable> thread_local_arrays, guards;
    for (const Symbol& symbol : symbols_of_this_program()) {
        stripped_ = false;
        if (symbol.type == STT_FUNC) {
            functions_.push_back({program.load_bias + symbol.value, symbol.name});
        } else if (symbol.type == STT_TLS) {
            if (std::string_view(symbol.name) == "halo_engine_tls_anchor")
                anchor_offset_ = symbol.value;
            else if (is_ours(symbol.name))
                continue;
            else if (std::string_view(symbol.name).starts_with("_ZGV"))
                guards.push_back({symbol.value, symbol.bytes, symbol.name});
            else
                thread_local_arrays.push_back({symbol.value, symbol.bytes, symbol.name});
        } else if (std::string_view(symbol.name).find("halo_launch_bounds") != std::string_view::npos) {
            const std::string text = demangled(symbol.name);
            const std::uint64_t most = *reinterpret_cast<const unsigned*>(program.load_bias + symbol.value);
            bounds_by_signature_[text.substr(0, text.rfind("::"))] = most;
            std::uint64_t& of_name = bounds_[function_of(text)];
            of_name = std::max(of_name, most);
        } else if (std::string_view(symbol.name).find("halo_host_function") != std::string_view::npos) {
            const std::string text = demangled(symbol.name);
            host_functions_.insert(text.substr(0, text.rfind("::")));
        } else if (std::string_view(symbol.name).find("halo_kernel") != std::string_view::npos) {
            kernels_.try_emplace(function_of(demangled(symbol.name)), std::uint32_t(kernels_.size() + 1));
        } else {
            variables_.push_back({program.load_bias + symbol.value, symbol.bytes, symbol.name});
        }
    }
    const auto by_start = [](const Variable& a, const Variable& b) { return a.start < b.start; };
    std::sort(thread_local_arrays.begin(), thread_local_arrays.end(), by_start);
    std::sort(guards.begin(), guards.end(), by_start);
    std::sort(variables_.begin(), variables_.end(), by_start);
    std::ranges::stable_sort(functions_, {}, &Function::address);
    drop_bounds_of_overloads();

    const auto instances = [&](std::string_view kind) {
        std::set<std::string> templates;
        for (const Variable& variable : variables_)
            if (std::string name = marked_template(variable.symbol, kind); !name.empty()) templates.insert(std::move(name));
        std::vector<Variable> found;
        if (templates.empty()) return found;
        for (const Variable& variable : variables_) {
            const std::string name = demangled(variable.symbol);
            if (templates.contains(name.substr(0, arguments_begin(name)))) found.push_back(variable);
        }
        return found;
    };
    const auto section = [&](const char* start, const char* stop, std::vector<Variable> scattered) {
        const auto begin = reinterpret_cast<std::uintptr_t>(start), end = reinterpret_cast<std::uintptr_t>(stop);
        std::vector<Variable> inside;
        for (const Variable& variable : variables_)
            if (variable.start >= begin && variable.start < end && !is_ours(variable.symbol)) inside.push_back(variable);
        return ArrayTable(begin, end, std::move(inside), std::move(scattered));
    };
    for (Variable& array : thread_local_arrays) array.kernel = kernel(array.function());
    // Sum by full signature first: each instance of a template has its own arrays.
    std::map<std::string, std::uint64_t>& by_function = shared_bytes_by_signature_;
    for (const Variable& array : thread_local_arrays) {
        const std::string text = demangled(array.symbol);
        by_function[text.substr(0, text.rfind("::"))] += array.bytes;
    }
    for (const auto& [function, bytes] : by_function) {
        std::uint64_t& most = shared_bytes_[function_of(function)];
        most = std::max(most, bytes);
    }
    guards_ = ArrayTable(0, program.tls_bytes, std::move(guards));
    shared_ = ArrayTable(0, program.tls_bytes, std::move(thread_local_arrays));
    constants_ = section(__start_halo_constant, __stop_halo_constant, instances("halo_constant_template_"));
    more_constants_ = section(__start_halo_constant_const, __stop_halo_constant_const, instances("halo_constant_const_template_"));
    managed_ = section(__start_halo_managed, __stop_halo_managed, instances("halo_managed_template_"));
    std::vector<Variable> scattered = instances("halo_device_template_");      // and those that host code may use, too
    for (const std::vector<Variable>* all : {&managed_.arrays(), &managed_.scattered()}) scattered.insert(scattered.end(), all->begin(), all->end());
    std::ranges::sort(scattered, by_start);
    device_ = section(__start_halo_device, __stop_halo_device, std::move(scattered));
}

/// A launch knows the kernel's name alone, which another function may have, too.
void Layout::drop_bounds_of_overloads()
{
    if (bounds_.empty()) return;
    for (const Function& function : functions_) {
        const std::string_view symbol = function.symbol;
        const auto named = [&](const auto& entry) { return symbol.find(entry.first) != symbol.npos; };
        if (std::ranges::none_of(bounds_, named)) continue;
        const std::string signature = signature_of(function.symbol);
        if (!bounds_by_signature_.contains(signature)) bounds_.erase(function_of(signature));
    }
}

std::uint64_t Layout::launch_bounds(const std::string& kernel) const
{
    const auto found = bounds_.empty() ? bounds_.end() : bounds_.find(plain_name(kernel));
    return found == bounds_.end() ? 0 : found->second;
}

std::uint64_t Layout::launch_bounds_at(std::uintptr_t function) const
{
    const char* const symbol = function_at(function);
    const auto found = symbol == nullptr ? bounds_by_signature_.end() : bounds_by_signature_.find(signature_of(symbol));
    return found == bounds_by_signature_.end() ? 0 : found->second;
}

std::uint32_t Layout::kernel(std::string_view plain_name) const
{
    const auto found = kernels_.find(plain_name);
    return found == kernels_.end() ? 0 : found->second;
}

std::uint64_t Layout::static_shared_bytes(const std::string& kernel) const
{
    const auto found = shared_bytes_.find(plain_name(kernel));
    return found == shared_bytes_.end() ? 0 : found->second;
}

std::uint64_t Layout::static_shared_bytes_at(std::uintptr_t function) const
{
    const char* const symbol = function_at(function);
    if (symbol == nullptr) return 0;
    const auto found = shared_bytes_by_signature_.find(signature_of(symbol));
    return found == shared_bytes_by_signature_.end() ? 0 : found->second;
}

bool Layout::is_device_only(std::uintptr_t address) const
{
    if (!constants_.contains(address)) return device_.contains(address) && !managed_.contains(address);
    const Variable* const constant = constants_.at(address);       // a const table may be read
    return constant == nullptr || std::string_view(constant->symbol).find(kTable) == std::string_view::npos;
}

bool Layout::is_host_function(std::uintptr_t function) const
{
    const char* const symbol = function_at(function);
    return symbol != nullptr && host_functions_.contains(signature_of(symbol));
}

std::string Layout::function_name(std::uintptr_t function) const
{
    const char* const symbol = function_at(function);
    return symbol == nullptr ? "" : function_of(demangled(symbol));
}

const char* Layout::function_at(std::uintptr_t address) const
{
    const auto after = std::ranges::upper_bound(functions_, address, {}, &Function::address);
    return after == functions_.begin() || (after - 1)->address != address ? nullptr : (after - 1)->symbol;
}

std::uintptr_t Layout::thread_local_base() const
{
    return reinterpret_cast<std::uintptr_t>(&halo_engine_tls_anchor) - anchor_offset_;
}

const Variable* Layout::variable_at(std::uintptr_t address) const
{
    const auto after = std::upper_bound(variables_.begin(), variables_.end(), address, starts_after);
    if (after == variables_.begin()) return nullptr;
    const Variable& variable = *(after - 1);
    return address - variable.start < variable.bytes ? &variable : nullptr;
}

bool Layout::is_read_only(std::uintptr_t address) const
{
    return std::any_of(read_only_.begin(), read_only_.end(), [&](const Range& r) { return r.contains(address); });
}

}  // namespace halo::engine
