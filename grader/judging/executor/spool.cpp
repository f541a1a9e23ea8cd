#include "judging/executor/spool.hpp"

#include <sys/stat.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judging/executor/shared_files.hpp"
#include "machine/errors.hpp"

namespace halo::grader::judging {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kIdLength = 64;        // of a sha256

Json json_of(const Settings& s)
{
    return {{"compile_cpu_s", s.compile_cpu_s}, {"compile_memory_mib", s.compile_memory_mib}, {"run_cpu_s", s.run_cpu_s}, {"run_memory_mib", s.run_memory_mib},
            {"rounds", s.rounds}, {"sandboxed", s.sandboxed}, {"text", s.text()}};
}

Settings settings_in(const Json& json)
{
    Settings s;
    json.at("compile_cpu_s").get_to(s.compile_cpu_s), json.at("compile_memory_mib").get_to(s.compile_memory_mib);
    json.at("run_cpu_s").get_to(s.run_cpu_s), json.at("run_memory_mib").get_to(s.run_memory_mib);
    json.at("rounds").get_to(s.rounds), json.at("sandboxed").get_to(s.sandboxed);
    if (s.text() != json.at("text").get<std::string>())
        throw GraderFault({"the grader on this machine knows other settings", fmt::format("{} there, {} here", json.at("text").get<std::string>(), s.text()),
                           "start the same program everywhere, from a file system that all machines see"});
    return s;
}

Json json_of(const RemoteTask& task)
{
    Json asked = Json::array();
    for (const Asked& a : task.asked) asked.push_back({{"function", a.function}, {"seed", a.seed}});
    return {{"id", task.id}, {"lab", task.lab}, {"harness", task.harness}, {"whose", task.whose}, {"asked", asked}, {"bytes", task.bytes.size()}, {"tests", task.tests}};
}

fs::path batch_folder(const fs::path& spool, unsigned batch) { return spool / "batches" / std::to_string(batch); }
fs::path result_folder(const fs::path& spool, unsigned batch) { return spool / "results" / std::to_string(batch); }
fs::path chunk_path(const fs::path& spool, Place place) { return batch_folder(spool, place.batch) / fmt::format("{}.chunk", place.index); }

}  // namespace

std::string Place::text() const { return fmt::format("{}/{}", batch, index); }

std::optional<Place> Place::from(const std::string& text)
{
    const auto slash = text.find('/');
    if (slash == std::string::npos) return std::nullopt;
    const auto batch = number_in(std::string_view(text).substr(0, slash)), index = number_in(std::string_view(text).substr(slash + 1));
    return batch && index ? std::optional(Place{*batch, *index}) : std::nullopt;
}

ChunkFile::ChunkFile(const fs::path& spool, Place place)
{
    const fs::path path = chunk_path(spool, place);
    auto content = unsealed(path);
    if (!content) throw GraderFault({fmt::format("{} is absent or damaged", path.string()), "", "put the spool on a file system that this machine sees, with --spool"});
    content_ = std::move(*content);
    const std::size_t head = content_.find('\n');
    try {
        const Json json = Json::parse(content_.substr(0, head));
        terms = {json.at("manifest").get<std::string>(), json.at("bwrap").get<std::string>(), settings_in(json.at("settings"))};
        alone = json.at("alone").get<bool>();
        std::size_t at = head + 1;
        for (const Json& one : json.at("tasks")) {
            RemoteTask task{one.at("id"), one.at("lab"), one.at("harness"), {}, std::string_view(content_).substr(at, one.at("bytes").get<std::size_t>()), one.at("whose"), one.at("tests")};
            for (const Json& asked : one.at("asked")) task.asked.push_back({asked.at("function"), asked.at("seed")});
            at += task.bytes.size();
            tasks.push_back(std::move(task));
        }
    } catch (const Json::exception& error) {
        throw GraderFault({fmt::format("{} was written by another version of the grader", path.string()), error.what(), "start the same program everywhere"});
    }
}

Spool::Spool(fs::path folder) : folder_(std::move(folder))
{
    make_folder(folder_);
    chmod(folder_.c_str(), 0700);
    folder_ = fs::canonical(folder_);
    for (const char* part : {"batches", "results"}) make_folder(folder_ / part);
    const std::vector<unsigned> numbers = numbers_below(folder_ / "batches");
    if (!numbers.empty()) next_ = numbers.back() + 1;
}

unsigned Spool::write_batch(const Terms& terms, bool alone, const std::vector<std::vector<const RemoteTask*>>& chunks)
{
    const unsigned batch = next_++;
    make_folder(batch_folder(folder_, batch));
    make_folder(result_folder(folder_, batch));
    for (unsigned index = 0; index < chunks.size(); ++index) {
        Json head = {{"manifest", terms.manifest.string()}, {"bwrap", terms.bwrap.string()}, {"settings", json_of(terms.settings)}, {"alone", alone}, {"tasks", Json::array()}};
        std::string bytes;
        for (const RemoteTask* task : chunks[index]) head["tasks"].push_back(json_of(*task)), bytes += task->bytes;
        write_sealed(chunk_path(folder_, {batch, index}), head.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n' + bytes);
    }
    write_script(script(batch), fmt::format("chunk {} {}/\"$SLURM_ARRAY_TASK_ID\"", quoted(folder_.string()), batch));
    return batch;
}

fs::path Spool::script(unsigned batch) const { return batch_folder(folder_, batch) / "task.sh"; }

std::string Spool::log_tail(Place place) const { return tail_of(batch_folder(folder_, place.batch) / fmt::format("{}.log", place.index)); }

std::vector<std::string> Spool::ids_in(Place place) const
try {
    const ChunkFile chunk(folder_, place);
    std::vector<std::string> ids;
    for (const RemoteTask& task : chunk.tasks) ids.push_back(task.id);
    return ids;
} catch (const GraderFault&) {
    return {};                                   // what it held is judged in a new chunk
}

void Spool::collect(const std::function<void(const RemoteResult&, unsigned, bool)>& take) const
{
    for (const unsigned batch : numbers_below(folder_ / "results")) {
        std::vector<fs::path> files;
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(result_folder(folder_, batch), error))
            if (entry.path().extension() != ".new") files.push_back(entry.path());
        for (const fs::path& file : files) {
            RemoteResult result;
            result.id = file.filename().string().substr(0, kIdLength);
            bool whole = false;
            try {
                if (const auto content = unsealed(file)) {
                    const Json json = Json::parse(*content);
                    result.disturbed = json.at("disturbed").get<bool>();
                    for (const Json& judgement : json.at("judgements")) result.judgements.push_back(judgement_from_json(judgement.get<std::string>()));
                    whole = json.at("id").get<std::string>() == result.id;
                }
            } catch (const std::exception&) {    // of another version of the grader, say: as good as damaged
                whole = false;
            }
            if (!whole) result.judgements.clear();
            take(result, batch, whole);
            fs::remove(file, error);
        }
    }
}

void Spool::remove() const
{
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void write_result(const fs::path& spool, Place place, const RemoteResult& result)
{
    Json judgements = Json::array();
    for (const Judgement& judgement : result.judgements) judgements.push_back(to_json(judgement).dump());
    write_sealed(result_folder(spool, place.batch) / (result.id + "." + unlike_any_other()), Json{{"id", result.id}, {"disturbed", result.disturbed}, {"judgements", judgements}}.dump());
}

}  // namespace halo::grader::judging
