#include "run.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "command_line.hpp"
#include "engine/settings.hpp"
#include "driver.hpp"
#include "process.hpp"

namespace halo::cucc {

const char* const kRunHelp =
    "usage: cucc run [options] PROGRAM|FILE.cu [arguments…]\n"
    "Runs a program that cucc built, or builds FILE.cu in a temporary folder and runs that.\n"
    "\n"
    "  --order=ORDER                 order in which the threads of a block run: forward, reverse or random:SEED.\n"
    "                                The findings are the same in every order; the output of a wrong program may not be\n"
    "  --threads=N                   host threads that run blocks; default: one per core\n"
    "  --time-limit=S                seconds of processor time after which a launch is stopped; default 10\n"
    "  --device-memory=BYTES         size of device memory; default 8 GiB\n"
    "  --report-same-value-writes    also report two unordered writes of the same value as a race\n"
    "  --profile[=BY]                what the kernels counted, when the program ends: kernels (default), launches, or lines,\n"
    "                                which shows the lines of each kernel too; these run on one host thread\n"
    "  --section=NAMES               only these parts: launch, global, shared, constant, warps, speed\n"
    "  --profile-format=FORMAT       text (default), csv or json\n"
    "  --profile-output=FILE         a file for the profile; default: standard error\n"
    "  --error-exitcode=N            the exit code if there was a finding; default 1; 0: the program's own\n"
    "Arguments after the program's name are passed to it. The exit code is the program's, unless there was a finding.\n"
    "2: wrong usage, or something is missing.\n";

namespace {

namespace fs = std::filesystem;

constexpr engine::Setting kSettings[] = {engine::kOrder, engine::kThreads, engine::kTimeLimit, engine::kDeviceMemory, engine::kSameValue, engine::kErrorExitCode,
                                         engine::kProfile, engine::kProfileFormat, engine::kProfileSection, engine::kProfileOutput};

/// May the value of this option be the next word?
bool has_separate_value(const std::string& word)
{
    return std::ranges::any_of(kSettings, [&](const engine::Setting& setting) { return setting.separate && word == setting.option; });
}

bool is_set(const RunLine& line, const engine::Setting& setting)
{
    return std::ranges::any_of(line.variables, [&](const auto& one) { return one.first == setting.variable; });
}

/// Sections add up; of other options the last one counts.
void set(RunLine& line, const engine::Setting& setting, const std::string& value)
{
    const std::string_view variable = setting.variable;
    const auto earlier = std::ranges::find(line.variables, variable, [](const auto& one) { return std::string_view(one.first); });
    if (earlier == line.variables.end()) line.variables.emplace_back(variable, value);
    else earlier->second = variable == engine::kProfileSection.variable ? earlier->second + "," + value : value;
}

/// Handles one option. Returns what is wrong with it; empty if nothing is.
std::string take(const std::string& word, RunLine& line)
{
    const std::size_t equals = std::min(word.find('='), word.size());
    for (const engine::Setting& setting : kSettings) {
        if (word.substr(0, equals) != setting.option) continue;
        if (setting.value == nullptr && equals < word.size()) return fmt::format("{} takes no value", setting.option);
        const std::string value = equals < word.size() ? word.substr(equals + 1) : setting.implied != nullptr ? setting.implied : "";
        if (!engine::understood(setting, value)) {
            line.advice = fmt::format("{}={}: {}", setting.option, setting.value, setting.allowed_values);
            return fmt::format("{} is not understood", word);
        }
        set(line, setting, value);
        return {};
    }
    return fmt::format("run {} is not understood", word);
}

}  // namespace

RunLine parse_run(const std::vector<std::string>& words)
{
    RunLine line;
    line.advice = "cucc run --help";
    for (std::size_t i = 0; i < words.size() && line.fault.empty(); ++i) {
        if (words[i] == "--help" || words[i] == "-h") {
            line.help = true;
            return line;
        }
        if (words[i].starts_with('-')) {
            const bool separate = has_separate_value(words[i]) && i + 1 < words.size();
            line.fault = take(separate ? words[i] + "=" + words[i + 1] : words[i], line);
            i += separate ? 1 : 0;
            continue;
        }
        line.program = words[i];
        line.arguments.assign(words.begin() + std::ptrdiff_t(i) + 1, words.end());
        break;
    }
    for (const engine::Setting& part : {engine::kProfileFormat, engine::kProfileSection, engine::kProfileOutput})
        if (line.fault.empty() && is_set(line, part) && !is_set(line, engine::kProfile)) {
            line.fault = fmt::format("{} needs --profile", part.option);
            line.advice = fmt::format("cucc run --profile {}=…", part.option);
        }
    if (line.fault.empty() && line.program.empty()) line.fault = "no program to run";
    return line;
}

int run_program(const RunLine& line)
{
    std::error_code ignored;
    if (!fs::is_regular_file(line.program, ignored))
        throw Fault(fmt::format("there is no file {}", line.program), "check its name: cucc run PROGRAM or cucc run FILE.cu");

    std::optional<TemporaryFolder> folder;
    fs::path program = line.program;
    if (program.extension() == ".cu") {
        folder.emplace();
        program = fs::path(folder->path()) / program.stem();
        if (const int code = build(parse({line.program, "-o", program})); code != 0) return code;
    }

    for (const auto& [variable, value] : line.variables) setenv(variable.c_str(), value.c_str(), 1);
    std::vector<std::string> words = {fs::absolute(program)};   // a name without a slash would be searched for in PATH
    words.insert(words.end(), line.arguments.begin(), line.arguments.end());
    return run(words, {"the program", "is it a program for this machine? cucc FILE.cu -o PROGRAM builds one"});
}

}  // namespace halo::cucc
