// Uses across the border between host and device code that nvcc refuses and g++ would accept.
//
// Only certain cases are refused. A macro may add __device__ to a function, so only a function whose head consists of
// plain C++ words counts as host code; and a name counts only if this file declares it for one side alone.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "arguments.hpp"

namespace halo::engine {
namespace {

/// Words allowed before a host function's name.
bool is_plain_word(std::string_view word)
{
    return one_of(word, {"void", "bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double", "auto", "size_t", "float2", "float4", "int2", "dim3",
                         "std", "::", "string", "const", "constexpr", "static", "inline", "*", "&"});
}

/// How this file declares a name.
struct Known {
    bool host = false, kernel = false, device = false;   ///< device: __device__ alone
    bool both = false;                                   ///< __host__ __device__, or a method
    bool is_lambda = false, is_constexpr = false;
    std::size_t parameters = 0;
    int line = 0;

    bool only_host() const { return host && !kernel && !device && !both; }
    bool only_kernel() const { return kernel && !host && !device && !both; }
    bool only_device() const { return device && !host && !kernel && !both; }
};
using Names = std::map<std::string_view, Known>;

struct HostBody {
    std::size_t begin = 0, open = 0, close = 0;   ///< its parameters, its braces
};

std::size_t count_parameters(const Stream& s, std::size_t open)
{
    const std::size_t close = s[open].match;
    return s.text(open + 1) == "void" && close == open + 2 ? 0 : split_arguments(s, open, close).size();
}

/// The first of the specifiers around `word`: `static __host__ __device__ …`.
std::size_t head_begin(const Stream& s, std::size_t word)
{
    while (word > 0 && (s.is_identifier(word - 1) || s.text(word - 1) == "]")) --word;
    return word;
}

void note_device_functions(const Stream& s, const std::vector<bool>& in_class, Names& names)
{
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) != "__global__" && s.text(i) != "__device__") continue;
        const Declared declared = declared_after(s, i);
        if (declared.kind != Declared::function || s.text(declared.at) != "(" || s[declared.at].match == kNone) continue;
        const std::size_t name = declared.at - 1;
        if (!s.is_identifier(name)) continue;
        Known& known = names[s[name].text];
        bool host = in_class[i];
        for (std::size_t k = head_begin(s, i); k < name; ++k) host = host || one_of(s.text(k), {"__host__", "constexpr", "friend"});
        if (host) known.both = true;
        else if (s.text(i) == "__global__") known.kernel = true;
        else known.device = true;
        known.parameters = count_parameters(s, declared.at);
        known.line = s[name].line;
    }
}

/// `T` in `template <class T> T twice(T x)`.
bool is_template_parameter(const Stream& s, std::size_t i)
{
    std::size_t from = i;
    while (from > 0 && (is_plain_word(s.text(from - 1)))) --from;
    if (!s.is_identifier(i) || from == 0 || s.text(from - 1) != ">") return false;
    for (std::size_t k = from - 1; k-- > 1 && !one_of(s.text(k), {"template", ";", "{", "}", ")"});)
        if (s.text(k) == s.text(i)) return one_of(s.text(k - 1), {"class", "typename"});
    return false;
}

/// Bodies of functions outside classes that are certainly host code; adds their names to `names`.
std::vector<HostBody> host_bodies(const Stream& s, const std::vector<bool>& in_block, const std::vector<bool>& in_class, Names& names)
{
    std::vector<HostBody> out;
    for (std::size_t i = 2; i < s.size(); ++i) {
        if (s.text(i) != "{" || s[i].match == kNone || in_block[i] || in_class[i] || s.text(i - 1) != ")") continue;
        const std::size_t open = s[i - 1].match;
        if (open == kNone || open == 0 || !s.is_identifier(open - 1)) continue;
        std::size_t head = open - 1;
        while (head > 0 && (is_plain_word(s.text(head - 1)) || is_template_parameter(s, head - 1))) --head;
        const bool starts_here = head == 0 || one_of(s.text(head - 1), {";", "}", "{", ">", "\"C\""});
        if (head == open - 1 || !starts_here) continue;
        Known& known = names[s[open - 1].text];
        known.host = true;
        for (std::size_t k = head; k < open - 1; ++k) known.is_constexpr |= s.text(k) == "constexpr";
        known.parameters = count_parameters(s, open);
        known.line = s[open - 1].line;
        out.push_back({open, i, s[i].match});
    }
    return out;
}

/// Lambdas outside functions: `auto twice = [](float x) { … };`
void note_host_lambdas(const Stream& s, const std::vector<bool>& in_block, Names& names)
{
    for (std::size_t i = 0; i + 3 < s.size(); ++i) {
        if (in_block[i] || s.text(i) != "auto" || !s.is_identifier(i + 1) || s.text(i + 2) != "=" || s.text(i + 3) != "[" || s[i + 3].match == kNone) continue;
        const std::size_t open = s[i + 3].match + 1;
        if (open >= s.size() || s.text(open) != "(" || s[open].match == kNone) continue;
        Known& known = names[s[i + 1].text];
        known.host = known.is_lambda = true;
        known.parameters = count_parameters(s, open);
        known.line = s[i + 1].line;
    }
}

