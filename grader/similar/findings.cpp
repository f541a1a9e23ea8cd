#include "similar/findings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <unordered_set>

namespace halo::grader::similar {
namespace {

std::string_view spelled(const std::string& source, const Token& token) { return std::string_view(source).substr(token.begin, token.end - token.begin); }

/// Distinct tokens of a file, counted once however many runs they are in.
class Covered {
public:
    explicit Covered(std::size_t tokens) : marks_(tokens) {}
    void add(const OwnCode& code, std::size_t begin, std::size_t end)
    {
        for (std::size_t i = begin; i < end; ++i)
            if (code.handed_out[i] == 0) marks_[i] = 1;
    }
    std::size_t count() const { return static_cast<std::size_t>(std::ranges::count(marks_, 1)); }

private:
    std::vector<char> marks_;
};

/// Token numbers of a range of words. A gap at either end is left out.
std::pair<std::size_t, std::size_t> tokens_of_words(const OwnCode& code, std::size_t begin, std::size_t end)
{
    while (begin < end && code.is_gap(begin)) ++begin;
    while (begin < end && code.is_gap(end - 1)) --end;
    if (begin == end) return {0, 0};
    return {code.token[begin], code.token[end - 1] + 1};
}

/// The root of the sum of squares: a file copied whole is one match and weighs 100, ten matches of a tenth weigh 32. In made-up classes half of the
/// independent pairs share less than 60 % in 02 and 26 % in 07, in stretches that weigh 44 and 19; a copy with other names is one stretch.
double weight(const std::vector<Match>& matches, std::size_t own)
{
    double squares = 0;
    for (const Match& match : matches) squares += static_cast<double>(match.own) * static_cast<double>(match.own);
    return std::min(100.0, 100 * std::sqrt(squares) / static_cast<double>(own));
}

class Comparison {
public:
    Comparison(const Tester& tester, LabWorks works, double least) : tester_(tester), least_(least) { found_.works = std::move(works); }

    LabFindings run()
    {
        subtract_skeleton();
        sort_out();
        compare_rest();
        judge();
        return std::move(found_);
    }

private:
    const Work& work(std::size_t i) const { return found_.works.works[i]; }

    void subtract_skeleton()
    {
        std::vector<std::string_view> sources;
        for (const Work& w : found_.works.works) sources.push_back(w.bytes);
        Subtracted subtracted = subtract(tester_, sources, found_.works.skeleton);
        found_.code = std::move(subtracted.files);
        found_.too_long = std::move(subtracted.too_long);
        found_.unreadable = std::move(subtracted.unreadable);
        found_.why = std::move(subtracted.why);
        for (const Token& token : tokens_of(found_.works.skeleton)) given_names_.insert(spelled(found_.works.skeleton, token));
    }

    /// Decides which files are compared: one of those that are identical, none that are untouched or too short.
    void sort_out()
    {
        std::map<std::string, std::vector<std::size_t>> by_content;
        for (std::size_t i = 0; i < found_.works.works.size(); ++i) {
            const auto is_in = [&](const std::vector<std::size_t>& list) { return std::ranges::find(list, i) != list.end(); };
            if (is_in(found_.unreadable) || is_in(found_.too_long)) continue;
            if (found_.code[i].own == 0)
                found_.untouched.push_back(i);
            else
                by_content[work(i).content].push_back(i);
        }
        for (const auto& [content, same] : by_content) {
            if (same.size() > 1 && work(same.front()).from == From::this_class) found_.identical.push_back({same});
            if (found_.code[same.front()].own < kShortest)
                found_.too_short.insert(found_.too_short.end(), same.begin(), same.end());
            else
                (work(same.front()).from == From::this_class ? fresh_ : old_).push_back(same.front());
        }
        for (auto* list : {&found_.too_short, &fresh_, &old_}) std::ranges::sort(*list);
        std::ranges::sort(found_.identical, {}, [](const Identical& group) { return group.works.front(); });
    }

    void compare_rest()
    {
        const auto words = [&](const std::vector<std::size_t>& files) {
            std::vector<Words> all;
            for (const std::size_t i : files) all.push_back(found_.code[i].words);
            return all;
        };
        Compared compared = compare(tester_, words(fresh_), words(old_), Compare::fresh_with_all, kShortestRun);
        for (const std::size_t i : compared.unreadable) found_.unreadable.push_back(fresh_[i]);
        if (!compared.unreadable.empty()) found_.why = compared.why;
        found_.compared = fresh_.size() + old_.size() - compared.unreadable.size();

        std::ranges::sort(compared.runs, {}, [](const Run& run) { return std::tuple(run.first, run.second, run.first_begin); });
        for (auto at = compared.runs.begin(); at != compared.runs.end();) {
            const auto end = std::find_if(at, compared.runs.end(), [&](const Run& run) { return run.first != at->first || run.second != at->second; });
            add_pair({at, end});
            at = end;
        }
    }

