#pragma once
// Shared by the rewrites: the source, the changes so far, and the first refusal.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace halo::engine {

/// Changes to the source, by offset. They are applied only when no rewrite has refused the source.
class Edits {
public:
    explicit Edits(std::string_view source) : source_(source) {}

    void insert(std::size_t at, std::string text) { edits_.push_back({at, at, std::move(text)}); }

    /// Line ends between `begin` and `end` are kept, before the new text if `keep_first`, else after it.
    void replace(std::size_t begin, std::size_t end, std::string text, bool keep_first = false);

    void remove(const Token& token) { replace(token.begin, token.end, ""); }

    std::string apply();

private:
    struct Edit {
        std::size_t begin, end;
        std::string text;
    };
    std::string_view source_;
    std::vector<Edit> edits_;
};

struct Rewrite {
    std::string_view source;
    Edits edits;
    std::string_view unhooked;   ///< Rules::unhooked
    bool relaxed_constexpr = false;
    std::optional<Refusal> refusal{};

    /// Keeps only the refusal that is first in the file.
    void refuse(int line, std::string what, std::string advice);

    /// Tokens [begin, end) as one line of source.
    std::string joined(const Stream& stream, std::size_t begin, std::size_t end) const;
};

/// `text` as a C++ string literal.
std::string in_quotes(std::string_view text);

/// The name of tokens [begin, end) as a string literal, or `#p` if they are the parameter p of a macro.
std::string name_literal(const Rewrite& rewrite, const Stream& stream, std::size_t begin, std::size_t end);

/// The index after the `>` that matches the `<` at `i`; kNone if it is not a template argument list.
std::size_t skip_template_arguments(const Stream& stream, std::size_t i);

/// The index after the attribute at `i`: `__align__(16)`, `alignas(16)`, `[[…]]`. `i` itself if there is none.
std::size_t skip_attribute(const Stream& stream, std::size_t i);

/// The declaration to which `__device__`, `__global__`, `__managed__` or `__constant__` at `i` belongs.
struct Declared {
    enum Kind { nothing, function, variable } kind = nothing;
    std::size_t at = 0;   ///< function: its ( or, in a lambda without one, its { · variable: the token after its name
};
Declared declared_after(const Stream& stream, std::size_t i);

/// A function with a body that runs on the device.
struct DeviceFunction {
    bool global = false;          ///< __global__, else __device__
    std::size_t word = 0;         ///< the word __global__ or __device__
    std::size_t open = 0;         ///< its body: { and }
    std::size_t close = 0;
    bool host = false;            ///< `__host__` stands in its head, too
};
std::vector<DeviceFunction> device_functions(const Stream& stream);
/// The function with a body to whose head the word at `i` belongs.
std::optional<DeviceFunction> function_after(const Stream& stream, std::size_t i);
bool is_constexpr(const Stream& stream, const DeviceFunction& function);
/// __host__ __device__, or constexpr.
bool runs_on_host_too(const Stream& stream, const DeviceFunction& function);

/// For each token: whether it is inside a function body or another block, not just in a namespace or class.
std::vector<bool> tokens_in_blocks(const Stream& stream);

/// For each token: whether only the preprocessor knows if it is compiled.
std::vector<bool> tokens_in_conditionals(const Stream& stream, const std::vector<Conditional>& conditionals);

/// A word of a number's type, or dim3: `unsigned`, `size_t`, `int8_t`.
bool is_number_word(std::string_view word);

/// Whether `name` is one of the tokens [begin, end).
bool mentions(const Stream& stream, std::size_t begin, std::size_t end, std::string_view name);

/// threadIdx, blockIdx, blockDim or gridDim.
bool is_builtin(std::string_view word);
/// Those that host code declares as names of its own: `dim3 blockDim(16, 16)`.
std::set<std::string_view> builtins_declared_by_host(const Stream& stream, const std::vector<DeviceFunction>& functions);

/// The `{` of the lambda that begins at `i`, if it is before `end`; kNone if there is none.
std::size_t lambda_body(const Stream& stream, std::size_t i, std::size_t end);
/// The `{` of a class that is defined at `i`, if it is before `end`; kNone if there is none.
std::size_t class_body(const Stream& stream, std::size_t i, std::size_t end);

/// Without small letters, as most macros.
bool is_capital(std::string_view word);
/// Whether a statement may begin at `i`. False if the previous one lacks its `;`.
bool may_begin_statement(const Stream& stream, std::size_t i);
/// Whether a statement must begin at `i`, on a later line than the previous token, which does not end one.
bool lacks_semicolon(std::string_view source, const Stream& stream, std::size_t i);

/// Whether a jump in [begin, end) into a block would skip the variable that we would insert before it: a `case` inside a
/// loop, or a `goto` from outside the label's block.
bool jumps_into_blocks(const Stream& stream, std::size_t begin, std::size_t end);

/// True if the tokens from `i` on are the `<<<` of a launch.
bool is_launch(const Stream& stream, std::size_t i);

// The rewrites. `functions` belong to the stream, and are empty for a macro.
using Functions = std::vector<DeviceFunction>;
void rewrite_launches(Rewrite& rewrite, const Stream& stream);
void rewrite_allocations(Rewrite& rewrite, const Stream& stream);
void rewrite_unused(Rewrite& rewrite, const Stream& stream);
void rewrite_kernel_casts(Rewrite& rewrite, const Stream& stream);
void rewrite_attributes(Rewrite& rewrite, const Stream& stream);
void rewrite_inlined_kernels(Rewrite& rewrite, const Stream& stream);
void rewrite_variables(Rewrite& rewrite, const Stream& stream);
void rewrite_host_names(Rewrite& rewrite, const Stream& stream, const Functions& functions);
/// Has g++ warn of two `extern __shared__` arrays in one function.
void warn_of_one_memory(Rewrite& rewrite, const Stream& stream, const Functions& functions);
void rewrite_shared(Rewrite& rewrite, const Stream& stream, const Functions& functions);
void rewrite_returns(Rewrite& rewrite, const Stream& stream, const Functions& functions);
void rewrite_architecture(Rewrite& rewrite, const Lexed& lexed, const Functions& functions);
void rewrite_statics(Rewrite& rewrite, const Stream& stream, const Functions& functions);
void rewrite_arithmetic(Rewrite& rewrite, const Lexed& lexed, const Functions& functions);
void rewrite_local_arrays(Rewrite& rewrite, const Lexed& lexed, const Functions& functions, bool for_debugger);
void rewrite_results(Rewrite& rewrite, const Lexed& lexed, const Functions& functions);
void rewrite_loops(Rewrite& rewrite, const Lexed& lexed, const Functions& functions);
void rewrite_pieces(Rewrite& rewrite, const Lexed& lexed, const Functions& functions);
void refuse_unsupported(Rewrite& rewrite, const Stream& stream, const Functions& functions);
void refuse_words(Rewrite& rewrite, const Stream& stream, const std::vector<Conditional>& conditionals);
void refuse_device_synchronize(Rewrite& rewrite, const Stream& stream, const Functions& functions);
void refuse_wrong_side(Rewrite& rewrite, const Stream& stream, const Functions& functions,
                       const std::vector<Conditional>& conditionals);
void refuse_host_methods(Rewrite& rewrite, const Stream& stream, const Functions& functions, const std::vector<Conditional>& conditionals);
void refuse_main(Rewrite& rewrite, const Stream& stream);
void refuse_includes(Rewrite& rewrite, const std::vector<Include>& includes);

}  // namespace halo::engine
