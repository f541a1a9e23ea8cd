// From the text of course.toml to a Course.


#include <fmt/format.h>

#include "course/course.hpp"
#include "course/read_deadlines.hpp"
#include "course/read_tests.hpp"
#include "course/toml_reader.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::course {
namespace {

constexpr double kMostPoints = 1e6;
const std::vector<std::string> kKeysOfLab = {"due", "due_in", "extra", "points_of_tests", "predictions", "speed", "tests"};

/// `{ points = 5, from = 0.5, full = 0.95 }`
SpeedCredit speed_credit(const TomlReader& reader, const toml::node& node, const std::string& function)
{
    constexpr double kNarrowest = 0.04;                 // in parts of `full`: noise must not decide
    SpeedCredit credit;
    credit.full = 0;
    for (const auto& [key, value] : reader.table(node, function)) {
        const std::string name(key.str());
        if (name == "points") credit.points = reader.number(value, name, 0, kMostPoints);
        else if (name == "from") credit.from = reader.number(value, name, 0, 1000);
        else if (name == "full") credit.full = reader.number(value, name, 0, 1000);
        else if (name == "steps") credit.steps = reader.whole(value, name, 1, 20);
        else if (name == "over") credit.over = reader.choice(value, name, {"copy", "basic"}) == "copy" ? SpeedCredit::Over::copy : SpeedCredit::Over::basic;
        else reader.unknown_key(value, name, "speed." + function, {"points", "over", "from", "full", "steps"});
    }
    if (!(credit.from < credit.full)) reader.refuse(node, fmt::format("speed.{}: from must be less than full", function), "speed = { " + function + " = { points = 5, from = 0.5, full = 0.95 } }");
    if ((credit.full - credit.from) / credit.steps < kNarrowest * credit.full)
        reader.refuse(node, fmt::format("speed.{}: its {} steps are so narrow that noise would decide", function, credit.steps), "take fewer steps, or from and full further apart");
    return credit;
}

/// `{ points = 2, made = 1.0, within = 0.1 }`
PredictionCredit prediction_credit(const TomlReader& reader, const toml::node& node)
{
    PredictionCredit credit;
    bool has_points = false;
    for (const auto& [key, value] : reader.table(node, "predictions")) {
        const std::string name(key.str());
        if (name == "points") credit.points = reader.number(value, name, 0, kMostPoints), has_points = true;
        else if (name == "made") credit.made = reader.number(value, name, 0, 1);
        else if (name == "within") credit.within = reader.number(value, name, 0, 1);
        else reader.unknown_key(value, name, "predictions", {"points", "made", "within"});
    }
    if (!has_points) reader.refuse(node, "predictions: how many points are they worth?", "predictions = { points = 2, made = 1.0, within = 0.1 }");
    return credit;
}

}  // namespace

class CourseReader {
public:
    explicit CourseReader(std::string_view source) : reader_(source) {}

    Course read(std::string_view text)
    {
        const toml::table root = reader_.parse(text);
        if (const toml::node* zone = root.get("timezone")) course_.deadlines.zone = read_zone(reader_, *zone);     // first: it says what the other times mean
        for (const auto& [key, node] : root) top(std::string(key.str()), node);
        return std::move(course_);
    }

private:
    void top(const std::string& name, const toml::node& node)
    {
        if (name == "timezone") return;
        else if (name == "title") course_.title = reader_.text(node, name);
        else if (name == "book") course_.book = site(node);
        else if (name == "points") course_.default_points_ = reader_.number(node, name, 0, kMostPoints);
        else if (name == "full_reuse") course_.full_reuse_ = reader_.number(node, name, 0, 1);
        else if (name == "no_reuse") course_.no_reuse_ = reader_.number(node, name, 0, 1);
        else if (name == "leak_deduction") course_.leak_deduction_ = reader_.number(node, name, 0, 1);
        else if (name == "drop_lowest") course_.drop_lowest = reader_.whole(node, name, 0, 100);
        else if (name == "credit") credit(reader_.table(node, name));
        else if (name == "limits") limits(reader_.table(node, name));
        else if (name == "late") course_.deadlines.late = read_late(reader_, node);
        else if (name == "extensions") course_.deadlines.extensions = read_extensions(reader_, node, course_.deadlines.zone);
        else if (name == "labs")
            for (const auto& [key, value] : reader_.table(node, name)) lab(std::string(key.str()), value);
        else
            reader_.unknown_key(node, name, "", {"title", "book", "points", "full_reuse", "no_reuse", "leak_deduction", "drop_lowest", "timezone", "credit", "limits", "late", "extensions", "labs"});
    }

