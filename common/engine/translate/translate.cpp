#include "translate.hpp"

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {

namespace {

void rewrite_all(Rewrite& rewrite, const Lexed& lexed, const Rules& rules)
{
    const Functions functions = device_functions(lexed.code);
    refuse_includes(rewrite, lexed.includes);
    if (!rules.allow_main) refuse_main(rewrite, lexed.code);
    refuse_unsupported(rewrite, lexed.code, functions);
    refuse_words(rewrite, lexed.code, lexed.conditionals);
    refuse_device_synchronize(rewrite, lexed.code, functions);
    refuse_wrong_side(rewrite, lexed.code, functions, lexed.conditionals);
    refuse_host_methods(rewrite, lexed.code, functions, lexed.conditionals);
    if (rules.watch) rewrite_results(rewrite, lexed, functions);   // before others that change what the call begins or ends with
    rewrite_shared(rewrite, lexed.code, functions);
    rewrite_variables(rewrite, lexed.code);
    rewrite_statics(rewrite, lexed.code, functions);
    rewrite_returns(rewrite, lexed.code, functions);
    if (rules.watch) rewrite_local_arrays(rewrite, lexed, functions, rules.for_debugger);
    if (rules.watch) rewrite_loops(rewrite, lexed, functions);
    if (rules.pieces) rewrite_pieces(rewrite, lexed, functions);
    rewrite_arithmetic(rewrite, lexed, functions);
    rewrite_launches(rewrite, lexed.code);
    rewrite_allocations(rewrite, lexed.code);
    if (rules.allow_main && rules.unused) {      // else tests look at what was refused
        rewrite_unused(rewrite, lexed.code);
        warn_of_one_memory(rewrite, lexed.code, functions);
    }
    rewrite_kernel_casts(rewrite, lexed.code);
    rewrite_attributes(rewrite, lexed.code);
    rewrite_inlined_kernels(rewrite, lexed.code);
    rewrite_host_names(rewrite, lexed.code, functions);
    rewrite_architecture(rewrite, lexed, functions);
    for (const Stream& macro : lexed.macros) {
        refuse_unsupported(rewrite, macro, {});
        if (!macro.is_conditional) refuse_words(rewrite, macro, {});
        rewrite_shared(rewrite, macro, {});
        rewrite_variables(rewrite, macro);
        rewrite_launches(rewrite, macro);
        rewrite_allocations(rewrite, macro);
        rewrite_kernel_casts(rewrite, macro);
        rewrite_attributes(rewrite, macro);
        rewrite_inlined_kernels(rewrite, macro);
    }
}

/// A header without device code is the host's, and may contain anything; but it may ask for what isn't there.
void rewrite_plain_header(Rewrite& rewrite, const Lexed& lexed)
{
    refuse_includes(rewrite, lexed.includes);
    refuse_words(rewrite, lexed.code, lexed.conditionals);
    rewrite_host_names(rewrite, lexed.code, {});
}

/// Replaces the names in #include directives.
void rewrite_includes(Rewrite& rewrite, const std::vector<Include>& includes, const Rules& rules)
{
    if (!rules.include) return;
    for (const Include& include : includes) {
        const std::string instead = rules.include(include.name, include.quoted);
        if (instead.empty()) continue;
        const auto begin = std::size_t(include.name.data() - rewrite.source.data());
        rewrite.edits.replace(begin - 1, begin + include.name.size() + 1, in_quotes(instead));
    }
}

}  // namespace

Translation translate(std::string_view source, std::string_view path, const Rules& rules)
{
    if (source.starts_with("\xEF\xBB\xBF")) source.remove_prefix(3);   // a byte order mark would end up in line 2
    Lexed lexed = lex(source, rules.groups);
    if (lexed.refusal && (rules.plain_header || rules.only_includes)) lexed = {};
    if (lexed.refusal) return {{}, std::move(lexed.refusal)};

    Rewrite rewrite{source, Edits(source), rules.unhooked, rules.relaxed_constexpr};
    if (rules.plain_header) rewrite_plain_header(rewrite, lexed);
    else if (!rules.only_includes) rewrite_all(rewrite, lexed, rules);
    if (!rewrite.refusal) rewrite_includes(rewrite, lexed.includes, rules);
    if (rewrite.refusal) return {{}, std::move(rewrite.refusal)};
    return {fmt::format("#line 1 {}\n", in_quotes(path)) + rewrite.edits.apply(), std::nullopt};
}

std::string describe(const Refusal& refusal, std::string_view path)
{
    std::string out = fmt::format("{}:{}: {}\n", path, refusal.line, refusal.what);
    if (!refusal.where.empty()) out += fmt::format("  where: {}\n", refusal.where);
    return out + fmt::format("  try:   {}\n", refusal.advice);
}

}  // namespace halo::engine
