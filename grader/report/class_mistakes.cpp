// What a class gets wrong: tests by how many fail them, mistakes by how many make them.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/class_parts.hpp"
#include "report/mistake_words.hpp"
#include "report/treated.hpp"

namespace halo::grader::report {
namespace {

using kainjow::mustache::data;

constexpr std::size_t kMostTests = 20;

/// A test of a function, and how many came to it. One that a program died before does not count.
struct Tally {
    std::size_t lab = 0, function = 0;
    std::string sentence;
    bool hidden = false;
    std::size_t failed = 0, reached = 0;
};

std::vector<Tally> tallies(const gradebook::Table& table, std::size_t l, std::size_t f)
{
    std::vector<Tally> out;
    std::map<std::string, std::size_t> places;
    for (const gradebook::Row& row : table.rows) {
        std::map<std::string, Verdict> worst;
        for (const JudgedCase& one : row.labs[l].cells[f].judgement.cases) {
            if (!one.ran) continue;
            if (!places.contains(one.name)) places[one.name] = out.size(), out.push_back({l, f, one.name, one.hidden});
            const auto [at, added] = worst.emplace(one.name, one.verdict);
            if (!added) at->second = worse(at->second, one.verdict);
        }
        for (const auto& [sentence, verdict] : worst) {
            Tally& tally = out[places[sentence]];
            ++tally.reached;
            tally.failed += verdict != Verdict::passed;
        }
    }
    return out;
}

std::string percent(std::size_t part, std::size_t whole) { return fmt::format("{:.0f} %", 100.0 * double(part) / double(whole)); }

/// Who makes a mistake in a lab.
struct Makers {
    std::map<std::size_t, std::pair<std::string, std::size_t>> functions;   ///< by their place in the lab: name, and how many make it there
    std::vector<std::pair<std::size_t, const gradebook::Cell*>> cells;     ///< by row
    std::set<std::size_t> rows;
};

std::string number_of(const record::RunLab& lab) { return lab.lab.substr(0, lab.lab.find('_')); }

/// Where the lab's pages treat it, under its own key or the one whose hints it shares; nullptr: nowhere.
const Treated* treated_in(const record::RunLab& lab, halo::Key key)
{
    for (const halo::Key one : {key, row_of(key).fallback})
        for (const Treated& row : treated())
            if (row.lab == number_of(lab) && row.title == lab.title && row.key == name(one)) return &row;
    return nullptr;
}

/// With a link if the course says where its book is.
data place_of(const gradebook::Table& table, const Place& place)
{
    data out;
    out["text"] = data(std::string(place.text));
    out["link"] = table.book.empty() ? data(false) : data(table.book + std::string(place.path));
    return out;
}

data lab_of(const gradebook::Table& table, std::size_t l, halo::Key key, const Makers& makers, const Links& links)
{
    const record::RunLab& lab = table.run.labs[l];
    data out, functions = empty_list(), students = empty_list();
    for (const auto& [f, made] : makers.functions) {
        data entry;
        entry["function"] = data(printable(made.first));
        entry["count"] = data(std::to_string(made.second));
        functions << entry;
    }
    for (const auto& [r, cell] : makers.cells) {
        data entry;
        entry["name"] = data(printable(shown_name(table.rows[r])));
        entry["link"] = data(links.to(r, table.rows[r].labs[l], *cell));
        entry["function"] = lab.functions.size() > 1 ? data(printable(cell->function)) : data(false);
        students << entry;
    }
    const Treated* treated = treated_in(lab, key);
    out["lab"] = data(shown_lab(lab));
    out["functions"] = std::move(functions);
    out["count"] = data(plural(makers.rows.size(), "student", "students"));
    out["students"] = std::move(students);
    data pages = empty_list(), slides = empty_list();
    if (treated && !treated->page.text.empty()) pages << place_of(table, treated->page);
    if (treated)
        for (const Place& slide : treated->slides) slides << place_of(table, slide);
    out["read"] = data(!pages.is_empty_list());
    out["shown"] = data(!slides.is_empty_list());
    out["pages"] = std::move(pages);
    out["slides"] = std::move(slides);
    return out;
}

}  // namespace

void add_tests(data& page, const gradebook::Table& table)
{
    std::vector<Tally> all;
    for (std::size_t l = 0; l < table.run.labs.size(); ++l)
        for (std::size_t f = 0; f < table.run.labs[l].functions.size(); ++f)
            for (Tally& tally : tallies(table, l, f))
                if (tally.failed > 0) all.push_back(std::move(tally));
    std::ranges::stable_sort(all, [](const Tally& a, const Tally& b) {
        return a.failed != b.failed ? a.failed > b.failed : a.failed * b.reached > b.failed * a.reached;
    });
    page["has_tests"] = data(!all.empty());
    page["more_tests"] = all.size() > kMostTests ? data(fmt::format("The {} that most students fail, of {} that at least one student fails.", kMostTests, all.size())) : data(false);
    all.resize(std::min(all.size(), kMostTests));
    data tests = empty_list();
    for (const Tally& tally : all) {
        data entry;
        entry["sentence"] = data(printable(tally.sentence));
        entry["hidden"] = data(tally.hidden);
        entry["lab"] = data(shown_lab(table.run.labs[tally.lab]));
        entry["function"] = data(printable(table.run.labs[tally.lab].functions[tally.function]));
        entry["failed"] = data(std::to_string(tally.failed));
        entry["reached"] = data(std::to_string(tally.reached));
        entry["percent"] = data(percent(tally.failed, tally.reached));
        tests << entry;
    }
    page["tests"] = std::move(tests);
}

void add_mistakes(data& page, const gradebook::Table& table, const Links& links)
{
    struct Mistaken {
        std::map<std::size_t, Makers> labs;
        std::set<std::size_t> rows;
    };
    std::map<halo::Key, Mistaken> all;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        for (std::size_t l = 0; l < table.rows[r].labs.size(); ++l)
            for (std::size_t f = 0; f < table.rows[r].labs[l].cells.size(); ++f) {
                const gradebook::Cell& cell = table.rows[r].labs[l].cells[f];
                if (!cell.judgement.key) continue;
                Mistaken& mistaken = all[*cell.judgement.key];
                Makers& makers = mistaken.labs[l];
                makers.functions[f].first = cell.function;
                ++makers.functions[f].second;
                makers.cells.emplace_back(r, &cell);
                makers.rows.insert(r);
                mistaken.rows.insert(r);
            }
    std::vector<std::pair<halo::Key, const Mistaken*>> order;
    for (const auto& [key, mistaken] : all) order.emplace_back(key, &mistaken);
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second->rows.size() > b.second->rows.size(); });

    data mistakes = empty_list();
    for (const auto& [key, mistaken] : order) {
        data entry, labs = empty_list();
        for (const auto& [l, makers] : mistaken->labs) labs << lab_of(table, l, key, makers, links);
        entry["words"] = data(std::string(words(key)));
        entry["key"] = data(std::string(name(key)));
        entry["count"] = data(std::to_string(mistaken->rows.size()));
        entry["percent"] = data(percent(mistaken->rows.size(), table.rows.size()));
        entry["labs"] = std::move(labs);
        mistakes << entry;
    }
    page["has_mistakes"] = data(!order.empty());
    page["mistakes"] = std::move(mistakes);
}

}  // namespace halo::grader::report
