#include "gate/names.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

namespace halo::grader::gate {
namespace {

constexpr std::string_view kEngine[] = {
#include "engine_names.inc"
};

enum class List { allowed, device, variables, engine, refused };

struct Names {
    List list;
    std::string_view names;
};

constexpr Names kNames[] = {
#define NAMES(list, group, names) {List::list, names},
#include "gate/names.def"
#undef NAMES
};

/// <cmath> and <complex>; each also with f and l. Not nan(), which reads a text uncounted; g++ needs it only where that is not in the source.
constexpr std::string_view kMathematics =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod hypot ilogb "
    "j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround nearbyint nextafter nexttoward pow remainder rint "
    "round roundeven scalbln scalbn sin sinh sqrt tan tanh tgamma trunc y0 y1 yn "
    "cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog cpow cproj csin csinh csqrt ctan ctanh";

/// They store through a pointer; the engine checks where to. Those for long double are refused: names.def.
constexpr std::string_view kStoringMathematics = "frexp frexpf modf modff remquo remquof sincos sincosf";

/// `*` stands for any text, `?` for one character, `{a,b}` for either.
bool matches(std::string_view pattern, std::string_view name)
{
    while (!pattern.empty()) {
        if (pattern.front() == '{') {
            const std::size_t end = pattern.find('}');
            for (std::size_t at = 1, next = 0; at <= end; at = next + 1) {
                next = std::min(pattern.find(',', at), end);
                const std::string_view one = pattern.substr(at, next - at);
                if (name.starts_with(one) && matches(pattern.substr(end + 1), name.substr(one.size()))) return true;
            }
            return false;
        }
        if (pattern.front() == '*') {
            pattern.remove_prefix(1);
            if (pattern.empty()) return true;
            for (; !name.empty(); name.remove_prefix(1))
                if (matches(pattern, name)) return true;
            return false;
        }
        if (name.empty() || (pattern.front() != '?' && pattern.front() != name.front())) return false;
        pattern.remove_prefix(1);
        name.remove_prefix(1);
    }
    return name.empty();
}

/// The row of a name, with what follows it: `name>2:4`.
std::optional<std::string_view> row_of(std::string_view names, std::string_view name)
{
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(' '), names.size());
        const std::string_view row = names.substr(0, end);
        if (matches(row.substr(0, row.find('>')), name)) return row;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return std::nullopt;
}

bool listed(std::string_view names, std::string_view name) { return row_of(names, name).has_value(); }

/// `2:4`, `2:*3`, `1+32:4` or `1.0:64`.
Stores stores_in(std::string_view text)
{
    Stores out;
    const char* const end = text.data() + text.size();
    const char* at = std::from_chars(text.data(), end, out.argument).ptr;
    out.kept = at < end && *at == '.';
    if (at < end && *at != ':') at = std::from_chars(at + 1, end, out.offset).ptr;
    ++at;
    if (at < end && *at == '*') std::from_chars(at + 1, end, out.length);
    else if (at < end) std::from_chars(at, end, out.bytes);
    return out;
}

bool is_mathematics(std::string_view name) { return only_computes(name) || listed(kStoringMathematics, name); }

bool is_mangled(std::string_view name) { return name.starts_with("_Z"); }

/// A function of the standard library that is not a template: those, a program may specialise.
bool is_of_library(std::string_view name)
{
    return (name.starts_with("_ZSt") || name.starts_with("_ZNSt") || name.starts_with("_ZNKSt")) && name.find('I') == name.npos;
}

bool in(List list, std::string_view name)
{
    return std::any_of(std::begin(kNames), std::end(kNames), [&](const Names& one) { return one.list == list && listed(one.names, name); });
}

/// Sorted by engine_names.
bool is_engine(std::string_view name) { return std::binary_search(std::begin(kEngine), std::end(kEngine), name); }

}  // namespace

bool may_be_used(std::string_view name)
{
    return is_engine(name) || in(List::allowed, name) || is_mathematics(name);
}

std::vector<Stores> stores_of(std::string_view name)
{
    std::vector<Stores> out;
    for (const Names& one : kNames) {
        if (one.list != List::allowed) continue;
        const auto row = row_of(one.names, name);
        if (!row) continue;
        for (std::size_t at = row->find('>'); at != row->npos;) {
            const std::size_t next = row->find('>', at + 1);
            out.push_back(stores_in(row->substr(at + 1, next == row->npos ? next : next - at - 1)));
            at = next;
        }
        break;
    }
    return out;
}

bool may_be_used_on_device(std::string_view name) { return is_engine(name) || in(List::device, name) || is_mathematics(name); }

bool only_computes(std::string_view name)
{
    return listed(kMathematics, name) || ((name.ends_with('f') || name.ends_with('l')) && listed(kMathematics, name.substr(0, name.size() - 1)));
}

bool is_variable(std::string_view name) { return in(List::variables, name); }

bool is_for_headers(std::string_view name) { return name.starts_with("_ZN11halo_engine") && is_engine(name) && !in(List::engine, name); }

bool may_be_defined(std::string_view name, bool weak)
{
    if (is_engine(name) || name.find('@') != name.npos) return false;
    for (const std::string_view mine : {"_Znw", "_Zna", "_Zdl", "_Zda", "_ZN4halo", "_ZNK4halo"})   // operator new and delete; the harness
        if (name.starts_with(mine)) return false;
    if (!weak && is_of_library(name)) return false;
    if (is_mangled(name) || name.starts_with("DW.ref.")) return true;
    // The object's names are seen by nobody else. But who calls a function `write` or `malloc` means the C library's.
    return !name.starts_with('_') && !name.starts_with("halo") && !in(List::allowed, name) && !in(List::refused, name) && !is_mathematics(name);
}

}  // namespace halo::grader::gate
