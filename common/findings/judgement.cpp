#include "findings/judgement.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace halo {

namespace {

using Json = nlohmann::ordered_json;

std::string text_at(const Json& object, const char* key)
{
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? std::string() : it->get<std::string>();
}

std::optional<double> number_at(const Json& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || it->is_null()) return std::nullopt;
    return it->get<double>();
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Verdict verdict_of(const Json& object)
{
    const auto name = object.at("verdict").get<std::string>();
    const auto verdict = verdict_named(name);
    if (!verdict) throw UnreadableJudgement("no verdict is called \"" + name + '"');
    return *verdict;
}

std::optional<Key> key_in(const Json& object)
{
    const std::string name = text_at(object, "key");
    if (name.empty()) return std::nullopt;
    const auto key = key_named(name);
    if (!key) throw UnreadableJudgement("no key is called \"" + name + '"');
    return key;
}

Json counters_json(const std::optional<Counters>& counters)
{
    if (!counters) return nullptr;
    Json out = Json::object();
    for_each_counter([&](const char* name, auto member) { out[name] = (*counters).*member; });
    return out;
}

Json stated_json(const std::optional<StatedCounts>& stated)
{
    return stated ? Json{{"counters", counters_json(stated->counters)}, {"reuse_ratio", number_or_null(stated->reuse_ratio)}} : Json(nullptr);
}

std::optional<Counters> counters_in(const Json& object)
{
    const auto it = object.find("counters");
    if (it == object.end() || it->is_null()) return std::nullopt;
    Counters counters;
    for_each_counter([&](const char* name, auto member) { counters.*member = it->at(name).get<std::uint64_t>(); });
    return counters;
}

std::optional<StatedCounts> stated_in(const Json& object)
{
    const auto it = object.find("stated");
    if (it == object.end() || it->is_null()) return std::nullopt;
    const auto counters = counters_in(*it);
    if (!counters) throw UnreadableJudgement("stated has no counters");
    return StatedCounts{*counters, number_at(*it, "reuse_ratio")};
}

Resource resource_in(const Json& object, const char* key)
{
    const std::string name = text_at(object, key);
    const auto resource = resource_named(name);
    if (!resource) throw UnreadableJudgement("no resource is called \"" + name + '"');
    return *resource;
}

Json bounds_json(const std::vector<CardBound>& bounds)
{
    Json out = Json::array();
    for (const CardBound& b : bounds) {
        Json differences = Json::array();
        for (const WorkRatio& c : b.differences) differences.push_back({{"resource", name(c.resource)}, {"ratio", c.ratio}});
        out.push_back({{"card", b.card}, {"size", b.size}, {"seconds", b.bound.seconds}, {"resource", name(b.bound.resource)},
                       {"limiter", b.limiter ? Json(name(*b.limiter)) : Json(nullptr)}, {"basic", b.basic}, {"differences", differences}});
    }
    return out;
}

std::vector<CardBound> bounds_in(const Json& object)
{
    std::vector<CardBound> bounds;
    for (const Json& b : object.value("bounds", Json::array())) {
        CardBound bound{.card = text_at(b, "card"), .size = text_at(b, "size"), .bound = {b.at("seconds").get<double>(), resource_in(b, "resource")},
                        .limiter = {}, .basic = text_at(b, "basic"), .differences = {}};
        if (!text_at(b, "limiter").empty()) bound.limiter = resource_in(b, "limiter");
        for (const Json& c : b.at("differences")) bound.differences.push_back({resource_in(c, "resource"), c.at("ratio").get<double>()});
        bounds.push_back(std::move(bound));
    }
    return bounds;
}

Json footprint_json(const std::optional<Footprint>& footprint)
{
    if (!footprint) return nullptr;
    Json marks = Json::array();
    for (const Mark mark : footprint->marks) marks.push_back(name(mark));
    const WrongProduct& p = footprint->first;
    return {{"output", footprint->output}, {"element", footprint->element}, {"columns", footprint->columns}, {"marks", marks}, {"wrong", footprint->wrong},
            {"first", {{"mark", name(p.mark)}, {"weight", p.weight}, {"due", p.due}, {"met", p.met}, {"times", p.times}, {"instead", p.instead}}}};
}

Json wrong_output_json(const std::optional<WrongOutput>& wrong)
{
    if (!wrong) return nullptr;
    return {{"call", wrong->call}, {"array", wrong->array}, {"rows", wrong->rows}, {"columns", wrong->columns}, {"high", wrong->high}, {"wide", wrong->wide},
            {"cells", wrong->cells}, {"footprint", footprint_json(wrong->footprint)}};
}

Mark mark_of(const Json& word)
{
    const auto mark = mark_named(word.get<std::string>());
    if (!mark) throw UnreadableJudgement("no mark is called \"" + word.get<std::string>() + '"');
    return *mark;
}

std::optional<Footprint> footprint_in(const Json& object)
{
    const auto it = object.find("footprint");
    if (it == object.end() || it->is_null()) return std::nullopt;
    const Json& first = it->at("first");
    Footprint footprint{.output = text_at(*it, "output"), .element = it->at("element").get<std::size_t>(), .columns = it->at("columns").get<int>(), .marks = {},
                        .first = {mark_of(first.at("mark")), first.at("weight").get<Indices>(), first.at("due").get<Indices>(), first.at("met").get<Indices>(),
                                  first.at("times").get<int>(), first.at("instead").get<Indices>()},
                        .wrong = it->at("wrong").get<int>()};
    for (const Json& word : it->at("marks")) footprint.marks.push_back(mark_of(word));
    return footprint;
}

/// Ledgers of earlier versions have none.
std::optional<WrongOutput> wrong_output_in(const Json& object)
{
    const auto it = object.find("wrong_output");
    if (it == object.end() || it->is_null()) return std::nullopt;
    WrongOutput wrong{text_at(*it, "call"), text_at(*it, "array"), it->at("rows").get<std::int64_t>(), it->at("columns").get<std::int64_t>(), it->at("high").get<std::int64_t>(),
                      it->at("wide").get<std::int64_t>(), it->at("cells").get<std::vector<std::string>>(), footprint_in(*it)};
    const bool too_many = std::ssize(wrong.cells) > WrongOutput::kMostRows || std::ranges::any_of(wrong.cells, [](const std::string& row) { return std::ssize(row) > WrongOutput::kMostColumns; });
    if (too_many) throw UnreadableJudgement("wrong_output has too many cells");
    return wrong;
}

Json case_json(const JudgedCase& c)
{
    return {{"name", c.name}, {"verdict", name(c.verdict)}, {"message", text(c.message)}, {"ran", c.ran}, {"about", c.about}, {"leaked_bytes", c.leaked_bytes}, {"hidden", c.hidden}};
}

JudgedCase case_in(const Json& object)
{
    return {text_at(object, "name"), verdict_of(object), message_from_text(text_at(object, "message")), object.value("ran", true), text_at(object, "about"),
            object.value("leaked_bytes", std::uint64_t{0}), object.value("hidden", false)};
}

Json tests_json(const std::vector<JudgedCause::In>& tests)
{
    Json out = Json::array();
    for (const auto& [test, count] : tests) out.push_back({{"test", test}, {"count", count}});
    return out;
}

std::vector<JudgedCause::In> tests_in(const Json& object)
{
    std::vector<JudgedCause::In> tests;
    for (const Json& one : object.value("in", Json::array())) tests.push_back({text_at(one, "test"), one.at("count").get<std::uint64_t>()});
    return tests;
}

Message message_of(const Json& object)
{
    return {text_at(object, "headline"), text_at(object, "where"), text_at(object, "try"), text_at(object, "what")};
}

}  // namespace

