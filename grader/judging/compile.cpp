#include "judging/compile.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "judging/compiler_output.hpp"
#include "judging/object_gate.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/text.hpp"

namespace halo::grader::judging {
namespace {

constexpr std::size_t kShownOfCompiler = 4096;
constexpr const char* kPrecompiled = "cuda_runtime.h.gch";

}  // namespace

std::string Settings::text() const
{
    return fmt::format("rounds={} compile={}s of CPU,{}MiB run={}s of CPU,{}MiB sandbox={}", rounds, compile_cpu_s,
                       compile_memory_mib, run_cpu_s, run_memory_mib, sandboxed ? "bwrap" : "none");
}

Compiler::Compiler(const Kit& kit, sandbox::StagingDir& staging, const sandbox::Confinement& confinement, const Settings& settings)
    : kit_(kit), staging_(staging), confinement_(confinement), settings_(settings)
{
    precompile();
}

void Compiler::precompile()
{
    const std::filesystem::path output = staging_.make_output("precompiled");
    sandbox::Job job = job_with_kit();
    job.writable = sandbox::Bind{output, "/out"};
    job.argv = {"/kit/bin/cucc", "--kit", "/kit", "-std=c++20", "--precompile", "-o", std::string("/out/") + kPrecompiled};
    const sandbox::Outcome outcome = sandbox::run_job(job, confinement_, sandbox::Sharing::alone, sandbox::Stage::compile);
    if (outcome.ok())
        staging_.add(output / kPrecompiled, kit_.include() / kPrecompiled);
    else
        fmt::print(stderr, "grader: every submission is compiled from the first header on, which takes longer\n  where: no precompiled header: {}\n"
                           "  try:   grader doctor\n", outcome.text);
    std::error_code ignored;
    std::filesystem::remove_all(output, ignored);
}

std::optional<Judgement> Compiler::build(const course::LabBuild& lab, const std::filesystem::path& source,
                                         const std::filesystem::path& output, sandbox::Sharing sharing)
{
    auto failure = attempt(lab, source, output, sharing);
    // Before the student's file is blamed: does the lab's own skeleton compile?
    if (failure && failure->verdict == Verdict::does_not_compile) check_skeleton(lab, sharing);
    return failure;
}

void Compiler::check_skeleton(const course::LabBuild& lab, sandbox::Sharing sharing)
{
    if (lab.folder.empty() || !std::filesystem::exists(lab.folder / lab.file())) return;
    const std::lock_guard guard(mutex_);
    auto it = skeletons_.find(lab.lab);
    if (it == skeletons_.end()) {
        const std::filesystem::path home = std::filesystem::path("skeletons") / lab.lab;
        const auto source = staging_.write(home / "src" / lab.file(), read_file(lab.folder / lab.file(), "the lab's skeleton"));
        std::optional<Message> why;
        if (const auto failure = attempt(lab, source.parent_path(), staging_.make_output(home / "out"), sharing))
            why = Message{fmt::format("the untouched skeleton of {} cannot be built", lab.lab), failure->message.headline,
                          "build again: ninja -C build; then grader doctor"};
        it = skeletons_.emplace(lab.lab, why).first;
    }
    if (it->second) throw GraderFault(*it->second);
}

sandbox::Job Compiler::job_with_kit() const
{
    sandbox::Job job;
    job.read_only = {kit_.bind()};
    job.limits.cpu_s = settings_.compile_cpu_s;
    job.limits.wall_s = Settings::wall_s(settings_.compile_cpu_s);
    job.limits.memory_bytes = settings_.compile_memory_mib << 20;
    job.out_of_memory_texts = sandbox::kCompilerOutOfMemory;
    return job;
}

std::optional<Judgement> Compiler::attempt(const course::LabBuild& lab, const std::filesystem::path& source,
                                           const std::filesystem::path& output, sandbox::Sharing sharing) const
{
    sandbox::Job job = job_with_kit();
    job.read_only.push_back({source, "/src"});
    job.writable = sandbox::Bind{output, "/out"};

    job.argv = {"/kit/bin/cucc", "--kit", "/kit", "-std=c++20", "--no-main", "--submission", "-fmax-errors=5"};
    for (std::string& flag : kit_.include_flags(lab)) job.argv.push_back(std::move(flag));
    for (const std::string& word : {std::string("-c"), "/src/" + lab.file(), std::string("-o"), std::string("/out/student.o")})
        job.argv.push_back(word);
    if (auto refused = refusal(lab, sandbox::run_job(job, confinement_, sharing, sandbox::Stage::compile), false)) return refused;
    if (const auto why = gate_object(kit_.bind(), output, lab.file(), confinement_, sharing))
        return bare_judgement("", Verdict::does_not_compile, *why);

    job.argv = {"/kit/bin/cucc", "--kit", "/kit", "--submission", "--functions", kit_.functions(lab), "/out/student.o", kit_.run_library(lab), "-o", "/out/run"};
    return refusal(lab, sandbox::run_job(job, confinement_, sharing, sandbox::Stage::link), true);
}

std::optional<Judgement> Compiler::refusal(const course::LabBuild& lab, const sandbox::Outcome& outcome, bool linking) const
{
    if (outcome.ok()) return std::nullopt;

    const std::string file = lab.file();
    Verdict verdict = Verdict::does_not_compile;
    Message message;
    switch (outcome.how) {
    case sandbox::How::timeout:
        verdict = Verdict::timeout;
        message = {fmt::format("{}: the compiler was stopped after {} s", file, settings_.compile_cpu_s), sandbox::why_so_long(outcome),
                   "look for templates that instantiate themselves endlessly"};
        break;
    case sandbox::How::memory_limit:
        verdict = Verdict::memory_limit;
        message = {fmt::format("{}: compiling it needs more than {} MiB", file, settings_.compile_memory_mib), "",
                   "look for huge arrays with initial values, and for macros that double themselves"};
        break;
    case sandbox::How::output_limit:
        message = {fmt::format("{}: the compiler wrote too much output", file), "", "look at its first errors with `make`"};
        break;
    default:
        message = linking ? link_error(outcome.stderr_text, file) : first_error(outcome.stderr_text, file);
    }
    Judgement judgement = bare_judgement("", verdict, message);
    judgement.printed = shortened(without_bug_report(printable(without_folders(outcome.stderr_text), true)), kShownOfCompiler);
    return judgement;
}

}  // namespace halo::grader::judging
