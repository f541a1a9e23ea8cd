#include "coverage.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "spawn.hpp"

namespace halo::coverage {

namespace fs = std::filesystem;

namespace {

constexpr const char* kGroups[] = {
    "Launches", "Language", "Memory", "Symbols", "Streams and events", "Textures", "Atomics", "Synchronisation",
    "Warp", "Cooperative groups", "Half precision", "Mathematics", "Device and occupancy", "Building",
};

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

/// If `line` starts with `mark`, stores what follows it.
bool after_mark(const std::string& line, std::string_view mark, std::string& rest)
{
    if (!line.starts_with(mark)) return false;
    rest = line.substr(mark.size());
    return true;
}

void read_claim(Program& program, const std::string& text)
{
    const std::size_t colon = text.find(": ");
    const std::string group = text.substr(0, colon);
    if (colon == std::string::npos || colon + 2 == text.size())
        program.fault = fmt::format("`// covers: {}` is not `// covers: Group: feature`", text);
    else if (std::none_of(std::begin(kGroups), std::end(kGroups), [&](const char* known) { return group == known; }))
        program.fault = fmt::format("there is no group `{}`", group);
    else
        program.covers.push_back({group, text.substr(colon + 2)});
}

void read_refusal(Program& program, const std::string& text)
{
    program.refused = true;
    const std::size_t colon = text.find(": ");
    if (!text.starts_with("line ") || colon == std::string::npos || colon + 2 == text.size()) {
        program.fault = fmt::format("`// refused: {}` is not `// refused: line N: part of the message`", text);
        return;
    }
    program.expected_line = text.substr(5, colon - 5);
    program.expected_words = text.substr(colon + 2);
}

std::vector<fs::path> sources(const Program& program)
{
    std::vector<fs::path> out = {program.source};
    out.insert(out.end(), program.parts.begin(), program.parts.end());
    return out;
}

/// The name of one of `program`'s files in the work folder.
std::string file_in(const fs::path& work, const Program& program, const std::string& ending)
{
    return work / ((program.refused ? "refused-" : "") + program.source.stem().string() + ending);
}

/// Builds as a student does: with one command, or one for each file and a link. Returns the exit code and fills in `output`.
int build(const Program& program, const std::string& cucc, const fs::path& work, std::string& output)
{
    const std::string log = file_in(work, program, ".log"), prog = file_in(work, program, "");
    const auto run = [&](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), {"-Wall", "-Wextra"});
        words.insert(words.end(), more.begin(), more.end());
        const int code = test::start(words, {}, log);
        output += test::read(log);
        return code;
    };
    if (program.parts.empty()) return run({cucc, program.source, "-o", prog}, program.flags);

    std::vector<std::string> link = {cucc, "-o", prog};
    for (const fs::path& source : sources(program)) {
        const std::string object = file_in(work, program, fmt::format("-{}.o", link.size()));
        if (const int code = run({cucc, "-c", source, "-o", object}, program.flags); code != 0) return code;
        link.push_back(object);
    }
    return run(link, program.flags);
}

void prove_refusal(Program& program, int code, const std::string& output)
{
    if (code != 1) {
        program.complaint = fmt::format("cucc ends with {}, but must refuse\n{}", code, output);
        return;
    }
    const std::vector<std::string> lines = lines_of(output);
    const std::string place = fmt::format("{}:{}: ", program.source.string(), program.expected_line);
    if (lines.empty() || !after_mark(lines.front(), place, program.message) ||
        program.message.find(program.expected_words) == std::string::npos) {
        program.complaint = fmt::format("refused, but not at line {} with \"{}\"\n{}", program.expected_line, program.expected_words, output);
        return;
    }
    for (const std::string& line : lines)
        if (after_mark(line, "  try:   ", program.advice)) break;
    if (program.advice.empty()) program.complaint = fmt::format("refused without advice on what to try\n{}", output);
}

/// nvcc reads a file twice, for the card and for the host. The first pass parses the host's code, too, and takes a third of the time. Only the
/// second one sees what is left out for the card, and turns extended lambdas into types.
bool needs_both_passes(const Program& program, const fs::path& source)
{
    return !program.flags.empty() || test::read(source).find("__CUDA_ARCH__") != std::string::npos;
}

std::string cell(std::string text)
{
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
}

std::string link_to(const Program& program)
{
    const std::string name = program.source.filename();
    return fmt::format("[{}](tests/coverage/{}{})", name, program.refused ? "refused/" : "", name);
}

}  // namespace

std::span<const char* const> groups() { return kGroups; }