/// A host function of which the file takes the address may be launched through a pointer: a mark in its body shows the engine what it is.
void mark_passed(Rewrite& rewrite, const Stream& s, const std::vector<HostBody>& bodies, const Names& names)
{
    std::set<std::string_view> passed;
    for (std::size_t i = 1; i + 1 < s.size(); ++i)
        if (s.is_identifier(i) && one_of(s.text(i - 1), {"(", ",", "=", "&", "{", "return", "?", ":"}) && one_of(s.text(i + 1), {")", ",", ";", "}", ":"}))
            passed.insert(s.text(i));
    for (const HostBody& body : bodies) {
        const std::string_view name = s.text(s[body.open - 1].match - 1);
        if (passed.contains(name) && names.at(name).only_host()) rewrite.edits.insert(s[body.open].end, " __halo_host_function__ ");
    }
}

/// For each token: whether it is in a class and not in a function.
std::vector<bool> tokens_in_classes(const Stream& s, const std::vector<bool>& in_block)
{
    std::vector<bool> out(s.size());
    std::size_t end = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (!in_block[i] && one_of(s.text(i), {"class", "struct", "union"}))
            if (const std::size_t body = class_body(s, i, s.size()); body != kNone && s[body].match != kNone)
                end = std::max(end, s[body].match);
        out[i] = i < end && !in_block[i];
    }
    return out;
}

/// The `(` of a call of the name at `i`, which may have template arguments: `name<3>(…)`. kNone if there is none.
std::size_t call_open(const Stream& s, std::size_t i)
{
    const std::size_t open = s.text(i + 1) == "<" && s.text(i + 2) != "<" ? skip_template_arguments(s, i + 1) : i + 1;
    return open != kNone && s.text(open) == "(" && s[open].match != kNone ? open : kNone;
}

/// `name(…)` as a call: not a member, not qualified, not being declared.
bool is_call(const Stream& s, std::size_t i)
{
    if (call_open(s, i) == kNone) return false;
    if (i == 0) return true;
    if (one_of(s.text(i - 1), {".", "->", "::", "#", "~"})) return false;
    return !s.is_identifier(i - 1) || one_of(s.text(i - 1), {"return", "else", "do", "case"});
}

bool is_call_with(const Stream& s, std::size_t i, std::size_t arguments)
{
    return is_call(s, i) && split_arguments(s, call_open(s, i), s[call_open(s, i)].match).size() == arguments;
}

/// Whether the name is redeclared in [begin, end), as a parameter or a variable.
bool declared_in(const Stream& s, std::size_t begin, std::size_t end, std::string_view name)
{
    for (std::size_t i = begin + 1; i < end; ++i)
        if (s.text(i) == name && s.is_identifier(i)) {
            const std::string_view before = s.text(i - 1);
            const bool declares = one_of(before, {"*", "&", ">"}) ? s.text(i + 1) != "(" : s.is_identifier(i - 1);
            if (declares && !one_of(before, {"return", "else", "do", "case"})) return true;
        }
    return false;
}

}  // namespace

std::vector<bool> tokens_in_conditionals(const Stream& s, const std::vector<Conditional>& conditionals)
{
    std::vector<bool> out(s.size());
    std::size_t certain = 0;
    for (const Conditional& one : conditionals) {
        if (one.certain) continue;
        for (std::size_t i = std::max(certain, one.before); i < std::min(one.end, s.size()); ++i) out[i] = true;
        certain = std::max(certain, one.end);
    }
    return out;
}

