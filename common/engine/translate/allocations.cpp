// `cudaMalloc(&d_out, bytes)` becomes `cudaMalloc(&d_out, bytes, "d_out")`, for messages; `d_out = (float*)malloc(bytes)` becomes
// `d_out = (float*)::halo_engine::named_block(malloc(bytes), "d_out")`, where malloc may be a macro of the program.

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

/// A function that allocates: the least and greatest number of its arguments, and the defaults of optional ones.
struct Allocator {
    std::string_view name;
    int least = 2, most = 2;
    std::string_view otherwise[2] = {};
};
constexpr Allocator kAllocators[] = {
    {"cudaMalloc", 2, 2, {}},
    {"cudaMalloc3D", 2, 2, {}},
    {"cudaMallocPitch", 4, 4, {}},
    {"cudaMallocAsync", 3, 3, {}},
    {"cudaMallocFromPoolAsync", 4, 4, {}},
    {"cudaMallocManaged", 2, 3, {"cudaMemAttachGlobal"}},
    {"cudaMallocHost", 2, 3, {"cudaHostAllocDefault"}},
    {"cudaHostAlloc", 3, 3, {}},
    {"cudaMallocArray", 3, 5, {"0", "cudaArrayDefault"}},
    {"cudaMalloc3DArray", 3, 4, {"cudaArrayDefault"}},
};

/// Narrows tokens [begin, end) to the name inside casts, `&` and parentheses.
void peel(const Stream& s, std::size_t& begin, std::size_t& end)
{
    while (begin < end) {
        const std::string_view t = s.text(begin);
        if (t == "&") {
            ++begin;
        } else if (t == "(" && s[begin].match != kNone) {
            const std::size_t close = s[begin].match;
            const std::string_view after = s.text(close + 1);
            if (close + 1 == end) {          // ( name )
                ++begin;
                --end;
            } else if (after == "." || after == "->" || after == "[") {
                return;
            } else {                         // (void**) name
                begin = close + 1;
            }
        } else if (t == "reinterpret_cast" || t == "static_cast" || t == "const_cast") {
            const std::size_t after = skip_template_arguments(s, begin + 1);
            if (after == kNone || s.text(after) != "(" || s[after].match + 1 != end) return;
            begin = after + 1;
            --end;
        } else {
            return;
        }
    }
}

bool begins_a_call(const Stream& s, std::size_t i)
{
    if (i == 0) return true;
    const std::string_view before = s.text(i - 1);
    if (before == "." || before == "->" || before == "*" || before == "#") return false;
    if (!s.is_identifier(i - 1)) return true;
    return before == "return" || before == "else" || before == "do";
}

/// The name to which the result of the call at `i` is assigned, through casts: the token after it is `=`. kNone: none.
std::size_t assigned_name(const Stream& s, std::size_t i)
{
    std::size_t at = i;
    while (at > 0) {
        const std::string_view before = s.text(at - 1);
        if (before == "=") return at > 1 && s.is_identifier(at - 2) ? at - 2 : kNone;
        const bool opened = before == "(" && at > 1 && s.text(at - 2) == ">";          // static_cast<float*>(
        const bool cast = before == ")" && s[at - 1].match != kNone && s[at - 1].match > 0 && !s.is_identifier(s[at - 1].match - 1);
        if (!opened && !cast) return kNone;
        if (cast) {
            at = s[at - 1].match;
            continue;
        }
        std::size_t cast_word = at - 2;
        while (cast_word > 0 && s.text(cast_word) != "static_cast" && s.text(cast_word) != "reinterpret_cast" && s.text(cast_word) != ";") --cast_word;
        if (s.text(cast_word) == ";" || cast_word == 0) return kNone;
        at = cast_word;
    }
    return kNone;
}

/// Names the block of a malloc or calloc whose result a pointer is set to.
void name_block(Rewrite& rewrite, const Stream& s, std::size_t i)
{
    const bool known = s[i].text == "malloc" || s[i].text == "calloc";
    if (!known || s.text(i + 1) != "(" || s[i + 1].match == kNone) return;
    const std::size_t close = s[i + 1].match, name = assigned_name(s, i);
    std::size_t commas = 0;
    for (std::size_t k = i + 2; k < close; ++k) {
        commas += s[k].text == ",";
        if (s[k].match != kNone && s[k].match > k) k = s[k].match;
    }
    if (name == kNone || close == i + 2 || commas != (s[i].text == "calloc" ? 1u : 0u)) return;
    rewrite.edits.insert(s[i].begin, "::halo_engine::named_block(");
    rewrite.edits.insert(s[close].end, ", " + name_literal(rewrite, s, name, name + 1) + ")");
}

}  // namespace

void rewrite_allocations(Rewrite& rewrite, const Stream& s)
{
    for (std::size_t i = 0; i < s.size(); ++i) {
        name_block(rewrite, s, i);
        const Allocator* allocator =
            std::find_if(std::begin(kAllocators), std::end(kAllocators), [&](const Allocator& a) { return a.name == s[i].text; });
        if (allocator == std::end(kAllocators) || s.text(i + 1) != "(" || s[i + 1].match == kNone || !begins_a_call(s, i)) continue;
        const std::size_t close = s[i + 1].match;
        std::size_t comma = kNone;
        int arguments = 1;
        for (std::size_t k = i + 2; k < close; ++k) {
            if (s[k].text == "," && ++arguments == 2) comma = k;
            if (s[k].match != kNone && s[k].match > k) k = s[k].match;
        }
        if (arguments < allocator->least || arguments > allocator->most || s.text(close - 1) == ",") continue;
        std::size_t begin = i + 2, end = comma;
        peel(s, begin, end);
        if (begin >= end) continue;
        std::string more;
        for (int left_out = arguments; left_out < allocator->most; ++left_out)
            more += ", " + std::string(allocator->otherwise[left_out - allocator->least]);
        rewrite.edits.insert(s[close].begin, more + ", " + name_literal(rewrite, s, begin, end));
    }
}

}  // namespace halo::engine