Program read_program(const fs::path& source)
{
    Program program;
    program.source = source;
    for (const std::string& line : lines_of(test::read(source))) {
        std::string rest;
        if (after_mark(line, "// covers: ", rest)) read_claim(program, rest);
        else if (after_mark(line, "// refused: ", rest)) read_refusal(program, rest);
        else if (after_mark(line, "// with: ", rest)) program.parts.push_back(source.parent_path() / rest);
        else if (after_mark(line, "// flags: ", rest)) {
            std::istringstream words(rest);
            for (std::string word; words >> word;) program.flags.push_back(word);
        } else break;
    }
    if (program.fault.empty() && program.refused == !program.covers.empty())
        program.fault = program.refused ? "it claims both to be covered and to be refused" : "its first line claims nothing";
    return program;
}

std::vector<Program> read_programs(const fs::path& folder)
{
    std::vector<Program> out;
    for (const fs::path& place : {folder, folder / "refused"}) {
        if (!fs::exists(place)) continue;
        for (const fs::directory_entry& entry : fs::directory_iterator(place)) {
            if (entry.path().extension() != ".cu") continue;
            Program program = read_program(entry.path());
            if (program.fault.empty() && program.refused != (place != folder))
                program.fault = "programs to be refused belong in refused/, all others do not";
            out.push_back(std::move(program));
        }
    }
    std::sort(out.begin(), out.end(), [](const Program& a, const Program& b) { return a.source < b.source; });
    return out;
}

void prove(Program& program, const std::string& cucc, const fs::path& work)
{
    program.complaint = program.fault;
    if (!program.fault.empty()) return;

    std::string output;
    const int code = build(program, cucc, work, output);
    if (program.refused) return prove_refusal(program, code, output);
    if (code != 0 || !output.empty()) {
        program.complaint = fmt::format("cucc ends with {}, with the output\n{}", code, output);
        return;
    }
    const std::string log = file_in(work, program, ".log"), table = file_in(work, program, ".findings");
    for (const char* order : {"forward", "reverse"}) {
        fs::remove(table);
        const int ended = test::start({file_in(work, program, "")},
                                      {fmt::format("HALO_ORDER={}", order), "HALO_FINDINGS=" + table}, log);
        const std::string findings = test::read(table);
        if (ended == 0 && findings.empty()) continue;
        program.complaint = fmt::format("with threads in {} order it ends with {}{}\n{}", order, ended,
                                        findings.empty() ? "" : " and has a finding", test::read(log));
        return;
    }
}

std::string compile_for_card(const Program& program, const std::string& nvcc, const fs::path& work)
{
    const std::string log = file_in(work, program, ".nvcc.log"), object = file_in(work, program, ".nvcc.o");
    for (const fs::path& source : sources(program)) {
        std::vector<std::string> words = {nvcc, "-arch=sm_90", needs_both_passes(program, source) ? "-c" : "-cubin", source, "-o", object};
        words.insert(words.end(), program.flags.begin(), program.flags.end());
        if (const int code = test::start(words, {}, log); code != 0)
            return fmt::format("nvcc ends with {}, with the output\n{}", code, test::read(log));
    }
    return {};
}

std::string page(const std::vector<Program>& programs)
{
    std::size_t features = 0;
    for (const Program& program : programs) features += program.covers.size();
    const auto refusals = std::count_if(programs.begin(), programs.end(), [](const Program& p) { return p.refused; });

    std::string out = fmt::format(
        "# What the CPU engine covers\n\n"
        "Made from [programs that a test runs](tests/coverage): {} features in {} programs, and {} refused. Each program is\n"
        "ordinary CUDA, compares its results with values computed on the host, and was built and run by `cucc` without a\n"
        "finding, its threads forwards and backwards. The page can be [written anew](INSIDE.md#features-and-public-programs).\n",
        features, programs.size() - std::size_t(refusals), refusals);
    for (const char* group : kGroups) {
        std::string rows;
        for (const Program& program : programs)
            for (const Claim& claim : program.covers)
                if (claim.group == group) rows += fmt::format("| {} | {} |\n", cell(claim.feature), link_to(program));
        if (!rows.empty()) out += fmt::format("\n## {}\n\n| feature | program |\n| --- | --- |\n{}", group, rows);
    }
    out += "\n## Refused\n\nWhat can't run here is refused when it is built, at its line: never a wrong result.\n\n"
           "| message | what to try | program |\n| --- | --- | --- |\n";
    for (const Program& program : programs)
        if (program.refused)
            out += fmt::format("| {} | {} | {} |\n", cell(program.message), cell(program.advice), link_to(program));
    return out;
}

}  // namespace halo::coverage
