#include "show/look.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

namespace halo::show {

namespace {

constexpr std::size_t kColours = 6;

std::string coloured(std::size_t number) { return fmt::format("p{}", number % kColours); }
std::string letter(std::size_t number) { return std::string(1, char('A' + number % 26)); }
std::string digit(std::size_t number) { return std::string(1, number < 9 ? char('1' + number) : char('a' + (number - 9) % 26)); }

bool has_word(const std::string& classes, const std::string& word) { return (' ' + classes + ' ').find(' ' + word + ' ') != std::string::npos; }

void add_word(std::string& classes, const std::string& word)
{
    if (!has_word(classes, word)) classes += (classes.empty() ? "" : " ") + word;
}

/// The moments in which an array is stored to, in order.
std::vector<const Moment*> steps_of(const Scene& scene, std::size_t array)
{
    std::vector<const Moment*> steps;
    for_each_touch(scene, array, [&](const Moment& moment, const Part& part, const Touch&) {
        if (part.stores && (steps.empty() || steps.back() != &moment)) steps.push_back(&moment);
    });
    return steps;
}

std::string number_word(std::size_t number)
{
    constexpr std::array<const char*, 4> words = {"first", "second", "third", "fourth"};
    return number < words.size() ? words[number] : fmt::format("{}th", number + 1);
}

/// What was loaded from an element, at any time.
std::string value_of(double value) { return fmt::format("{:.4g}", value); }

}  // namespace

Looks::Looks(const Scene& scene, const Frame& frame) : scene_(scene), frame_(frame), whole_(frame.line == 0)
{
    if (whole_) return;
    int round = 0;
    const auto found = std::ranges::find_if(scene.moments, [&](const Moment& m) { return m.line == frame.line && ++round == frame.round; });
    if (found == scene.moments.end())
        throw Unreadable(round == 0 ? fmt::format("no thread does anything in line {}", frame.line) : fmt::format("line {} is run {} times, not {}", frame.line, round, frame.round));
    at_ = std::size_t(found - scene.moments.begin());
}

bool Looks::followed(std::int64_t thread) const
{
    if (frame_.warp >= 0) return thread / kWarp == frame_.warp;
    return frame_.threads.empty() || std::ranges::find(frame_.threads, thread) != frame_.threads.end();
}

/// Of a thread that is followed beside others.
std::string Looks::letter_of(std::int64_t thread) const
{
    const auto found = std::ranges::find(frame_.threads, thread);
    return frame_.threads.size() < 2 || found == frame_.threads.end() ? "" : letter(std::size_t(found - frame_.threads.begin()));
}

std::string Looks::classes_of(const Touch& touch, bool stores) const
{
    if (const std::string l = letter_of(touch.thread); !l.empty()) return coloured(std::size_t(l[0] - 'A'));
    const std::string word = touch.blank && !whole_ ? "blank" : stores ? "stored" : "read";
    const bool faint = !followed(touch.thread) && (frame_.warp >= 0 || frame_.threads.size() > 1);
    return faint ? word + " dim" : word;
}

/// The run's colours. In the whole run only what followed threads do counts; in a moment the others stay to be seen.
Look Looks::by_access(std::size_t array)
{
    Look look;
    std::map<std::int64_t, bool> own;
    if (!whole_ && frame_.threads.size() < 2 && frame_.warp < 0) {
        look.marks = marks_at(scene_, array, at_, frame_.threads.empty() ? -1 : frame_.threads.front());
    } else {
        for_each_touch(scene_, array, [&](const Moment& moment, const Part& part, const Touch& touch) {
            const bool mine = followed(touch.thread);
            if (whole_ ? !mine : &moment != &scene_.moments[at_]) return;
            const std::string classes = classes_of(touch, part.stores), l = letter_of(touch.thread);
            for (std::int64_t e = touch.element; e < touch.element + touch.count; ++e) {
                if (own[e] && !mine) continue;                  // the followed threads' marks are on top
                if (mine && !own[e]) look.marks[e].clear(), look.words.erase(e);
                own[e] |= mine;
                if (l.empty()) {
                    add_word(look.marks[e], classes);
                    continue;
                }
                if (look.words[e].find(l) == std::string::npos) look.words[e] += l, std::ranges::sort(look.words[e]);
                look.marks[e] = look.words[e].size() > 1 ? "several" : classes;
                say(classes, l, fmt::format("thread {}", scene_.thread_name(touch.thread)));
                if (look.words[e].size() > 1) say("several", "", "several of these threads");
            }
        });
        for (auto& [element, classes] : look.marks)
            if (has_word(classes, "read") && has_word(classes, "stored")) classes = "read stored";
    }
    sign(look.marks, false);
    return look;
}

/// Which step stored each element last.
Look Looks::by_step(std::size_t array)
{
    Look look;
    const auto steps = steps_of(scene_, array);
    const bool small = frame_.cell > 0 && frame_.cell < kCell - 2;      // digits that touch each other cannot be read: without, it is the first step
    if (steps.empty()) return by_access(array);
    for (std::size_t s = 0; s < steps.size(); ++s) {
        for (const Part& part : steps[s]->parts)
            if (part.array == array && part.stores)
                for (const Touch& touch : part.touches)
                    for (std::int64_t e = touch.element; e < touch.element + touch.count; ++e) {
                        look.marks[e] = coloured(s);
                        if (s > 0 || !small) look.words[e] = digit(s);
                        else look.words.erase(e);
                    }
        say(coloured(s), s > 0 || !small ? digit(s) : "", fmt::format("stored in the {} step", number_word(s)));
    }
    return look;
}

Look Looks::of_array(std::size_t array)
{
    Look look = frame_.colours == Colours::steps ? by_step(array) : by_access(array);
    if (frame_.words == Words::none) return look;
    for_each_touch(scene_, array, [&](const Moment& moment, const Part& part, const Touch& touch) {
        if (frame_.words == Words::value && !part.stores && touch.count == 1) look.words[touch.element] = value_of(touch.value);
        if (frame_.words == Words::thread && followed(touch.thread) && (whole_ || &moment == &scene_.moments[at_])) look.words[touch.element] = std::to_string(touch.thread);
    });
    return look;
}

Look Looks::of_threads()
{
    Look look;
    std::vector<std::size_t> stores(std::size_t(scene_.threads())), all(stores);
    for (std::size_t m = 0; m < scene_.moments.size(); ++m)
        for (const Part& part : scene_.moments[m].parts)
            for (const Touch& touch : part.touches) {
                ++all[std::size_t(touch.thread)];
                stores[std::size_t(touch.thread)] += part.stores && scene_.arrays[part.array].memory == Memory::shared;
                if (whole_ || m == at_) add_word(look.marks[touch.thread], whole_ ? "read" : classes_of({.thread = touch.thread}, part.stores));
            }
    for (std::int64_t t = 0; t < scene_.threads(); ++t) {
        const auto n = std::size_t(t);
        std::string& classes = look.marks[t];
        if (frame_.colours == Colours::steps) {
            classes = stores[n] == 0 ? "" : stores[n] == 1 ? "had" : "stored";
            if (stores[n] > 1) look.words[t] = std::to_string(stores[n]);
            if (stores[n] == 1) say("had", "", "a thread that stores to the tile once");
            if (stores[n] > 1) say("stored", std::to_string(stores[n]), stores[n] == 2 ? "a thread that stores to the tile twice" : fmt::format("a thread that stores to the tile {} times", stores[n]));
        } else if (const std::string l = letter_of(t); !l.empty()) {
            classes = coloured(std::size_t(l[0] - 'A'));
            look.words[t] = l;
            say(classes, l, fmt::format("thread {}", scene_.thread_name(t)));
        } else if (frame_.threads.size() == 1 && frame_.threads.front() == t) {
            add_word(classes, "mine");
        } else if (whole_ && !frame_.threads.empty()) {
            classes.clear();
        }
        if (has_word(classes, "dim") && has_word(classes, "read") && has_word(classes, "stored")) classes = "read stored dim";
        if (all[n] == 0 && scene_.left_out == 0) classes = "idle", say("idle", "", "a thread that neither loads nor stores");
        if (frame_.words == Words::thread) look.words[t] = std::to_string(t);
    }
    if (frame_.colours == Colours::accesses) sign(look.marks, true);
    return look;
}

/// The key's entries for the run's colours.
void Looks::sign(const Marks& marks, bool of_threads)
{
    for (const auto& [element, classes] : marks) {
        const bool read = has_word(classes, "read"), stored = has_word(classes, "stored");
        if (has_word(classes, "mine")) say("mine", "", fmt::format("thread {}", scene_.thread_name(frame_.threads.front())));
        if (of_threads && whole_) continue;
        if (has_word(classes, "dim")) say("read dim", "", "fainter: the other threads");
        else if (read && stored) say("read stored", "", "loads and stores");
        else if (read) say("read", "", "is loaded");
        else if (stored) say("stored", "", "is stored");
        else if (has_word(classes, "blank")) say("blank", "", "is stored without a load: 0 for a ghost element");
        else if (has_word(classes, "had")) say("had", "", "was stored before");
    }
}

}  // namespace halo::show