    std::size_t number_of(std::size_t file) const { return file < fresh_.size() ? fresh_[file] : old_[file - fresh_.size()]; }

    void add_pair(std::span<const Run> runs)
    {
        Pair pair;
        pair.first = number_of(runs.front().first);
        pair.second = number_of(runs.front().second);
        const OwnCode &a = found_.code[pair.first], &b = found_.code[pair.second];
        Covered in_a(a.tokens.size()), in_b(b.tokens.size());
        for (const Run& run : runs) {
            Match match;
            std::tie(match.first_begin, match.first_end) = tokens_of_words(a, run.first_begin, run.first_end);
            std::tie(match.second_begin, match.second_end) = tokens_of_words(b, run.second_begin, run.second_end);
            for (std::size_t i = match.first_begin; i < match.first_end; ++i) match.own += a.handed_out[i] == 0;
            if (match.own < kShortestRun) continue;
            in_a.add(a, match.first_begin, match.first_end);
            in_b.add(b, match.second_begin, match.second_end);
            pair.matches.push_back(match);
            count_names(pair, run);
        }
        if (pair.matches.empty()) return;
        pair.own = in_a.count();
        pair.first_percent = 100.0 * static_cast<double>(pair.own) / static_cast<double>(a.own);
        pair.second_percent = 100.0 * static_cast<double>(in_b.count()) / static_cast<double>(b.own);
        pair.weight = weight(pair.matches, std::min(a.own, b.own));
        pair.same_code = same_code(pair.first, pair.second);
        found_.pairs.push_back(std::move(pair));
    }

    void count_names(Pair& pair, const Run& run) const
    {
        const OwnCode &a = found_.code[pair.first], &b = found_.code[pair.second];
        for (std::size_t i = 0; i < run.first_end - run.first_begin && run.second_begin + i < run.second_end; ++i) {
            const std::size_t wa = run.first_begin + i, wb = run.second_begin + i;
            if (a.is_gap(wa)) continue;
            const Token &ta = a.tokens[a.token[wa]], &tb = b.tokens[b.token[wb]];
            const std::string_view name = spelled(work(pair.first).bytes, ta);
            if (!ta.is_name || !tb.is_name || given_names_.contains(name)) continue;
            ++pair.names;
            pair.same_names += name == spelled(work(pair.second).bytes, tb);
        }
    }

    bool same_code(std::size_t first, std::size_t second) const
    {
        const OwnCode &a = found_.code[first], &b = found_.code[second];
        if (a.words != b.words) return false;
        for (std::size_t i = 0; i < a.words.size(); ++i)
            if (!a.is_gap(i) && spelled(work(first).bytes, a.tokens[a.token[i]]) != spelled(work(second).bytes, b.tokens[b.token[i]])) return false;
        return true;
    }

    void judge()
    {
        std::vector<std::size_t> place(found_.works.works.size());
        std::vector<std::size_t> files = fresh_;
        files.insert(files.end(), old_.begin(), old_.end());
        for (std::size_t i = 0; i < files.size(); ++i) place[files[i]] = i;
        Similarities similarities(files.size());
        for (std::size_t i = fresh_.size(); i < files.size(); ++i) similarities.leave_out(i);
        for (const Pair& pair : found_.pairs) similarities.set(place[pair.first], place[pair.second], pair.weight);
        similarities.measure();
        found_.usual = similarities.of_class();

        std::erase_if(found_.pairs, [&](const Pair& pair) { return pair.percent() < least_; });
        for (Pair& pair : found_.pairs) {
            pair.unusual = similarities.unusual(place[pair.first], place[pair.second]);
            // Without a class to compare with no percentage is a hint: short files that were written independently are all the same but for names.
            pair.hint = pair.same_code || (pair.unusual && *pair.unusual >= kUnusual);
        }
        std::ranges::stable_sort(found_.pairs, std::greater<>(), [](const Pair& pair) {
            return std::tuple(pair.hint, pair.unusual.value_or(0), pair.percent(), pair.own);
        });
    }

    const Tester& tester_;
    double least_;
    LabFindings found_;
    std::vector<std::size_t> fresh_, old_;                  ///< numbers of works, in the order in which the tester gets them
    std::unordered_set<std::string_view> given_names_;      ///< words of the skeleton
};

}  // namespace

LabFindings find_similar(const Tester& tester, LabWorks works, double least) { return Comparison(tester, std::move(works), least).run(); }

}  // namespace halo::grader::similar
