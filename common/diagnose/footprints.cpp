#include "diagnose/footprints.hpp"

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

}  // namespace

Footprint footprint(const TapMap& map, std::size_t output, std::span<const DueProduct> due, const Drawn& drawn)
{
    Footprint f{.output = drawn.output, .element = output, .columns = drawn.columns};
    for (const DueProduct& one : due) {
        const WrongProduct p = product(map, output, one, drawn);
        const bool wrong = p.mark != Mark::right && p.mark != Mark::no_product;
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
