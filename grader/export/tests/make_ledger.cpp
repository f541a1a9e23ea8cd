// make_ledger FOLDER < class.json: the ledger of a run that never took place. classroom.py writes the class.

#include <cstdio>
#include <iostream>

#include <nlohmann/json.hpp>

#include "record/keys.hpp"
#include "record/ledger.hpp"

using namespace halo;
using namespace halo::grader;
using Json = nlohmann::json;

namespace {

Judgement judgement_of(const std::string& function, const Json& json)
{
    const std::string headline = json.value("headline", "");
    Judgement j = bare_judgement(function, *verdict_named(json.at("verdict").get<std::string>()), {headline, json.value("where", ""), json.value("try", "")});
    j.printed = json.value("printed", "");
    for (const Json& each : json.value("cases", Json::array())) {
        const Verdict verdict = *verdict_named(each.at("verdict").get<std::string>());
        j.cases.push_back({each.at("name"), verdict, verdict == Verdict::passed ? Message{} : Message{each.value("headline", headline), "", ""}});
    }
    if (json.contains("full")) {        // everything that a report can hold
        j.counters = Counters{.global_loads = 1234567};
        j.reuse_ratio = j.expected_reuse_ratio = 10.028;
        j.interior_reuse_ratio = 16;
        j.stated = StatedCounts{*j.counters, 9.5};
        j.speedup = 2.5;
        j.leaked_bytes = 12;
        j.findings = {{"race", {headline, "where", "try"}, 7, {{"one tile", 7}}}};
        j.cases.push_back({"a strip", Verdict::race, {headline, "", ""}, false, "one tile", 12, true});
        j.about = "one tile";
        j.hides = true;
        j.wrong_output = WrongOutput{headline, "out", 1, 3, 1, 1, {".x-"},
                                     Footprint{"out[1]", 1, 3, {Mark::right, Mark::left, Mark::missing}, {Mark::left, {1}, {2}, {1}, 1, {3}}, 2}};
        j.remarks = {{headline, "where", "try"}};
        j.bounds = {{.card = "a card", .size = "large", .bound = {0.5, Resource::issue}, .limiter = {}, .basic = "basic", .differences = {{Resource::issue, 1.5}}}};
    }
    return j;
}

record::Timing timing_of(const Json& json)
{
    record::Timing t;
    t.pace = record::Pace::timed, t.card = "a card", t.rounds = 9;
    t.ms = t.of_copy = t.speedup = t.of_solution = record::Range{1, 2, 3};
    t.floor_ms = 0.5;
    t.basic = t.size = t.wanted = t.printed = json.value("headline", "");
    t.message = {t.basic, "where", "try"};
    return t;
}

record::Submission submission_of(const std::string& student, const std::string& lab, const Json& json)
{
    record::Submission s;
    s.student = student, s.lab = lab;
    if (json.contains("file")) s.file = json["file"], s.content = "content of " + student + " " + lab, s.bytes = s.content;
    else s.missing = {"grader: submissions/" + student + " has no file for lab " + lab, "looked for it", "hand it in"};
    if (json.contains("handed_in")) s.handed_in_at = json["handed_in"], s.time_from = "times.csv";
    if (json.contains("predicted")) {
        const record::Question question{json["predicted"], "global_loads"};
        s.predictions.all = {{question, record::Said::predicted, 1000, "prediction.toml"}, {question, record::Said::declined, 0, "prediction.toml"}};
        s.predictions.unread = {{"prediction.toml: is not TOML", "line 1", "write it again"}};
    }
    return s;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2) return 1;
    const Json all = Json::parse(std::cin);
    std::filesystem::create_directories(argv[1]);
    record::Ledger ledger(argv[1], 1);
    record::Run run;
    run.submissions = "submissions", run.settings = "settings";
    for (const Json& lab : all["labs"]) run.labs.push_back({lab["lab"], lab["title"], "harness", lab["functions"]});
    for (const Json& student : all["students"]) {
        const std::string& name = run.students.emplace_back(student["student"]);
        if (student.contains("person")) {
            const Json& p = student["person"];
            run.people[name] = {p.value("id", ""), p.value("name", ""), p.value("mail", ""), p.value("section", "")};
        }
        for (const record::RunLab& lab : run.labs) run.submissions_list.push_back(submission_of(name, lab.lab, student["labs"].value(lab.lab, Json::object())));
    }
    ledger.begin(run);
    if (all.contains("card")) ledger.record_card(run.id, {all["card"], "the only one", {}});
    std::size_t at = 0;
    for (const Json& student : all["students"])
        for (const record::RunLab& lab : run.labs) {
            const record::Submission& submission = run.submissions_list[at++];
            const Json functions = student["labs"].value(lab.lab, Json::object()).value("functions", Json::object());
            for (const auto& [function, judged] : functions.items()) {
                const record::JudgingKey key = key_of(run, lab, submission, function);
                ledger.finish(ledger.start(key, run.id), key, judgement_of(function, judged));
                if (judged.contains("full")) ledger.add_timing({submission.content, lab.lab, function, "timer", "a card"}, run.id, timing_of(judged));
            }
        }
    return 0;
}
