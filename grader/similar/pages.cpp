#include <fmt/format.h>
#include <fmt/ranges.h>
#include <kainjow/mustache.hpp>

#include "machine/text.hpp"
#include "similar/painted.hpp"
#include "similar/report.hpp"

namespace halo::grader::similar {

extern const char* const kIndexPage;
extern const char* const kPairPage;
extern const char* const kPagesStyle;

namespace {

using kainjow::mustache::data;

data list() { return data(data::type::list); }

std::string whole(double percent) { return fmt::format("{:.0f}", percent); }

/// What both kinds of pages say about a pair.
void describe(data& out, const LabFindings& lab, const Pair& pair)
{
    out["first"] = data(lab.works.works[pair.first].who);
    out["second"] = data(lab.works.works[pair.second].who);
    out["first_percent"] = data(whole(pair.first_percent));
    out["second_percent"] = data(whole(pair.second_percent));
    out["unusual"] = data(unusual_text(pair));
    out["names"] = data(names_text(pair));
}

data link_to(const LabFindings& lab, std::size_t pair) { return pair < std::min(lab.pairs.size(), kMostPages) ? data(page_name(lab, pair)) : data(false); }

data rows(const LabFindings& lab)
{
    data out = list();
    for (std::size_t i = 0; i < std::min(lab.pairs.size(), kMostPages); ++i) {
        data row;
        describe(row, lab, lab.pairs[i]);
        row["hint"] = data(lab.pairs[i].hint);
        row["page"] = link_to(lab, i);
        out << row;
    }
    return out;
}

data left_out(const LabFindings& lab)
{
    data out = list();
    for (const Note& note : notes_of(lab)) {
        data entry;
        entry["what"] = data(note.title);
        entry["people"] = data(fmt::format("{}", fmt::join(note.people, ", ")));
        entry["why"] = data(note.why);
        out << entry;
    }
    return out;
}

std::string filled(const char* page, const data& with)
{
    kainjow::mustache::mustache mustache{std::string(page)};
    return mustache.render(with);
}

data with_style()
{
    data out;
    out["style"] = data(kPagesStyle);
    out["meaning"] = data(kWhatItMeans);
    return out;
}

}  // namespace

std::string page_name(const LabFindings& lab, std::size_t pair) { return fmt::format("{}-{:03}.html", lab.works.lab, pair + 1); }

std::string index_page(const Report& report)
{
    data page = with_style();
    data labs = list();
    for (std::size_t l = 0; l < report.labs.size(); ++l) {
        const LabFindings& lab = report.labs[l];
        data entry;
        entry["id"] = data(fmt::format("lab{}", l + 1));
        entry["lab"] = data(lab.works.lab);
        entry["title"] = data(lab.works.title);
        entry["summary"] = data(summary(lab));
        entry["has_pairs"] = data(!lab.pairs.empty());
        entry["pairs"] = rows(lab);
        entry["rest"] = data(rest_text(lab));
        entry["has_rest"] = data(lab.pairs.size() > kMostPages);
        data notes = left_out(lab);
        entry["has_notes"] = data(!notes.is_empty_list());
        entry["notes"] = std::move(notes);
        labs << entry;
    }
    page["labs"] = std::move(labs);
    data skipped = list();
    for (const std::string& note : report.notes) {
        data entry;
        entry["line"] = data(printable(note));
        skipped << entry;
    }
    page["has_skipped"] = data(!report.notes.empty());
    page["skipped"] = std::move(skipped);
    page["threshold"] = data(number(kUnusual));
    return filled(kIndexPage, page);
}

std::string pair_page(const LabFindings& lab, std::size_t number)
{
    const Pair& pair = lab.pairs.at(number);
    const std::string &first = lab.works.works[pair.first].bytes, &second = lab.works.works[pair.second].bytes;
    const OwnCode &a = lab.code[pair.first], &b = lab.code[pair.second];
    data page = with_style();
    describe(page, lab, pair);
    page["lab"] = data(lab.works.lab);
    page["summary"] = data(summary(lab));
    page["before"] = number == 0 ? data(false) : link_to(lab, number - 1);
    page["after"] = link_to(lab, number + 1);
    page["matches_count"] = data(pair.matches.size() == 1 ? std::string("One match") : fmt::format("{} matches", pair.matches.size()));

    std::vector<Painted> in_first, in_second;
    data matches = list();
    for (std::size_t m = 0; m < pair.matches.size(); ++m) {
        const Match& match = pair.matches[m];
        in_first.push_back({match.first_begin, match.first_end});
        in_second.push_back({match.second_begin, match.second_end});
        data entry;
        entry["number"] = data(std::to_string(m + 1));
        entry["hue"] = data(hue(m + 1));
        entry["first_lines"] = data(lines_of(first, a, match.first_begin, match.first_end));
        entry["second_lines"] = data(lines_of(second, b, match.second_begin, match.second_end));
        entry["own"] = data(std::to_string(match.own));
        matches << entry;
    }
    page["matches"] = std::move(matches);
    page["first_code"] = data(painted(first, a, in_first, 'a', 'b'));
    page["second_code"] = data(painted(second, b, in_second, 'b', 'a'));
    return filled(kPairPage, page);
}

}  // namespace halo::grader::similar
