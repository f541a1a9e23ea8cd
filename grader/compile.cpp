#include "compile.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compiler_output.hpp"
#include "files.hpp"
#include "text.hpp"

namespace halo::grader {
namespace {

constexpr std::size_t kShownBytes = 4096;

/// The three lines of a fault, taken apart again.
Message taken_apart(const std::string& text)
{
    Message message;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        if (line.starts_with("  where: ")) message.where = line.substr(9);
        else if (line.starts_with("  try:   ")) message.advice = line.substr(9);
        else if (message.headline.empty()) message.headline = line;
        at = end + 1;
    }
    return message;
}

}  // namespace

std::string Settings::text() const
{
    return fmt::format("rounds={} compile={}s,{}MiB run={}s,{}MiB sandbox={}", rounds, compile_wall_s, compile_memory_mib,
                       run_wall_s, run_memory_mib, sandboxed ? "bwrap" : "none");
}

void throw_if_fault(const sandbox::Outcome& outcome)
{
    if (outcome.how != sandbox::How::fault) return;
    Message message = taken_apart(printable(outcome.text, true));
    if (message.headline.empty()) message.headline = "the sandbox failed";
    throw GraderFault(message);
}

std::optional<Judgement> Compiler::build(const LabBuild& lab, const std::filesystem::path& source,
                                         const std::filesystem::path& output)
{
    auto failure = attempt(lab, source, output);
    // Before a student is told that a file does not compile: would anybody's?
    if (failure && failure->verdict == Verdict::does_not_compile) prove_skeleton(lab);
    return failure;
}

void Compiler::prove_skeleton(const LabBuild& lab)
{
    if (lab.folder.empty() || !std::filesystem::exists(lab.folder / lab.file())) return;
    const std::lock_guard guard(mutex_);
    const auto [it, first] = proved_.try_emplace(lab.lab);
    if (first) {
        const std::filesystem::path home = std::filesystem::path("skeletons") / lab.lab;
        const auto source = staging_.write(home / "src" / lab.file(), read_file(lab.folder / lab.file(), "the lab's skeleton"));
        if (const auto failure = attempt(lab, source.parent_path(), staging_.make_output(home / "out")))
            it->second = Message{fmt::format("the untouched skeleton of {} cannot be built", lab.lab), failure->message.headline,
                                 "build again: ninja -C build; then grader doctor"};
    }
    if (it->second) throw GraderFault(*it->second);
}

std::optional<Judgement> Compiler::attempt(const LabBuild& lab, const std::filesystem::path& source,
                                           const std::filesystem::path& output) const
{
    sandbox::Job job;
    job.read_only = {kit_.bind(), {source, "/src"}};
    job.writable = sandbox::Bind{output, "/out"};
    job.limits.wall_s = settings_.compile_wall_s;
    job.limits.memory_bytes = settings_.compile_memory_mib << 20;
    job.out_of_memory_texts = sandbox::kCompilerOutOfMemory;

    job.argv = {"/kit/bin/cucc", "--kit", "/kit", "--no-main", "-fmax-errors=5"};
    for (std::string& flag : kit_.include_flags(lab)) job.argv.push_back(std::move(flag));
    for (const std::string& word : {std::string("-c"), "/src/" + lab.file(), std::string("-o"), std::string("/out/student.o")})
        job.argv.push_back(word);
    if (auto refused = refusal(lab, sandbox::run(job, policy_), false)) return refused;

    job.argv = {"/kit/bin/cucc", "--kit", "/kit", "/out/student.o", kit_.run_library(lab), "-o", "/out/run"};
    return refusal(lab, sandbox::run(job, policy_), true);
}

std::optional<Judgement> Compiler::refusal(const LabBuild& lab, const sandbox::Outcome& outcome, bool linking) const
{
    throw_if_fault(outcome);
    if (outcome.ok()) return std::nullopt;

    const std::string file = lab.file();
    Verdict verdict = Verdict::does_not_compile;
    Message message;
    switch (outcome.how) {
    case sandbox::How::timeout:
        verdict = Verdict::timeout;
        message = {fmt::format("{}: the compiler was stopped after {} s", file, settings_.compile_wall_s), "",
                   "look for templates that instantiate themselves without an end"};
        break;
    case sandbox::How::memory_limit:
        verdict = Verdict::memory_limit;
        message = {fmt::format("{}: compiling it needs more than {} MiB", file, settings_.compile_memory_mib), "",
                   "look for huge arrays with initial values, and for macros that double themselves"};
        break;
    case sandbox::How::output_limit:
        message = {fmt::format("{}: the compiler wrote more than is kept", file), "", "look at its first errors with `make`"};
        break;
    default:
        message = linking ? link_error(outcome.stderr_text, file) : first_error(outcome.stderr_text, file);
    }
    Judgement judgement = said("", verdict, message);
    judgement.printed = shortened(printable(without_folders(outcome.stderr_text), true), kShownBytes);
    return judgement;
}

}  // namespace halo::grader