namespace {

constexpr std::string_view kForgotten = "; is __global__ or __device__ missing before this function?";

void refuse_in_host(Rewrite& rewrite, const Stream& s, std::size_t i, const Names& names, const HostBody& body,
                    const std::set<std::string_view>& host_names)
{
    const std::string_view word = s[i].text;
    if (word == "__syncthreads" && is_call(s, i)) {
        rewrite.refuse(s[i].line, "__syncthreads() is called in host code: it waits for the threads of a block",
                       fmt::format("on the host cudaDeviceSynchronize() waits for the device{}", kForgotten));
        return;
    }
    if (is_builtin(word) && !host_names.contains(word)) {
        rewrite.refuse(s[i].line, fmt::format("{} is used in host code: only the threads of a kernel have one", word),
                       fmt::format("on the host use the sizes passed to the launch{}", kForgotten));
        return;
    }
    if (word == "__shared__") {
        rewrite.refuse(s[i].line, "__shared__ memory is declared in host code: it belongs to the threads of a block",
                       fmt::format("use an ordinary array on the host{}", kForgotten));
        return;
    }
    const auto found = names.find(word);
    if (found != names.end() && found->second.only_device() && is_launch(s, i + 1)) {
        rewrite.refuse(s[i].line, fmt::format("{} is launched as a kernel, but is marked __device__", word),
                       fmt::format("a kernel is __global__ void, line {}; a __device__ function is called by kernels", found->second.line));
        return;
    }
    if (found != names.end() && found->second.only_host() && is_launch(s, i + 1) && !declared_in(s, body.begin, i, word)) {
        rewrite.refuse(s[i].line, fmt::format("{} is launched as a kernel, but is a host function", word),
                       fmt::format("a kernel is __global__ void, line {}; a host function is called without <<< >>>", found->second.line));
        return;
    }
    if (found == names.end() || !is_call_with(s, i, found->second.parameters) || declared_in(s, body.open, i, word))
        return;
    if (found->second.only_kernel())
        rewrite.refuse(s[i].line, fmt::format("{} is a kernel, but is called here like an ordinary function", word),
                       fmt::format("launch it: {}<<<grid, block>>>(arguments)", word));
    else if (found->second.only_device())
        rewrite.refuse(s[i].line, fmt::format("{} is a __device__ function: host code can't call it", word),
                       fmt::format("write __host__ __device__ before it, line {}, if both sides may run it", found->second.line));
}

/// Functions of the C library that nvcc supports on the host only.
bool is_host_function(std::string_view word)
{
    return one_of(word, {"rand", "srand", "exit", "fprintf", "fopen", "scanf", "puts", "putchar", "getenv", "mempcpy", "memccpy", "memcmp", "memchr", "bcopy",
                         "bcmp", "bzero", "strlen", "strnlen", "strcpy", "strncpy", "strcat", "strcmp", "strncmp", "strchr", "strstr", "sprintf", "snprintf",
                         "sscanf", "atoi", "atof", "strtol", "strtof", "strtod", "qsort", "bsearch"});
}

/// What to write instead of `std::max`: constexpr functions of the standard library belong to the host, too, and CUDA has its own. Empty for others.
std::string_view instead_of_twin(const Stream& s, std::size_t i)
{
    if (i < 2 || s.text(i - 1) != "::" || s.text(i - 2) != "std") return {};
    const std::string_view word = s.text(i);
    if (word == "numeric_limits") return "write the value, FLT_MAX or INT_MAX (<cfloat>, <climits>), or pass it to the kernel";
    if (call_open(s, i) == kNone) return {};
    if (word == "max") return "max(a, b), without std::, is CUDA's own";
    if (word == "min") return "min(a, b), without std::, is CUDA's own";
    if (word == "clamp") return "min(max(x, low), high), without std::, runs on both sides";
    return one_of(word, {"swap", "exchange", "midpoint", "lerp", "gcd", "lcm"}) ? "write it out: nvcc takes no constexpr function that lacks __device__" : "";
}

/// Names of the standard library that nvcc supports on the host only.
bool is_host_library(const Stream& s, std::size_t i)
{
    const std::string_view word = s[i].text;
    if (i > 1 && s.text(i - 1) == "::" && s.text(i - 2) == "std")
        return is_host_function(word) || one_of(word, {"cout", "cerr", "endl", "vector", "string", "map", "set", "sort", "accumulate", "unique_ptr", "make_unique",
                                                       "shared_ptr", "to_string", "thread", "mt19937"});
    return is_host_function(word) && is_call(s, i);
}

/// `new T`, `malloc(n)`; not `new (place) T`. No check for freeing: it needs an allocation first.
bool takes_device_heap(const Stream& s, std::size_t i)
{
    if (s.text(i) == "new") return s.text(i - 1) != "operator" && s.text(i + 1) != "(";
    return s.text(i) == "malloc" && is_call(s, i);
}

void refuse_in_device(Rewrite& rewrite, const Stream& s, std::size_t i, const Names& names, const DeviceFunction& f)
{
    const std::string_view word = s[i].text;
    const auto found = names.find(word);
    if (found == names.end()) {
        if (const std::string_view instead = instead_of_twin(s, i); !instead.empty() && !rewrite.relaxed_constexpr)
            rewrite.refuse(s[i].line, fmt::format("std::{} is a host function: device code can't call it", word), std::string(instead));
        if (is_host_library(s, i) && !declared_in(s, f.word, i, word))
            rewrite.refuse(s[i].line, fmt::format("{} is used in device code: it belongs to the host's library", word),
                           one_of(word, {"mempcpy", "memccpy", "bcopy"}) ? "copy by a loop, one element for each thread, or by memcpy"
                                                                      : "do that on the host, and pass the kernel its result; kernels may call printf");
        if (takes_device_heap(s, i) && !declared_in(s, f.word, i, word))
            rewrite.refuse(s[i].line, fmt::format("{} in device code allocates from the device's heap, which the CPU engine doesn't have", word),
                           "an array of the block is __shared__ float s_name[SIZE]; one of the thread float name[SIZE]; what all blocks use comes from cudaMalloc on the host");
        return;
    }
    if (!is_call_with(s, i, found->second.parameters) || declared_in(s, declared_after(s, f.word).at, i, word)) return;   // from its parameters on
    if (found->second.only_host() && found->second.is_constexpr && rewrite.relaxed_constexpr) return;
    if (found->second.only_host())
        rewrite.refuse(s[i].line, fmt::format("{} is a host function: device code can't call it", word),
                       found->second.is_lambda ? fmt::format("a lambda outside functions runs on the host alone: make the one in line {} a __device__ function", found->second.line)
                       : found->second.is_constexpr ? fmt::format("constexpr alone is not enough: write __host__ __device__ before it, line {}", found->second.line)
                                               : fmt::format("write __device__ before it, line {}, or __host__ __device__ if the host calls it too",
                                                             found->second.line));
    else if (found->second.only_kernel())
        rewrite.refuse(s[i].line, fmt::format("{} is a kernel, but is called here like an ordinary function", word),
                       "move the shared code to a __device__ function, and call that");
}

/// `__global__ int k(…)`
void refuse_results(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    for (const DeviceFunction& f : functions) {
        const std::string_view type = s.text(f.word + 1);
        if (f.global && one_of(type, {"int", "float", "double", "bool", "unsigned", "long", "char", "size_t"}))
            rewrite.refuse(s[f.word].line, fmt::format("this kernel returns {}: a kernel returns nothing", type),
                           "write __global__ void, and store the result in an array in global memory");
    }
}

/// `float w[width]` in device code: only g++ takes a size that a parameter gives.
void refuse_run_time_size(Rewrite& rewrite, const Stream& s, std::size_t i, const DeviceFunction& f)
{
    if (s.text(i + 1) != "[" || i == 0 || !one_of(s.text(i - 1), {"float", "int", "double", "unsigned", "char", "short"})) return;
    if (s[i + 1].match == kNone) return;
    for (std::size_t k = i + 2; k < s[i + 1].match; ++k)
        if (s.text(k) == "sizeof" && s.text(k + 1) == "(" && s[k + 1].match != kNone) k = s[k + 1].match;       // known whatever stands there
        else if (s.is_identifier(k) && s.text(k - 1) != "::" && !one_of(s.text(k), {"unsigned", "int", "long", "const"}) && declared_in(s, declared_after(s, f.word).at, f.open, s.text(k))) {
            rewrite.refuse(s[i].line, fmt::format("the size of {}[{}] is known only when the kernel runs: device code has no such arrays", s.text(i), s.text(k)),
                           "give it a size that is known when compiling, the largest that may occur, or read each element where it is needed");
            return;
        }
}

}  // namespace

