// Device code: makes `return;` record its line, and refuses what the engine can't run.

#include <algorithm>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

constexpr std::size_t kLongestHead = 200;   // tokens before the body of a lambda or class

/// `texture<float, 2, cudaReadModeElementType> name;`, not a comparison with a variable called texture.
bool is_texture_reference(const Stream& s, std::size_t i)
{
    if (s[i].text != "texture" || s.text(i + 1) != "<" || s.text(i - 1) == "." || s.text(i - 1) == "->") return false;
    for (std::size_t k = i + 2; k < s.size() && k < i + 20; ++k) {
        if (s.text(k) == ">") return s.is_identifier(k + 1) && (s.text(k + 2) == ";" || s.text(k + 2) == ",");
        if (!s.is_identifier(k) && s[k].kind != TokenKind::number && s.text(k) != "," && s.text(k) != "::") return false;
    }
    return false;
}

/// Is a function of this name defined here as `__device__`, and none as a kernel?
bool is_called_on_device(const Stream& s, const Functions& functions, std::string_view name)
{
    bool device = false;
    for (const DeviceFunction& f : functions)
        for (std::size_t i = f.word; i < f.open; ++i) {
            if (s.text(i) != name || s.text(i + 1) != "(") continue;
            if (f.global) return false;
            device = true;
        }
    return device;
}

}  // namespace

std::size_t lambda_body(const Stream& s, std::size_t i, std::size_t end)
{
    if (s.text(i) != "[" || s[i].match == kNone || s.adjacent(i, "[[")) return kNone;
    const bool subscript = i > 0 && ((s.is_identifier(i - 1) && s.text(i - 1) != "return") || s.text(i - 1) == ")" ||
                                     s.text(i - 1) == "]");
    if (subscript) return kNone;
    for (std::size_t k = s[i].match + 1; k < std::min(end, s[i].match + kLongestHead); ++k) {   // parameters, attributes, a type
        const std::string_view t = s.text(k);
        if (t == "{") return k;
        if (t == ";" || t == "," || t == ")" || t == "]" || t == "}") return kNone;
        if (s[k].match != kNone && s[k].match > k) k = s[k].match;
    }
    return kNone;
}

std::size_t class_body(const Stream& s, std::size_t i, std::size_t end)
{
    if (s.text(i) != "struct" && s.text(i) != "class" && s.text(i) != "union") return kNone;
    for (std::size_t k = i + 1; k < std::min(end, i + kLongestHead); ++k) {
        if (s.text(k) == "{") return k;
        if (!s.is_identifier(k) && s.text(k) != ":" && s.text(k) != "::" && s.text(k) != "<" && s.text(k) != ">" &&
            s.text(k) != ",")
            return kNone;
    }
    return kNone;
}

/// Skips lambdas and classes within the kernel, which have returns of their own.
void rewrite_returns(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        if (!f.global) continue;
        for (std::size_t i = std::max(done, f.open); i < f.close; ++i) {
            std::size_t body = lambda_body(s, i, f.close);
            if (body == kNone) body = class_body(s, i, f.close);
            if (body != kNone && s[body].match != kNone) i = s[body].match;
            else if (s.text(i) == "return" && s.text(i + 1) == ";")
                rewrite.edits.insert(s[i].end, " ::halo_engine::left_at(__LINE__)");
        }
        done = std::max(done, f.close);
    }
}

void refuse_unsupported(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i].kind != TokenKind::identifier) continue;
        const std::string_view word = s[i].text;
        if (word == "asm" || word == "__asm__" || word == "__asm") {
            rewrite.refuse(s[i].line, "inline PTX is code for the GPU itself; the CPU engine can't run it",
                           "write it in C++, or with an intrinsic such as __ldg or __shfl_sync");
        } else if (is_texture_reference(s, i)) {
            rewrite.refuse(s[i].line, "texture references were removed from CUDA 12",
                           "use a texture object: cudaCreateTextureObject, and tex2D<float>(object, x, y)");
        }
    }
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        for (std::size_t i = std::max(done, f.open); i < f.close; ++i)
            if (s[i].text == "<" && is_launch(s, i)) {
                const std::string_view name = i > 0 ? s.text(i - 1) : "";
                if (is_called_on_device(s, functions, name))
                    rewrite.refuse(s[i].line, fmt::format("{} is a __device__ function: it is called, not launched", name),
                                   "the thread is on the device already; write a call as in plain C++, without <<< >>>: each thread makes it for itself");
                else rewrite.refuse(s[i].line, "device code launches a kernel; the CPU engine can't do that",
                               "launch it from host code; here call the computation as a __device__ function");
                i += 2;
            }
        done = std::max(done, f.close);
    }
}

/// Refuses `int main(…) {` outside functions: the tests have their own.
void refuse_main(Rewrite& rewrite, const Stream& s)
{
    const std::vector<bool> in_block = tokens_in_blocks(s);
    for (std::size_t i = 1; i < s.size(); ++i) {
        if (s.text(i) != "main" || in_block[i] || s.text(i + 1) != "(" || s[i + 1].match == kNone) continue;
        const std::string_view before = s.text(i - 1);
        const bool defined = s.text(s[i + 1].match + 1) == "{";
        if (defined && (before == "int" || before == "void" || before == "auto"))
            rewrite.refuse(s[i].line, "a lab's file must not define main: its tests have their own",
                           "remove main, or keep it in another file");
    }
}

bool is_constexpr(const Stream& s, const DeviceFunction& f)
{
    std::size_t i = f.word;
    while (i > 0 && (s.is_identifier(i - 1) || s.text(i - 1) == "]")) --i;
    for (; i < f.open; ++i)
        if (s.text(i) == "constexpr") return true;
    return false;
}

}  // namespace halo::engine
