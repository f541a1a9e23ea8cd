#include "speed/card_compiler.hpp"

#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "judging/compiler_output.hpp"
#include "machine/files.hpp"
#include "machine/sha256.hpp"
#include "machine/text.hpp"
#include "sandbox/job.hpp"

namespace halo::grader::speed {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownOfCompiler = 4096;
constexpr double kCompileCpu_s = 60;                // nvcc takes two seconds for a lab
constexpr std::uint64_t kCompileBytes = 3ull << 30;

/// `conv2d_tiled.cu(31): error: expected a ";"`, or the linker's complaint.
std::string first_complaint(const std::string& printed)
{
    std::istringstream lines(printed);
    for (std::string line; std::getline(lines, line);)
        if (line.find("error") != std::string::npos || line.find("undefined") != std::string::npos) return line;
    return printed.substr(0, printed.find('\n'));
}

/// The folder that holds the toolkit's bin, include and lib.
fs::path toolkit_folder(const fs::path& nvcc) { return nvcc.parent_path().parent_path(); }

bool in_usr(const fs::path& path) { return path.string().starts_with("/usr/"); }

}  // namespace

CardCompiler::CardCompiler(const course::Manifest& manifest, const std::vector<course::LabBuild>& labs, const judging::Kit& kit, sandbox::StagingDir& staging, const sandbox::Confinement& confinement,
                           std::string architecture)
    : nvcc_(manifest.nvcc), parts_(staging.path() / "card"), kit_(kit), confinement_(confinement), architecture_(std::move(architecture))
{
    std::error_code ignored;
    if (const fs::path real = fs::canonical(nvcc_, ignored); !real.empty()) nvcc_ = real;
    staging.add(manifest.contestant, "card/contestant");
    for (const course::LabBuild& lab : labs)
        if (lab.timer) staging.add(lab.timer->library, fs::path("card") / lab.lab / "libcard.a");
}

sandbox::Job CardCompiler::job(const course::LabBuild& lab, const fs::path& source, const fs::path& output) const
{
    sandbox::Job job;
    job.read_only = {kit_.bind(), parts(), {source, "/src"}};
    if (!in_usr(nvcc_)) job.read_only.push_back({toolkit_folder(nvcc_), toolkit_folder(nvcc_)});
    job.writable = sandbox::Bind{output, "/out"};
    job.limits.cpu_s = kCompileCpu_s;
    job.limits.wall_s = 3 * kCompileCpu_s;
    job.limits.memory_bytes = kCompileBytes;
    job.out_of_memory_texts = sandbox::kCompilerOutOfMemory;
    job.argv = {nvcc_.string(), "-std=c++20", "-O3", "-lineinfo", "-arch=" + architecture_};
    for (std::string& flag : kit_.include_flags(lab)) job.argv.push_back(std::move(flag));
    // One word for the linker, or nvcc would put the archive in front of its flags.
    const std::string whole = fmt::format("--whole-archive,/card/{}/libcard.a,--no-whole-archive,-Bsymbolic,--no-undefined", lab.lab);
    for (const std::string& word : {std::string("-Xcompiler=-fPIC"), std::string("-shared"), std::string("-o"), std::string("/out/functions.so"), "/src/" + lab.file(),
                                    std::string("-Xlinker"), whole, std::string("-lfmt")})
        job.argv.push_back(word);
    return job;
}

std::optional<record::Timing> CardCompiler::build(const course::LabBuild& lab, const fs::path& source, const fs::path& output) const
{
    const sandbox::Outcome outcome = sandbox::run_job(job(lab, source, output), confinement_, sandbox::Sharing::alone, sandbox::Stage::compile);
    if (outcome.ok()) return std::nullopt;
    record::Timing refused;
    refused.pace = record::Pace::failed;
    const std::string said = judging::without_folders(outcome.stderr_text + outcome.stdout_text);
    const std::string where = outcome.how == sandbox::How::exited ? shortened(printable(first_complaint(said)), 300) : "nvcc: " + outcome.text;
    refused.message = {fmt::format("{}: nvcc does not compile it for the card", lab.file()), where, "make gpu, on a machine with nvcc; the CPU engine's compiler accepts it"};
    refused.printed = shortened(printable(said, true), kShownOfCompiler);
    return refused;
}

std::string timer_hash(const course::Manifest& manifest, const course::LabBuild& lab, const std::string& architecture, const std::string& toolkit)
{
    Sha256 hash;
    hash.add_field(sha256(read_file(lab.timer->timer, "the lab's timer")));
    hash.add_field(sha256(read_file(lab.timer->library, "the lab's library for cards")));
    hash.add_field(sha256(read_file(manifest.contestant, "the process of a submission on a card")));
    hash.add_field(architecture);
    hash.add_field(toolkit);
    return hash.hex();
}

}  // namespace halo::grader::speed