bool runs_on_host_too(const Stream& s, const DeviceFunction& f)
{
    for (std::size_t i = head_begin(s, f.word); i < f.open; ++i)
        if (one_of(s.text(i), {"__host__", "constexpr"})) return true;
    return false;
}

void refuse_wrong_side(Rewrite& rewrite, const Stream& s, const Functions& functions, const std::vector<Conditional>& conditionals)
{
    const std::vector<bool> in_block = tokens_in_blocks(s), in_class = tokens_in_classes(s, in_block),
                            undecided = tokens_in_conditionals(s, conditionals);
    Names names;
    note_device_functions(s, in_class, names);
    const std::vector<HostBody> bodies = host_bodies(s, in_block, in_class, names);
    note_host_lambdas(s, in_block, names);
    const std::set<std::string_view> host_names = builtins_declared_by_host(s, functions);
    refuse_results(rewrite, s, functions);
    mark_passed(rewrite, s, bodies, names);

    for (const HostBody& body : bodies)
        for (std::size_t i = body.open + 1; i < body.close; ++i) {
            std::size_t inner = lambda_body(s, i, body.close);   // may be device code
            if (inner == kNone) inner = class_body(s, i, body.close);
            if (inner != kNone && s[inner].match != kNone) i = s[inner].match;
            else if (s.is_identifier(i) && !undecided[i]) refuse_in_host(rewrite, s, i, names, body, host_names);
        }

    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        if (runs_on_host_too(s, f)) continue;
        for (std::size_t i = std::max(done, f.open); i < f.close; ++i)
            if (s.is_identifier(i) && !undecided[i]) {
                refuse_in_device(rewrite, s, i, names, f);
                refuse_run_time_size(rewrite, s, i, f);
            }
        done = std::max(done, f.close);
    }
}

}  // namespace halo::engine
