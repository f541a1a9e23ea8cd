// Methods without __device__ that device code calls: functors, policies, constructors. nvcc refuses them, g++ would take them.
//
// Only certain cases are refused: the object's type, or the policy that a template parameter stands for, must be a class of this file.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "arguments.hpp"

namespace halo::engine {
namespace {

/// A class, and the lines of those of its methods that are certainly the host's alone. A constructor has the class's name.
struct Class {
    std::map<std::string_view, int> host_methods;
    std::set<std::string_view> others;        ///< methods that run on the device
    bool on_device = false;                   ///< an argument of a launch, or of its template
};
using Classes = std::map<std::string_view, Class>;

/// Begin of the declaration that has its parameters at `open`.
std::size_t declaration_begin(const Stream& s, std::size_t open, std::size_t body)
{
    std::size_t i = open;
    while (i > body + 1 && !one_of(s.text(i - 1), {";", "{", "}", ":"})) i = s.text(i - 1) == ")" && s[i - 1].match != kNone ? s[i - 1].match : i - 1;
    return i;
}

void note_methods(const Stream& s, std::string_view name, std::size_t body, Class& out)
{
    for (std::size_t i = body + 1; i < s[body].match; ++i) {
        if (s.text(i) == "{" && s[i].match != kNone) i = s[i].match;
        if (s.text(i) != "(" || s[i].match == kNone || i == 0) continue;
        const std::size_t close = s[i].match;
        const bool call_operator = s.text(i - 1) == "operator" && s.text(i + 1) == ")" && s.text(i + 2) == "(";
        const std::size_t open = call_operator ? i + 2 : i;
        i = s[open].match == kNone ? close : s[open].match;
        if (!call_operator && (!s.is_identifier(open - 1) || one_of(s.text(open - 2), {"operator", "~", "="}))) continue;
        std::size_t after = i + 1;
        while (one_of(s.text(after), {"const", "noexcept"})) ++after;
        if (!one_of(s.text(after), {"{", ":"})) continue;        // = default, or defined elsewhere
        const std::string_view method = call_operator ? "operator()" : s.text(open - 1);
        bool certain = true, device = false;
        for (std::size_t k = declaration_begin(s, open, body); k < open; ++k) {
            device |= s.text(k) == "__device__";
            certain &= !is_capital(s.text(k)) || s.text(k).size() == 1 || !s.is_identifier(k);      // a macro may add __device__
            certain &= !one_of(s.text(k), {"consteval", "friend"});
        }
        if (device || !certain) out.others.insert(method);
        else out.host_methods.emplace(method, s[open - 1].line);
        if (s.text(after) == ":" && method == name)              // members, each with its value
            while (after < s[body].match && !(s.text(after) == "{" && !s.is_identifier(after - 1))) ++after;
        i = s.text(after) == "{" && s[after].match != kNone ? s[after].match : i;
    }
    for (const std::string_view method : out.others) out.host_methods.erase(method);
}

Classes classes_of(const Stream& s, const std::vector<bool>& in_block)
{
    Classes out;
    std::set<std::string_view> twice;
    for (std::size_t i = 0; i + 1 < s.size(); ++i) {
        if (in_block[i] || !one_of(s.text(i), {"struct", "class"}) || !s.is_identifier(i + 1)) continue;
        const std::size_t body = class_body(s, i, s.size());
        if (body == kNone || s[body].match == kNone) continue;
        if (out.contains(s.text(i + 1))) twice.insert(s.text(i + 1));
        note_methods(s, s.text(i + 1), body, out[s.text(i + 1)]);
    }
    for (const std::string_view name : twice) out.erase(name);
    return out;
}

/// Classes named in a launch: `kernel<Mirror><<<grid, block>>>(in, Adder{10})`.
void note_launched(const Stream& s, Classes& classes)
{
    for (std::size_t i = 1; i < s.size(); ++i) {
        if (!is_launch(s, i) || s.text(i - 1) == "<") continue;
        for (std::size_t k = i; k-- > 0 && !one_of(s.text(k), {";", "{", "}"});)
            if (const auto found = classes.find(s.text(k)); found != classes.end() && one_of(s.text(k - 1), {"<", ",", "::"})) found->second.on_device = true;
        for (std::size_t k = i; k < s.size() && s.text(k) != ";"; ++k)
            if (const auto found = classes.find(s.text(k)); found != classes.end() && one_of(s.text(k + 1), {"{", "("})) found->second.on_device = true;
    }
}

/// Classes whose objects host code passes to a function of the file, from where they may reach a kernel: `filter_with(Mirror{}, in, out)`.
void note_passed(const Stream& s, Classes& classes)
{
    for (std::size_t i = 3; i < s.size(); ++i) {
        const auto found = classes.find(s.text(i));
        if (found == classes.end() || !one_of(s.text(i + 1), {"{", "("}) || !one_of(s.text(i - 1), {"(", ","})) continue;
        std::size_t open = i - 1;
        while (open > 1 && !one_of(s.text(open), {"(", ";", "{", "}"})) open = s.text(open) == ")" && s[open].match != kNone ? s[open].match - 1 : open - 1;
        if (s.text(open) == "(" && s.is_identifier(open - 1) && s.text(open - 2) != "::") found->second.on_device = true;
    }
}

/// The parameters of the template that the function with the word __global__ or __device__ at `word` is.
std::set<std::string_view> template_types(const Stream& s, std::size_t word)
{
    std::size_t i = word;
    while (i > 0 && !one_of(s.text(i - 1), {";", "}", "{", "template"})) --i;
    std::set<std::string_view> out;
    if (i == 0 || s.text(i - 1) != "template") return out;
    for (; i < word && s.text(i) != ">"; ++i)
        if (one_of(s.text(i), {"class", "typename"}) && s.is_identifier(i + 1)) out.insert(s.text(i + 1));
    return out;
}

/// The type that [begin, end) declares the name with: `Adder` for `const Adder& add` and `Adder add{10}`. Empty if it is not declared, or not so plainly.
std::string_view declared_type(const Stream& s, std::size_t begin, std::size_t end, std::string_view name)
{
    for (std::size_t i = begin + 1; i < end; ++i) {
        if (s.text(i) != name) continue;
        std::size_t type = i - 1;
        if (s.text(type) == "&" && type > begin) --type;
        if (s.is_identifier(type) && !one_of(s.text(type), {"return", "else", "do", "case", "const"})) return s.text(type);
    }
    return {};
}

class Calls {
public:
    Calls(Rewrite& rewrite, const Stream& s, const Classes& classes) : rewrite_(rewrite), s_(s), classes_(classes) {}

