#include "judging/object_gate.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::judging {
namespace {

constexpr double kGateCpuSeconds = 10;
constexpr std::uint64_t kMemory = 512ull << 20;
constexpr std::size_t kLongestName = 200;

constexpr const char* kPlain = "write plain C++ and CUDA, without inline assembly, intrinsics, and the compiler's own attributes";

struct Words {
    std::string what, advice;
};

Words words(const gate::Refusal& refusal, const std::string& word)
{
    switch (refusal.rule) {
    case gate::Rule::name:
        return {fmt::format("a submission may not use {}", word),
                "leave it out: a lab's functions need CUDA's calls, the C++ library, malloc, printf and the like"};
    case gate::Rule::own_name:
        return {fmt::format("a submission may not define {}, a name of the system or of the course", word), "give it another name"};
    case gate::Rule::section: return {fmt::format("the section {} is not one that CUDA code has", word), kPlain};
    case gate::Rule::start:
        return {fmt::format("{} would run before the program starts, or after it has ended", word), "call it from the lab's function"};
    case gate::Rule::instruction: return {fmt::format("{} is not an instruction that C++ is compiled to", word), kPlain};
    case gate::Rule::place: return {fmt::format("{} leads into the middle of an instruction", word), kPlain};
    case gate::Rule::stack:
        return {"an array on the stack has a size that is known only at run time", "take a std::vector, or a constant for the size"};
    case gate::Rule::unhooked:
        return {fmt::format("{} loads or stores values without the engine seeing it", word),
                "in device code pass a struct by reference; copy and fill arrays by a loop, or by memcpy and memset"};
    case gate::Rule::host_function:
        return {fmt::format("device code calls {}, a function of the host", word),
                "device code calls __device__ functions, CUDA's own and those of <cmath>; copy element by element, so that each load is counted"};
    case gate::Rule::engine_call:
        return {fmt::format("{} is a function of the course's own engine, and not for submissions", word), kPlain};
    case gate::Rule::damaged: break;
    }
    return {fmt::format("what the compiler made of it can't be read: {}", word), kPlain};
}

}  // namespace

Message refused_by_gate(const gate::Refusal& refusal, const std::string& file)
{
    const std::string word = shortened(printable(refusal.word, false), kLongestName);
    const std::string function = shortened(printable(refusal.function, false), kLongestName);
    const Words said = words(refusal, word);
    // A line of another file is one of a header, which a student doesn't have.
    const bool known = refusal.line > 0 && refusal.file == file;
    return {fmt::format("{}{}: {}", file, known ? fmt::format(":{}", refusal.line) : "", said.what),
            function.empty() || function == word ? "" : "in " + function, said.advice};
}

std::optional<Message> gate_object(const sandbox::Bind& kit, const std::filesystem::path& output, const std::string& file,
                                   const sandbox::Confinement& confinement, sandbox::Sharing sharing)
{
    sandbox::Job job;
    job.argv = {"/kit/bin/halo-gate", "/out/student.o", "/kit/include"};
    job.read_only = {kit};
    job.writable = sandbox::Bind{output, "/out"};    // the object gets the hooks that the compiler has left out
    job.limits.cpu_s = kGateCpuSeconds;
    job.limits.wall_s = 3 * kGateCpuSeconds;
    job.limits.memory_bytes = kMemory;
    const sandbox::Outcome outcome = sandbox::run_job(job, confinement, sharing, sandbox::Stage::gate);
    const auto refusals = outcome.ok() ? gate::read_refusals(outcome.stdout_text) : std::nullopt;
    if (!refusals) return refused_by_gate({gate::Rule::damaged, outcome.text, "", "", 0}, file);
    if (refusals->empty()) return std::nullopt;
    const auto with_line = std::ranges::find_if(*refusals, [&](const gate::Refusal& r) { return r.line > 0 && r.file == file; });
    return refused_by_gate(with_line != refusals->end() ? *with_line : refusals->front(), file);
}

}  // namespace halo::grader::judging