    /// Pages link to it, so it must not be a script.
    std::string site(const toml::node& node)
    {
        std::string url = reader_.text(node, "book");
        const auto starts = [&](std::string_view scheme) { return url.starts_with(scheme) && url.size() > scheme.size(); };
        if (!starts("https://") && !starts("http://") && !starts("file:///")) reader_.refuse(node, fmt::format("book = {} is not the address of a site", printable(url)), "write where the folder of make book is: https://cuda.example.edu/halo/");
        if (!url.ends_with('/')) url += '/';
        return url;
    }

    void credit(const toml::table& table)
    {
        std::vector<std::string> known;
        for (int v = int(Verdict::missing); v <= int(Verdict::passed); ++v) known.emplace_back(name(Verdict(v)));
        for (const auto& [key, value] : table) {
            const auto verdict = verdict_named(key.str());
            if (!verdict || *verdict == Verdict::grader_fault)
                reader_.refuse(value, fmt::format("credit for {}: {}", key.str(), verdict ? "a fault of the grader costs nothing" : "there is no such verdict"), verdict ? "delete the line" : did_you_mean(key.str(), known, "the verdicts are"));
            course_.credit_[*verdict] = reader_.number(value, key.str(), 0, 1);
        }
    }

    void limits(const toml::table& table)
    {
        for (const auto& [key, value] : table) {
            const std::string limit(key.str());
            if (limit == "compile_cpu_s") course_.compile_cpu_s = reader_.number(value, limit, 0.1, 3600);
            else if (limit == "run_cpu_s") course_.run_cpu_s = reader_.number(value, limit, 0.1, 3600);
            else if (limit == "compile_memory_mib") course_.compile_memory_mib = std::uint64_t(reader_.whole(value, limit, 64, 1 << 20));
            else if (limit == "run_memory_mib") course_.run_memory_mib = std::uint64_t(reader_.whole(value, limit, 64, 1 << 20));
            else reader_.unknown_key(value, limit, "limits", {"compile_cpu_s", "run_cpu_s", "compile_memory_mib", "run_memory_mib"});
        }
    }

    void lab(const std::string& lab, const toml::node& node)
    {
        const toml::table& table = reader_.table(node, lab);
        course_.labs.push_back(lab);
        course_.named_.push_back({lab, "", reader_.place(node)});
        course_.tests_[lab] = read_tests(table, [&](const toml::node& at) { return reader_.place(at); });
        for (const auto& [key, value] : table) {
            const std::string name(key.str());
            if (name == "tests" || name == "points_of_tests") continue;
            if (name == "speed") {
                for (const auto& [timed, credit] : reader_.table(value, name)) {
                    const std::string function(timed.str());
                    course_.speed_[{lab, function}] = speed_credit(reader_, credit, function);
                    course_.named_.push_back({lab, function, reader_.place(credit)});
                }
            } else if (name == "predictions") {
                course_.predictions_[lab] = prediction_credit(reader_, value);
                course_.prediction_places_[lab] = reader_.place(value);
            } else if (name == "due") {
                deadline(lab, value).all = reader_.instant(value, name, course_.deadlines.zone);
            } else if (name == "due_in") {
                deadline(lab, value).in_section = read_sections(reader_, value, course_.deadlines.zone);
            } else if (name == "extra") {
                if (reader_.yes_or_no(value, name)) course_.extra.insert(lab);
            } else {
                if (!value.is_number() && !nearest(name, kKeysOfLab).empty())
                    reader_.unknown_key(value, name, "labs." + lab, kKeysOfLab);
                course_.points_[{lab, name}] = reader_.number(value, name, 0, kMostPoints);
                course_.named_.push_back({lab, name, reader_.place(value), true});
            }
        }
    }

    Deadline& deadline(const std::string& lab, const toml::node& at)
    {
        Deadline& deadline = course_.deadlines.of[lab];
        deadline.place = reader_.place(at);
        return deadline;
    }

    TomlReader reader_;
    Course course_;
};

Course parse_course(std::string_view text, std::string_view source) { return CourseReader(source).read(text); }

Course read_course(const std::filesystem::path& path, const std::filesystem::path& overrides)
{
    const std::string text = read_within_bounds(path, Form::toml, {fmt::format("grader: the course file {} cannot be read", path.string()), "", "name another with --course"});
    Course course = parse_course(text, path.filename().string());
    const std::filesystem::path beside = path.parent_path() / "overrides.toml";
    if (overrides.empty() && !std::filesystem::exists(beside)) return course;
    Overrides by_hand = read_overrides(overrides.empty() ? beside : overrides, course.deadlines.zone);
    course.overrides = std::move(by_hand.all);
    auto& extensions = course.deadlines.extensions;
    extensions.insert(extensions.end(), by_hand.extensions.begin(), by_hand.extensions.end());
    return course;
}

}  // namespace halo::grader::course
