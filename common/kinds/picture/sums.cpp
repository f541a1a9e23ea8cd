#include "kinds/picture/sums.hpp"

#include <algorithm>

#include "kinds/convolution/asked.hpp"
#include "kinds/convolution/edge_patterns.hpp"
#include "kinds/convolution/met.hpp"
#include "kinds/convolution/patterns.hpp"
#include "kinds/picture/bytes.hpp"

namespace halo::lab {

namespace {

/// Colours mixed up.
PatternList colour_patterns(const Met& m)
{
    PatternList all(m);
    const Layout& l = m.layout();
    for (std::size_t colour = 0; colour < kColours; ++colour) {
        Colours from;
        from.wrong[colour] = true;
        all.add({Mistake::one_colour, {.colours = from}}, [&m, colour](Spot o, Spot d) { return m.at({o.x + d.x, o.y + d.y, int(colour)}); });
    }
    all.add({Mistake::red_is_blue}, [&m](Spot o, Spot d) { return m.at({o.x + d.x, o.y + d.y, kColours - 1 - o.plane}); });
    // The byte at `flat` of a picture whose colours are three images.
    const auto planar = [&m, l](int flat, Spot d) {
        const int pixels = l.width * l.height, pixel = flat % pixels;
        const int met = m.at({pixel % l.width + d.x, pixel / l.width + d.y});
        return met == kNothing ? kNothing : flat / pixels * pixels + met / kColours;
    };
    all.add({Mistake::colour_planes}, [&m, planar](Spot o, Spot d) { return planar(m.flat(o), d); });
    all.add({Mistake::colour_planes}, [l, planar](Spot o, Spot d) {
        return planar(o.plane * l.width * l.height + o.y * l.width + o.x, d);       // in the input alone
    });
    all.add({Mistake::neighbour_byte}, [&m, l](Spot o, Spot d) {
        const int at = kColours * o.x + o.plane + d.x;
        return at < 0 || at >= kColours * l.width ? kNothing : m.at({at / kColours, o.y + d.y, at % kColours});
    });
    return all;
}

int reflected(int i, int size)          // the edge element is repeated
{
    const int offset = ((i % (2 * size)) + 2 * size) % (2 * size);
    return offset < size ? offset : 2 * size - 1 - offset;
}

int wrapped(int i, int size) { return (i % size + size) % size; }

/// Other pixels than the policy's stand for those outside.
PatternList policies(const Met& m)
{
    PatternList all(m);
    const Layout& l = m.layout();
    const auto instead = [&](Mistake mistake, auto source) {
        all.add({mistake}, [&m, source](Spot o, Spot d) {
            const Spot due = plus(o, d);
            return m.inside(due) ? m.flat(due) : source(due);
        });
    };
    const auto policy = [&](Mistake mistake, Boundary boundary) {
        if (boundary == l.boundary) return;
        instead(mistake, [&m, l, boundary](Spot s) {
            const int x = stand_in(s.x, l.width, boundary), y = stand_in(s.y, l.height, boundary);
            return x < 0 || y < 0 ? kNothing : m.flat({x, y, s.plane});
        });
    };
    policy(Mistake::edge_counts_as_zero, Boundary::zero);
    policy(Mistake::edge_repeated, Boundary::replicate);
    policy(Mistake::edge_mirrored, Boundary::mirror);
    instead(Mistake::edge_mirrored_twice, [&m, l](Spot s) { return m.flat({reflected(s.x, l.width), reflected(s.y, l.height), s.plane}); });
    instead(Mistake::edge_wrapped, [&m, l](Spot s) { return m.flat({wrapped(s.x, l.width), wrapped(s.y, l.height), s.plane}); });
    instead(Mistake::edge_next_row, [&m](Spot s) { return m.flat(s); });
    if (l.boundary == Boundary::zero) all.add(strict_tests(m));
    return all;
}

std::optional<Diagnosis> found_in(const Met& m, const TapMap& map, const WrongResult& w)
{
    if (auto found = no_sum_of_products(map)) return found;
    if (m.faulty().empty()) return {};
    if (auto found = match(m, colour_patterns(m).all()).exact) return found;
    if (auto found = wrong_colours(w)) return found;
    auto found = pattern(m, policies(m));
    if (!found) found = without_pattern(m);
    if (found->mistake == Mistake::wrong_near_edge) return Diagnosis{Mistake::policy_near_edge, {.radius = m.layout().radius_x}};
    return found;
}

}  // namespace

TapQuestion question_about_picture(Extent extent, int radius)
{
    const auto weights = std::size_t(2 * radius + 1) * std::size_t(2 * radius + 1), bytes = kColours * extent.count();
    TapQuestion q{.sources = bytes, .weights = weights, .outputs = bytes, .products = double(bytes) * double(weights),
                  .unwritten = kUnwrittenByte, .pass = {}, .ones = {}};
    q.ask_filter(TapQuestion::kByteDigits);
    return q;
}

std::optional<Diagnosis> mistake_of_sums(const FilterImage& kind, const TapMap& map, const WrongResult& w)
{
    const auto size = w.inputs.size.as<PictureSize>();
    const Met m({.width = size.width, .height = size.height, .radius_x = kind.radius, .radius_y = kind.radius, .tile = kind.tile,
                 .planes = kColours, .boundary = kind.boundary},
                map);
    auto found = found_in(m, map, w);
    if (!found || m.faulty().empty()) return found;
    const auto is_wrong = [&](std::size_t i) { return w.got[i] != w.expected.want[i]; };
    const std::size_t drawn = w.drawn.value_or(most_telling(m, is_wrong));
    found->evidence.footprint = m.footprint(map, drawn, kind.output(size).element(drawn));
    return found;
}

}  // namespace halo::lab
