#include "diagnose/footprints.hpp"

#include <algorithm>
#include <cstdlib>

namespace halo {

namespace {

WrongProduct product(const TapMap& map, std::size_t output, const DueProduct& due, const Drawn& drawn)
{
    const auto weight = std::size_t(due.weight);
    const auto met = map.source(output, weight), filter = map.filter(output, weight);
    const bool of_another = filter && *filter != due.filter;            // then this weight is in no product
    WrongProduct p{.mark = Mark::right, .weight = due.offset, .due = due.place, .met = {}, .times = of_another ? 0 : map.tap(output, weight).times};
    if (met && !of_another) p.met = drawn.place(*met);
    if (!due.source) p.mark = p.times == 0 ? Mark::no_product : Mark::ghost;
    else if (p.times == 0) p.mark = Mark::missing;
    else if (!met) p.mark = Mark::several;
    else if (*met != *due.source) p.mark = p.times > 1 ? Mark::several : drawn.side(p.due, p.met);
    else if (p.times > 1) p.mark = Mark::again;
    return p;
}

/// The offset of the weight that the output multiplies this element with; empty if there is none, or several elements at once.
Indices weight_of(const TapMap& map, std::size_t output, std::span<const DueProduct> due, std::int64_t element)
{
    const auto found = std::ranges::find_if(due, [&](const DueProduct& one) { return map.source(output, std::size_t(one.weight)) == element; });
    return found == due.end() ? Indices{} : found->offset;
}

}  // namespace

Footprint footprint(const TapMap& map, std::size_t output, std::span<const DueProduct> due, const Drawn& drawn)
{
    Footprint f{.output = drawn.output, .element = output, .columns = drawn.columns};
    for (const DueProduct& one : due) {
        WrongProduct p = product(map, output, one, drawn);
        const bool wrong = p.mark != Mark::right && p.mark != Mark::no_product;
        if (p.mark == Mark::missing && f.wrong == 0) p.instead = weight_of(map, output, due, *one.source);
        if (wrong && f.wrong++ == 0) f.first = p;
        if (int(f.marks.size()) < drawn.columns * drawn.rows) f.marks.push_back(p.mark);
    }
    return f;
}

Mark side_of(const Indices& due, const Indices& met, int reach)
{
    const auto away = [&](std::size_t from_end) {
        return due.size() < from_end ? 0 : int(met[met.size() - from_end] - due[due.size() - from_end]);
    };
    const int x = away(1), y = away(2);
    if (y == 0 && std::abs(x) <= reach) return x < 0 ? Mark::left : Mark::right_of;
    if (x == 0 && std::abs(y) <= reach) return y < 0 ? Mark::above : Mark::below;
    return Mark::elsewhere;
}

}  // namespace halo