    void refuse_in(const DeviceFunction& f, const std::vector<bool>& undecided)
    {
        const std::set<std::string_view> types = template_types(s_, f.word);
        for (std::size_t i = f.open + 1; i < f.close; ++i) {
            if (!s_.is_identifier(i) || undecided[i]) continue;
            const std::string_view word = s_.text(i), before = s_.text(i - 1);
            if (s_.text(i + 1) == "(" && before == "::" && i > 1) call(i, s_.text(i - 2), types, word);
            else if (s_.text(i + 1) == "(" && before == "." && i > 1 && s_.is_identifier(i - 2)) call(i, declared_type(s_, f.word, i - 2, s_.text(i - 2)), types, word);
            else if (s_.text(i + 1) == "(" && !one_of(before, {".", "->", "::"})) call(i, declared_type(s_, f.word, i, word), types, "operator()");
            if (classes_.contains(word) && !one_of(before, {".", "->", "::"})) construct(i, word, types);
        }
    }

private:
    /// `Adder{10}(x)`, `Adder(10)`, `Adder add`
    void construct(std::size_t i, std::string_view word, const std::set<std::string_view>& types)
    {
        const bool makes = one_of(s_.text(i + 1), {"{", "("}) && s_[i + 1].match != kNone;
        if (makes || (s_.is_identifier(i + 1) && !one_of(s_.text(i - 1), {"__shared__", "<", ","}))) call(i, word, types, word);
        if (makes && s_.text(s_[i + 1].match + 1) == "(") call(i, word, types, "operator()");
        if (makes && s_.text(s_[i + 1].match + 1) == ".") call(i, word, types, s_.text(s_[i + 1].match + 2));
    }

    void call(std::size_t i, std::string_view type, const std::set<std::string_view>& types, std::string_view method)
    {
        if (rewrite_.relaxed_constexpr) return;     // it may be constexpr
        for (const auto& [name, one] : classes_) {
            const auto found = one.host_methods.find(method);
            if (found == one.host_methods.end() || !(name == type || (one.on_device && types.contains(type)))) continue;
            const std::string what = method == name ? fmt::format("{}'s constructor", name) : fmt::format("{}::{}", name, method);
            rewrite_.refuse(s_[i].line, fmt::format("{} is a host function: device code can't call it", what),
                            fmt::format("write __device__ before it, line {}, or __host__ __device__ if the host calls it too", found->second));
        }
    }

    Rewrite& rewrite_;
    const Stream& s_;
    const Classes& classes_;
};

}  // namespace

void refuse_host_methods(Rewrite& rewrite, const Stream& s, const Functions& functions, const std::vector<Conditional>& conditionals)
{
    Classes classes = classes_of(s, tokens_in_blocks(s));
    if (classes.empty()) return;
    note_launched(s, classes);
    note_passed(s, classes);
    const std::vector<bool> undecided = tokens_in_conditionals(s, conditionals);
    Calls calls(rewrite, s, classes);
    for (const DeviceFunction& f : functions)
        if (!runs_on_host_too(s, f)) calls.refuse_in(f, undecided);
}

}  // namespace halo::engine
