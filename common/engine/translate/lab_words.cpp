#include "lab_words.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

#include "lexer.hpp"

namespace halo::engine {
namespace {

constexpr std::string_view kPlain = "write plain C++ and CUDA; what the course counts, it must see";

template <std::size_t N>
bool listed(const std::string_view (&list)[N], std::string_view word)
{
    return std::any_of(std::begin(list), std::end(list), [&](std::string_view one) {
        return one.ends_with('*') ? word.starts_with(one.substr(0, one.size() - 1)) : word == one;
    });
}

/// Attributes that change neither what is counted nor where code runs; some are what CUDA's words mean here.
bool is_allowed_attribute(std::string_view name, std::string_view argument)
{
    static constexpr std::string_view list[] = {
        "aligned", "packed", "always_inline", "noinline", "flatten", "unused", "used", "const", "pure", "hot", "cold", "warn_unused_result", "nonnull",
        "returns_nonnull", "malloc", "may_alias", "vector_size", "fallthrough", "format", "deprecated", "noreturn", "nothrow", "artificial", "leaf",
        "alloc_size", "assume_aligned", "access", "unavailable", "maybe_unused", "nodiscard", "likely", "unlikely", "no_unique_address"};
    if (name.starts_with("__") && name.ends_with("__") && name.size() > 4) name = name.substr(2, name.size() - 4);
    if (name == "section") return argument == "\"halo_constant\"" || argument == "\"halo_constant_const\"" || argument == "\"halo_device\"" || argument == "\"halo_managed\"";
    return listed(list, name);
}

/// Arithmetic, and what the standard library's macros become.
bool is_allowed_builtin(std::string_view name)
{
    static constexpr std::string_view list[] = {
        "expect*", "unreachable", "assume*", "popcount*", "clz*", "ctz*", "ffs*", "parity*", "bswap*", "clrsb*", "constant_p", "is_constant_evaluated",
        "offsetof", "bit_cast", "va_*", "LINE", "FILE", "FUNCTION", "COLUMN", "types_compatible_p", "choose_expr", "object_size", "is*", "signbit*", "fpclassify",
        "huge_val*", "inf*", "nan*", "add_overflow*", "sub_overflow*", "mul_overflow*", "abs", "labs", "llabs", "fabs*", "fma*", "fmin*", "fmax*", "sqrt*",
        "exp*", "log*", "pow*", "sin*", "cos*", "tan*", "a*sin*", "acos*", "atan*", "ceil*", "floor*", "round*", "trunc*", "rint*", "nearbyint*", "lrint*",
        "lround*", "copysign*", "hypot*", "cbrt*", "erf*", "fmod*", "prefetch", "source_location"};
    return listed(list, name);
}

/// In namespace halo_engine: what the translation and CUDA's words become.
bool is_allowed_of_engine(std::string_view name)
{
    static constexpr std::string_view list[] = {
        "CheckedArray", "ConstexprLoop", "DynamicShared", "Launch", "LocalArray", "Loop", "SyncWarp", "UnsetArray", "argument", "configure", "dynamic_shared",
        "keep_parameters", "left_at", "named_block", "returned", "thread_index", "block_index", "block_extent", "grid_extent", "barrier*",
        "Call", "Shuffle", "all_of", "any_of", "ballot", "shuffle", "sync_warp", "match_*", "reduced_*", "gather", "call*", "Rounding", "rounded_*", "grid_sync",
        "by", "to", "Saturated", "on_device"};
    return listed(list, name);
}

/// The pragmas that g++ knows and that change how it compiles; others it ignores.
bool is_refused_pragma(std::string_view first, std::string_view second)
{
    static constexpr std::string_view of_gcc[] = {"unroll", "ivdep", "diagnostic", "warning", "error"};
    static constexpr std::string_view list[] = {"weak", "redefine_extname", "extern_prefix", "scalar_storage_order"};
    return first == "GCC" ? !listed(of_gcc, second) : listed(list, first);
}

bool is_intrinsics_header(std::string_view path)
{
    const std::string_view name = file_name(path);
    return name.ends_with("intrin.h") || name == "cpuid.h" || path.ends_with("/sys/io.h");
}

std::string_view word_at(std::string_view& text)
{
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

class Check {
public:
    Check(std::string_view text, const SubmissionRules& rules) : text_(text), rules_(rules) {}

    /// The refusal that is first in the file.
    std::optional<Refusal> run()
    {
        while (at_ < text_.size()) {
            const std::string_view line = text_.substr(at_, std::min(text_.find('\n', at_), text_.size()) - at_);
            if (line.starts_with('#')) {
                directive(line);
                at_ += line.size() + 1;
            } else if (trusted_) {
                at_ += line.size() + 1;
            } else {
                at_ = own_lines();
            }
        }
        words(lex_groups(own_).code);
        return std::move(refusal_);
    }

private:
    void refuse(int line, std::string what, std::string_view advice = kPlain)
    {
        if (!refusal_ || line < refusal_->line) refusal_ = Refusal{line, std::move(what), "", std::string(advice)};
    }

    void directive(std::string_view line)
    {
        if (const auto to = line_marker(line)) {
            const bool known = rules_.is_trusted(to->file) ? !is_intrinsics_header(to->file) && !rules_.is_hidden(to->file) : rules_.is_own(to->file);
            if (to->enters && !trusted_ && !known)
                refuse(line_, fmt::format("a submission may not include {}", file_name(to->file)),
                       "include the lab's header, CUDA's and those of the standard library");
            trusted_ = rules_.is_trusted(to->file);
            line_ = to->line;
            return;
        }
        if (!trusted_ && line.starts_with("#pragma ")) {
            std::string_view rest = line.substr(8);
            const std::string_view first = word_at(rest), second = word_at(rest);
            if (is_refused_pragma(first, second))
                refuse(line_, fmt::format("#pragma {}{}{} is not for submissions", first, first == "GCC" ? " " : "", first == "GCC" ? second : ""));
        }
        ++line_;
    }

    /// Takes the submission's lines up to the next directive or marker; a raw string may look like one. Returns its offset.
    std::size_t own_lines()
    {
        std::size_t end = at_;
        while (end < text_.size() && (text_[end] != '#' || text_[end - 1] != '\n')) end = after_token(end);
        own_ += text_.substr(at_, end - at_);
        return end;
    }

    /// Also counts lines.
    std::size_t after_token(std::size_t i)
    {
        const std::size_t end = token_end(text_, i);
        const bool name = text_[i] == '\\' && end - i > 2;     // with a letter beyond ASCII, as the preprocessor writes it
        if (text_[i] == '\\' && !name)   // the compiler would join this line with the next, and two halves of a word
            refuse(line_, "a \\ outside a string is not for submissions");
        for (; i < end; ++i)
            if (text_[i] == '\n') lines_.push_back(line_++);
        return end;
    }

    int line_of(const Token& token) const
    {
        const auto line = std::size_t(token.line - 1);
        return line < lines_.size() ? lines_[line] : line_;
    }

    void words(const Stream& s)
    {
        for (std::size_t i = 0; i < s.size(); ++i) {
            if (s.text(i) == "[" && s.text(i + 1) == "[") attributes(s, i);
            if (!s.is_identifier(i)) continue;
            const std::string_view word = s.text(i);
            const auto refuse_it = [&](std::string_view why) { refuse(line_of(s[i]), fmt::format("{} {}", word, why)); };
            if (one_of(word, {"asm", "__asm", "__asm__"})) refuse_it("is inline assembly, and not for submissions");
            else if (one_of(word, {"__attribute__", "__attribute"})) attributes(s, i + 1);
            else if (word.starts_with("__builtin_alloca")) refuse(line_of(s[i]), "alloca is not for submissions", "std::vector has as many elements as are asked for at run time");
            else if (word.starts_with("__builtin_") && !is_allowed_builtin(word.substr(10))) refuse_it("is not for submissions");
            else if (word == "__to_xstring") refuse_it("is a name of the standard library, and not for submissions");   // whose stack the object gate lets pass
            else if (listed(kOthers, word) && word != "__real__") refuse_it("is a name of the course's own engine, and not for submissions");
            else if (word == "halo_engine" && (s.text(i + 1) != "::" || !is_allowed_of_engine(s.text(i + 2)))) refuse_it("is the course's own engine, and not for submissions");
        }
    }

    static std::size_t closing(const Stream& s, std::size_t open)
    {
        int depth = 0;
        for (std::size_t i = open; i < s.size(); ++i) {
            if (one_of(s.text(i), {"(", "[", "{"})) ++depth;
            if (one_of(s.text(i), {")", "]", "}"}) && --depth == 0) return i;
        }
        return s.size();
    }

    /// `((aligned(16), unused))`, `[[gnu::aligned(16), nodiscard]]`
    void attributes(const Stream& s, std::size_t open)
    {
        const std::size_t end = closing(s, open);
        for (std::size_t i = open + 2; i < end; ++i) {
            if (s.text(i) == "(") i = closing(s, i);
            if (!s.is_identifier(i)) continue;
            const bool scope = s.text(i + 1) == "::" || s.text(i) == "using" || s.text(i - 1) == "using";
            if (!scope && !is_allowed_attribute(s.text(i), s.text(i + 1) == "(" ? s.text(i + 2) : ""))
                refuse(line_of(s[i]), fmt::format("the attribute {} is not for submissions", s.text(i)));
        }
    }

    static constexpr std::string_view kOthers[] = {"__tsan_*", "__ubsan_*", "__asan_*", "__sanitizer_*", "__wrap_*", "__real_*", "halo_now", "halo_program*"};

    std::string_view text_;
    const SubmissionRules& rules_;
    std::string own_;            // the submission's lines, without directives
    std::vector<int> lines_;     // their numbers
    std::size_t at_ = 0;
    int line_ = 1;
    bool trusted_ = true;
    std::optional<Refusal> refusal_{};
};

std::string with_attributes(std::string_view text, const std::string& word)
{
    std::string out;
    while (!word.empty()) {
        const std::size_t at = text.find(word);
        if (at == text.npos) break;
        out += text.substr(0, at);
        out += kUnhooked;
        text.remove_prefix(at + word.size());
    }
    return out += text;
}

}  // namespace

Translation check_submission(std::string_view preprocessed, const SubmissionRules& rules)
{
    if (auto refusal = Check(preprocessed, rules).run()) return {{}, std::move(refusal)};
    return {with_attributes(preprocessed, rules.unhooked), std::nullopt};
}

std::optional<Refusal> line_directive(std::string_view source)
{
    const auto refused = [](int line) {
        return Refusal{line, "a submission may not change its line numbers, nor write # in another way", "", "leave the directive out"};
    };
    const Lexed lexed = lex_groups(source);
    for (const Directive& directive : lexed.directives) {
        const std::size_t next = std::size_t(directive.name.data() - source.data()) + directive.name.size();
        if (source.substr(next, 1) == "\\") return refused(directive.line);   // the rest of its name may be in the next line
        if (directive.name == "line" || (!directive.name.empty() && std::isdigit(static_cast<unsigned char>(directive.name.front()))))
            return refused(directive.line);
    }
    // %: is the # of keyboards without one; ??= was, too.
    for (std::size_t i = 0; i + 1 < lexed.code.size(); ++i)
        if (lexed.code.adjacent(i, "%:")) return refused(lexed.code[i].line);
    return std::nullopt;
}

}  // namespace halo::engine
