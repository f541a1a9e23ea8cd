#include "record/revision.hpp"

#include <algorithm>

namespace halo::grader::record {
namespace {

bool same(const Sum& a, const Sum& b)
{
    const auto same_step = [](const Step& x, const Step& y) { return x.why == y.why && x.what == y.what && x.change == y.change; };
    return a.points == b.points && a.max_points == b.max_points && a.comment == b.comment && std::ranges::equal(a.steps, b.steps, same_step);
}

}  // namespace

Standings Revision::standings() const
{
    Standings all;
    for (const RevisionCell& cell : cells) all[{cell.student, cell.lab, cell.function}] = cell.standing;
    return all;
}

bool same_grades(const Revision& a, const Revision& b)
{
    return std::ranges::equal(a.cells, b.cells, [](const RevisionCell& x, const RevisionCell& y) {
               return x.student == y.student && x.lab == y.lab && x.function == y.function && x.verdict == y.verdict && x.standing.judging == y.standing.judging && same(x.sum, y.sum);
           }) &&
           std::ranges::equal(a.labs, b.labs, [](const RevisionLab& x, const RevisionLab& y) {
               return x.student == y.student && x.lab == y.lab && x.counts == y.counts && same(x.sum, y.sum);
           }) &&
           std::ranges::equal(a.students, b.students, [](const RevisionStudent& x, const RevisionStudent& y) { return x.student == y.student && same(x.sum, y.sum); });
}

}  // namespace halo::grader::record
