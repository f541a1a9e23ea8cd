#include "gradebook/unmatched.hpp"

#include <algorithm>

namespace halo::grader::gradebook {
namespace {

bool by_hand(const record::Steps& steps) { return std::ranges::find(steps, record::Step::Why::by_hand, &record::Step::why) != steps.end(); }

bool may_be_of(const record::Unplaced& file, const std::string& lab) { return std::ranges::find(file.labs, lab) != file.labs.end(); }

bool is_missing(const LabCells& lab)
{
    return !lab.cells.empty() && !by_hand(lab.steps) && std::ranges::all_of(lab.cells, [](const Cell& cell) { return cell.file.empty() && cell.points && !by_hand(cell.steps); });
}

/// What is nobody's and may be of this lab: files without a name, and folders that the roster doesn't know and no number tells apart.
std::vector<std::string> unmatched(const Table& table, std::size_t lab)
{
    std::vector<std::string> out;
    for (const record::Unplaced& file : table.run.of_nobody)
        if (may_be_of(file, table.run.labs[lab].lab)) out.push_back(file.path);
    for (const Row& row : table.rows)
        if (!row.person.stranger.empty() && !row.person.another && (!is_missing(row.labs[lab]) || !row.person.unplaced.empty())) out.push_back(row.student + "/");
    return out;
}

}  // namespace

bool anyone_handed_in(const Table& table, std::string_view lab)
{
    return std::ranges::any_of(table.rows, [&](const Row& row) {
        const auto cells = std::ranges::find(row.labs, lab, &LabCells::lab);
        return cells != row.labs.end() && std::ranges::any_of(cells->cells, [](const Cell& cell) { return !cell.file.empty(); });
    });
}

std::vector<Guess> guesses(const Table& table, const std::string& lab)
{
    std::vector<Guess> out;
    for (std::size_t l = 0; l < table.run.labs.size(); ++l) {
        const std::string& name = table.run.labs[l].lab;
        if (lab.empty() ? !anyone_handed_in(table, name) : lab != name) continue;
        const std::vector<std::string> strays = unmatched(table, l);
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const Row& row = table.rows[r];
            if (!is_missing(row.labs[l])) continue;
            Guess guess{.row = r, .lab = l};
            for (const record::Unplaced& file : row.person.unplaced)
                if (may_be_of(file, name)) guess.own.push_back(file.path);
            if (guess.own.empty() && row.person.stranger.empty()) guess.unmatched = strays;
            if (!guess.own.empty() || !guess.unmatched.empty()) out.push_back(std::move(guess));
        }
    }
    return out;
}

}  // namespace halo::grader::gradebook
