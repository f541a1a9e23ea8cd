#include "speed/card_spool.hpp"

#include <sys/stat.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judging/executor/shared_files.hpp"
#include "machine/errors.hpp"

namespace halo::grader::speed {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

fs::path task_folder(const fs::path& spool, unsigned number) { return spool / std::to_string(number); }
fs::path request_path(const fs::path& spool, unsigned number) { return task_folder(spool, number) / "request"; }

std::string text_of(const Json& json) { return json.dump(-1, ' ', true, Json::error_handler_t::replace); }

Json json_of(const record::TimingKey& key) { return {{"content", key.content}, {"lab", key.lab}, {"function", key.function}, {"timer", key.timer}, {"card", key.card}}; }

record::TimingKey key_in(const Json& json) { return {json.at("content"), json.at("lab"), json.at("function"), json.at("timer"), json.at("card")}; }

Json json_of(const AskedTime& asked)
{
    Json json = {{"function", asked.function}, {"known", Json::array()}};
    for (const record::TimingKey& key : asked.known) json["known"].push_back(json_of(key));
    if (const auto& c = asked.credit)
        json["credit"] = {{"over", c->over == course::SpeedCredit::Over::copy ? "copy" : "basic"}, {"points", c->points}, {"from", c->from}, {"full", c->full}, {"steps", c->steps}};
    return json;
}

AskedTime asked_in(const Json& json)
{
    AskedTime asked{json.at("function"), {}, {}};
    for (const Json& key : json.at("known")) asked.known.push_back(key_in(key));
    if (json.contains("credit")) {
        const Json& c = json.at("credit");
        asked.credit = course::SpeedCredit{c.at("over") == "copy" ? course::SpeedCredit::Over::copy : course::SpeedCredit::Over::basic, c.at("points"), c.at("from"), c.at("full"), c.at("steps")};
    }
    return asked;
}

Json json_of(const record::RunCard& card) { return {{"name", card.name}, {"note", card.note}, {"why", {card.why.headline, card.why.where, card.why.attempt}}}; }

record::RunCard card_in(const Json& json) { return {json.at("name"), json.at("note"), {json.at("why").at(0), json.at("why").at(1), json.at("why").at(2)}}; }

void add_answer(const fs::path& spool, unsigned number, const Json& answer) { judging::write_sealed(task_folder(spool, number) / "answers" / judging::unlike_any_other(), text_of(answer)); }

}  // namespace

CardSpool::CardSpool(fs::path folder) : folder_(std::move(folder))
{
    judging::make_folder(folder_);
    chmod(folder_.c_str(), 0700);
    folder_ = fs::canonical(folder_);
    if (const auto numbers = judging::numbers_below(folder_); !numbers.empty()) next_ = numbers.back() + 1;
}

unsigned CardSpool::write(const TimingRequest& request)
{
    const unsigned number = next_++;
    judging::make_folder(task_folder(folder_, number) / "answers");
    Json head = {{"manifest", fs::absolute(request.manifest.file).string()}, {"bwrap", request.confinement.bwrap.string()}, {"sandboxed", request.confinement.sandboxed}, {"candidates", Json::array()}};
    std::string bytes;
    for (const Candidate& one : request.candidates) {
        Json asked = Json::array();
        for (const AskedTime& a : one.asked) asked.push_back(json_of(a));
        head["candidates"].push_back({{"lab", one.lab}, {"student", one.student}, {"content", one.content}, {"bytes", one.bytes.size()}, {"asked", asked}});
        bytes += one.bytes;
    }
    judging::write_sealed(request_path(folder_, number), text_of(head) + '\n' + bytes);
    judging::write_script(script(number), fmt::format("clock {} {}", judging::quoted(folder_.string()), number));
    return number;
}

fs::path CardSpool::script(unsigned number) const { return task_folder(folder_, number) / "task.sh"; }

std::string CardSpool::log_tail(unsigned number) const { return judging::tail_of(task_folder(folder_, number) / "0.log"); }

void CardSpool::collect(const TakeTiming& take, const std::function<void(const CardUse&, unsigned)>& end) const
{
    for (const unsigned number : judging::numbers_below(folder_)) {
        std::vector<fs::path> files;
        std::error_code ignored;
        for (const fs::directory_entry& entry : fs::directory_iterator(task_folder(folder_, number) / "answers", ignored))
            if (entry.path().extension() != ".new") files.push_back(entry.path());
        for (const fs::path& file : files) {
            Json json;
            if (const auto content = judging::unsealed(file)) json = Json::parse(*content, nullptr, false);
            try {
                if (json.contains("timing")) take(key_in(json.at("key")), record::timing_from_json(json.at("timing").get<std::string>()));
                else if (json.contains("end")) end({card_in(json.at("end")), json.at("known")}, number);
            } catch (const Json::exception&) {           // of another version of the grader, say: as good as damaged
            } catch (const record::UnreadableTiming&) {
            }
            fs::remove(file, ignored);
        }
    }
}

void CardSpool::remove() const
{
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

TimingRequest read_timing_request(const fs::path& spool, unsigned number)
{
    const fs::path path = request_path(spool, number);
    const auto content = judging::unsealed(path);
    if (!content) throw GraderFault({fmt::format("{} is absent or damaged", path.string()), "", "put the spool on a file system that this machine sees, with --spool"});
    const std::size_t head = content->find('\n');
    try {
        const Json json = Json::parse(content->substr(0, head));
        TimingRequest request;
        request.manifest.file = json.at("manifest").get<std::string>();
        request.confinement.bwrap = json.at("bwrap").get<std::string>();
        request.confinement.sandboxed = json.at("sandboxed");
        std::size_t at = head + 1;
        for (const Json& one : json.at("candidates")) {
            const std::size_t bytes = one.at("bytes");
            Candidate candidate{one.at("lab"), one.at("student"), one.at("content"), content->substr(at, bytes), {}};
            for (const Json& asked : one.at("asked")) candidate.asked.push_back(asked_in(asked));
            request.candidates.push_back(std::move(candidate));
            at += bytes;
        }
        return request;
    } catch (const Json::exception& error) {
        throw GraderFault({fmt::format("{} was written by another version of the grader", path.string()), error.what(), "start the same program everywhere"});
    }
}

void answer_time(const fs::path& spool, unsigned number, const record::TimingKey& key, const record::Timing& timing)
{
    const std::string text = to_json(timing).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    add_answer(spool, number, {{"key", json_of(key)}, {"timing", text}});
}

void answer_end(const fs::path& spool, unsigned number, const CardUse& use) { add_answer(spool, number, {{"end", json_of(use.card)}, {"known", use.known}}); }

}  // namespace halo::grader::speed
