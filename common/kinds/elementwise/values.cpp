// Each output is made from its own element, but something else is made of it. Tested on the outputs that were written.

#include <algorithm>
#include <cmath>

#include "diagnose/compare.hpp"
#include "kinds/elementwise/classify.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// The outputs that were written.
std::vector<std::size_t> written_in(const WrongArray& a)
{
    std::vector<std::size_t> written;
    for (std::size_t i = 0; i < a.got.size(); ++i)
        if (!never_written(a.got[i])) written.push_back(i);
    return written;
}

}  // namespace

Found another_value(const WrongArray& a)
{
    const Making& m = a.making;
    const std::vector<std::size_t> written = written_in(a);
    if (m.block != 0 || written.empty()) return {};
    // The same number for all of them, and which.
    const auto always = [&](auto number_of) -> std::optional<double> {
        const double first = number_of(written.front());
        const bool same = std::ranges::all_of(written, [&](std::size_t i) { return number_of(i) == first; });
        return same ? std::optional(first) : std::nullopt;
    };
    const auto got = [&](std::size_t i) { return double(a.got[i]); };
    const auto in = [&](std::size_t i) { return double(m.in[i]); };

    const auto cut_off = [&](std::size_t i) { return got(i) - std::trunc(in(i)) == m.amount && in(i) != std::trunc(in(i)); };
    if (std::ranges::all_of(written, cut_off)) return Diagnosis{Mistake::elements_cut_off};
    if (const auto added = always([&](std::size_t i) { return got(i) - in(i); })) {
        if (*added != 0) return Diagnosis{Mistake::another_amount, {.off_by = *added - m.amount}};
        return m.on_host ? Diagnosis{Mistake::input_brought_back, {.array = "h_out"}} : Diagnosis{Mistake::nothing_added};
    }
    if (written.size() < 2) return {};
    if (const auto factor = always([&](std::size_t i) { return got(i) / in(i); }); factor && *factor != 0)
        return Diagnosis{Mistake::multiplied, {.factor = *factor}};
    if (always([&](std::size_t i) { return got(i) - in(i) - double(i); })) return Diagnosis{Mistake::index_added};
    if (always([&](std::size_t i) { return got(i) - double(i); })) return Diagnosis{Mistake::index_for_element};
    const auto one = always(got);
    const bool from_input = one && std::ranges::find(m.in, float(*one) - float(m.amount)) != m.in.end();
    if (one && !from_input) return Diagnosis{Mistake::one_value, {.value = *one}};
    return {};
}

}  // namespace halo::lab