Judgement bare_judgement(std::string function, Verdict verdict, Message message)
{
    Judgement judgement;
    judgement.function = std::move(function);
    judgement.verdict = verdict;
    judgement.message = std::move(message);
    return judgement;
}

nlohmann::ordered_json to_json(const Judgement& j)
{
    Json cases = Json::array();
    for (const JudgedCase& c : j.cases) cases.push_back(case_json(c));
    Json findings = Json::array();
    for (const JudgedCause& f : j.findings)
        findings.push_back({{"kind", f.kind},
                            {"headline", f.message.headline},
                            {"where", f.message.where},
                            {"what", f.message.what},
                            {"try", f.message.attempt},
                            {"count", f.count},
                            {"in", tests_json(f.in)}});
    Json remarks = Json::array();
    for (const Message& m : j.remarks) remarks.push_back({{"headline", m.headline}, {"where", m.where}, {"try", m.attempt}});
    Json json = {
        {"function", j.function},
        {"verdict", name(j.verdict)},
        {"headline", j.message.headline},
        {"where", j.message.where},
        {"what", j.message.what},
        {"try", j.message.attempt},
        {"key", key_of(j)},
        {"counters", counters_json(j.counters)},
        {"reuse_ratio", number_or_null(j.reuse_ratio)},
        {"expected_reuse_ratio", number_or_null(j.expected_reuse_ratio)},
        {"interior_reuse_ratio", number_or_null(j.interior_reuse_ratio)},
        {"stated", stated_json(j.stated)},
        {"speedup", number_or_null(j.speedup)},
        {"bounds", bounds_json(j.bounds)},
        {"leaked_bytes", j.leaked_bytes},
        {"cases", cases},
        {"findings", findings},
        {"remarks", remarks},
        {"wrong_output", wrong_output_json(j.wrong_output)},
        {"printed", j.printed},
        {"about", j.about},
        {"hides", j.hides},
    };
    if (!j.proved_counts.empty()) json["proved_counts"] = j.proved_counts;
    return json;
}

std::string json_text(const Judgement& judgement)
{
    return to_json(judgement).dump(2, ' ', false, Json::error_handler_t::replace);
}

Judgement judgement_from_json(std::string_view text)
{
    try {
        const Json json = Json::parse(text);
        Judgement j = bare_judgement(json.at("function").get<std::string>(), verdict_of(json), message_of(json));
        j.key = key_in(json);
        j.counters = counters_in(json);
        j.reuse_ratio = number_at(json, "reuse_ratio");
        j.expected_reuse_ratio = number_at(json, "expected_reuse_ratio");
        j.interior_reuse_ratio = number_at(json, "interior_reuse_ratio");
        j.stated = stated_in(json);
        j.speedup = number_at(json, "speedup");
        j.bounds = bounds_in(json);
        j.proved_counts = json.value("proved_counts", "");
        j.leaked_bytes = json.value("leaked_bytes", std::uint64_t{0});
        for (const Json& c : json.value("cases", Json::array()))
            j.cases.push_back(case_in(c));
        for (const Json& f : json.value("findings", Json::array()))
            j.findings.push_back({text_at(f, "kind"), message_of(f), f.value("count", std::uint64_t{1}), tests_in(f)});
        for (const Json& m : json.value("remarks", Json::array())) j.remarks.push_back(message_of(m));
        j.wrong_output = wrong_output_in(json);
        j.printed = text_at(json, "printed");
        j.about = text_at(json, "about");
        j.hides = json.value("hides", false);
        return j;
    } catch (const nlohmann::json::exception& error) {
        throw UnreadableJudgement(error.what());
    }
}

}  // namespace halo
