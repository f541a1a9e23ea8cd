#include "probe.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "conditionals.hpp"
#include "rewrite.hpp"

namespace halo::engine {
namespace {

constexpr std::string_view kMark = "#pragma halo_group ";

/// Directives that the probe keeps. Not #error, which would stop the preprocessor, nor #line, which would override ours.
bool is_kept(std::string_view name)
{
    return is_conditional(name) || name == "include" || name == "include_next" || name == "import" || name == "define" ||
           name == "undef" || name == "pragma";
}

bool needs_no_probe(const Lexed& lexed, const Rules& rules)
{
    if (lexed.refusal || !lexed.undecided) return true;
    return rules.plain_header &&
           std::all_of(lexed.includes.begin(), lexed.includes.end(), [](const Include& i) { return i.certain; });
}

}  // namespace

std::string Probe::text(std::string_view source, std::string_view path, const Rules& rules)
{
    both_sides_ = both_sides_ || source.find("__CUDA_ARCH__") != source.npos;
    const Lexed lexed = lex_groups(source);
    // The value of __COUNTER__ in a condition depends on the code before it, which the probe omits.
    if (needs_no_probe(lexed, rules) || source.find("__COUNTER__") != source.npos) {
        Rules includes;
        includes.only_includes = true;
        includes.include = rules.include;
        return translate(source, path, includes).text;
    }
    undecided_ = true;
    std::string out = fmt::format("#line 1 {}\n", in_quotes(path));
    std::vector<std::size_t> groups, around;   // all groups of the file, and those that are open
    const auto begin = [&](bool guard) {
        groups.push_back(groups_.size());
        out += fmt::format("{}{}\n", kMark, groups.back());
        groups_.push_back({around.empty() ? groups.back() : around.back(), guard, {}});
        around.push_back(groups.back());
    };
    begin(false);
    auto include = lexed.includes.begin();
    for (const Directive& directive : lexed.directives) {
        if (!is_kept(directive.name)) continue;
        out += fmt::format("#line {}\n", directive.line);   // for a condition with __LINE__
        const std::size_t at = out.size();
        out += source.substr(directive.begin, directive.end - directive.begin);
        out += '\n';
        if (include != lexed.includes.end() && include->name.data() < source.data() + directive.end) {
            const std::string instead = rules.include ? rules.include(include->name, include->quoted) : "";
            const auto name = at + std::size_t(include->name.data() - source.data()) - directive.begin;
            if (!instead.empty()) out.replace(name - 1, include->name.size() + 2, in_quotes(instead));
            ++include;
        }
        if (is_conditional(directive.name) && !directive.name.starts_with("if") && around.size() > 1) around.pop_back();
        if (begins_group(directive.name)) begin(lexed.guarded && groups.size() == 1);
    }
    files_.insert_or_assign(std::string(path), std::move(groups));
    return out;
}

void Probe::read(std::string_view preprocessed)
{
    ++passes_;
    for (Group& group : groups_) group.times.resize(passes_);
    for (std::size_t at = 0; (at = preprocessed.find(kMark, at)) != preprocessed.npos;) {
        const bool own_line = at == 0 || preprocessed[at - 1] == '\n';
        at += kMark.size();
        std::size_t number = groups_.size();
        std::from_chars(preprocessed.data() + at, preprocessed.data() + preprocessed.size(), number);
        if (own_line && number < groups_.size()) ++groups_[number].times.back();
    }
}

std::vector<Compiled> Probe::groups(std::string_view path) const
{
    const auto file = files_.find(path);
    if (passes_ == 0 || file == files_.end()) return {};
    std::vector<Compiled> out;
    for (std::size_t i = 1; i < file->second.size(); ++i) {
        const Group& group = groups_[file->second[i]];
        const bool never = std::all_of(group.times.begin(), group.times.end(), [](int n) { return n == 0; });
        const bool always = group.guard || group.times == groups_[group.parent].times;
        out.push_back(never ? Compiled::never : always ? Compiled::always : Compiled::unknown);
    }
    return out;
}

}  // namespace halo::engine
