// `__CUDA_ARCH__`: defined in device code, not in host code. nvcc compiles a file once for each, the engine once for
// both: so the name is replaced according to the code around it. A function for both that asks for it gets two bodies:
//
//     int f() { … }   →   int f() { if (::halo_engine::on_device()) { … } else { … } }

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "arguments.hpp"

namespace halo::engine {
namespace {

constexpr std::string_view kName = "__CUDA_ARCH__";

/// Position of the name in `text` from `at` on, as a whole word.
std::size_t find_name(std::string_view text, std::size_t at)
{
    const auto in_word = [&](std::size_t i) {
        return i < text.size() && (text[i] == '_' || std::isalnum(static_cast<unsigned char>(text[i])));
    };
    for (; (at = text.find(kName, at)) != text.npos; ++at)
        if (!(at > 0 && in_word(at - 1)) && !in_word(at + kName.size())) return at;
    return at;
}

/// `defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800` with the name replaced by its value.
std::string with_value(std::string_view condition)
{
    std::string out(condition);
    for (std::size_t at = 0; (at = find_name(out, at)) != std::string::npos;) {
        std::size_t begin = at, end = at + kName.size();
        const auto blanks_before = [&] {
            while (begin > 0 && (out[begin - 1] == ' ' || out[begin - 1] == '\t')) --begin;
        };
        blanks_before();
        const bool bracket = begin > 0 && out[begin - 1] == '(';
        std::size_t close = end;
        while (close < out.size() && (out[close] == ' ' || out[close] == '\t')) ++close;
        if (bracket && close < out.size() && out[close] == ')') {
            --begin;
            blanks_before();
        }
        if (std::string_view(out).substr(0, begin).ends_with("defined")) {
            out.replace(begin - 7, (bracket ? close + 1 : end) - (begin - 7), "1");
            at = begin - 6;
        } else {
            out.replace(at, kName.size(), kArchitecture);
            at += kArchitecture.size();
        }
    }
    return out;
}

/// Those of the stream, and those whose `__device__` is in a macro, as `#define BOTH __host__ __device__`.
Functions with_macros(const Lexed& lexed, Functions functions)
{
    const Stream& s = lexed.code;
    for (const Stream& macro : lexed.macros) {
        if (!macro.parameters.empty() || !mentions(macro, 0, macro.size(), "__device__")) continue;
        const bool both = mentions(macro, 0, macro.size(), "__host__");
        for (std::size_t i = 0; i < s.size(); ++i)
            if (auto f = s.text(i) == macro.name ? function_after(s, i) : std::nullopt) {
                f->host |= both;
                functions.push_back(*f);
            }
    }
    std::ranges::sort(functions, {}, &DeviceFunction::open);
    return functions;
}

bool has_launch(const Stream& s, const DeviceFunction& f)
{
    for (std::size_t i = f.open; i < f.close; ++i)
        if (is_launch(s, i)) return true;
    return false;
}

/// Whether each `#if` in the text has its `#endif` there.
bool has_whole_groups(std::string_view text)
{
    int open = 0;
    for (std::size_t at = 0; (at = text.find('#', at)) != text.npos && open >= 0; ++at) {
        const std::size_t word = text.find_first_not_of(" \t", at + 1);
        if (word == text.npos) break;
        if (text.substr(word).starts_with("if")) ++open;
        else if (text.substr(word).starts_with("endif")) --open;
    }
    return open == 0;
}

/// The body again, for the host: there the name is not defined.
void add_host_body(Rewrite& rewrite, const Stream& s, const DeviceFunction& f)
{
    const std::size_t begin = s[f.open].end, end = s[f.close].begin;
    if (!has_whole_groups(rewrite.source.substr(begin, end - begin))) return;
    rewrite.edits.insert(begin, " if (::halo_engine::on_device()) {");
    rewrite.edits.insert(end, fmt::format("}} else {{{} {}{}}}", at_its_place(rewrite, s[f.open]), rewrite.source.substr(begin, end - begin),
                                          at_its_place(rewrite, s[f.close])));
}

}  // namespace

void rewrite_architecture(Rewrite& rewrite, const Lexed& lexed, const Functions& of_file)
{
    const Stream& s = lexed.code;
    const Functions functions = with_macros(lexed, of_file);
    std::set<std::size_t> of_both;      // where bodies begin
    const auto on_device = [&](std::size_t token) {
        return std::any_of(functions.begin(), functions.end(),
                           [&](const DeviceFunction& f) { return f.open < token && token <= f.close; });
    };
    const std::vector<bool> in_block = tokens_in_blocks(s);
    for (const Conditional& one : lexed.conditionals) {
        const std::string_view condition = one.rest.substr(0, std::min(one.rest.find("//"), one.rest.find("/*")));
        if (find_name(condition, 0) == condition.npos) continue;
        bool device = on_device(one.before);
        // Outside functions, a group that contains device code is for the device.
        if (!device && !(one.before < s.size() && in_block[one.before]))
            for (std::size_t i = one.before; i < one.end && !device; ++i)
                device = s.text(i) == "__device__" || s.text(i) == "__global__";
        if (!device) continue;
        for (const DeviceFunction& f : functions)
            if (f.host && f.open < one.before && one.before <= f.close) of_both.insert(f.open);
        const auto offset = std::size_t(one.name.data() - rewrite.source.data());
        const std::size_t end = offset + std::size_t(condition.data() + condition.size() - one.name.data());
        const std::string text = one.name == "ifdef"    ? "if 1"
                                 : one.name == "ifndef" ? "if 0"
                                                        : std::string(one.name) + with_value(condition);
        rewrite.edits.replace(offset, end, text);
    }
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        for (std::size_t i = std::max(done, f.open); i < f.close; ++i)
            if (s.text(i) == kName) rewrite.edits.replace(s[i].begin, s[i].end, std::string(kArchitecture));
        done = std::max(done, f.close);
        // Launches would need a translation of their own.
        if (of_both.contains(f.open) && !has_launch(s, f)) add_host_body(rewrite, s, f);
    }
}

}  // namespace halo::engine
