#include "workshop.hpp"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "findings/verdict.hpp"
#include "tests/spawn.hpp"

namespace halo::variants {

namespace {

namespace fs = std::filesystem;

/// Runs `words` in `folder`.
int start_in(const fs::path& folder, std::vector<std::string> words, const std::vector<std::string>& variables,
             const fs::path& log)
{
    words.insert(words.begin(), {"/usr/bin/env", "-C", folder.string()});
    return halo::test::start(words, variables, log);
}

void run_or_fail(const fs::path& folder, const std::vector<std::string>& words)
{
    const fs::path log = folder / "log";
    if (start_in(folder, words, {}, log) != 0)
        throw Fault({words.front() + " failed, and nothing was built", folder.string(), halo::test::read(log)});
}

std::vector<std::string> compiler()
{
    const char* named = std::getenv("CXX");
    std::istringstream words(named != nullptr && *named != '\0' ? named : "g++");
    return {std::istream_iterator<std::string>(words), {}};
}

Report read_report(const fs::path& result)
{
    Report out;
    out.built = true;
    const auto json = nlohmann::json::parse(halo::test::read(result), nullptr, false);
    if (json.is_discarded() || json.value("sentences", 0) == 0) {
        out.verdict = "no result";
        return out;
    }
    out.verdict = json.value("verdict", "");
    out.mistake = json.value("key", "");
    out.function = json.value("function", "");
    const Message message = message_from_text(json.value("message", ""));
    out.headline = message.headline;
    out.where = message.where;
    out.what = message.what;
    out.attempt = message.attempt;
    out.line = json.value("line", 0);
    out.source = json.value("source", "");
    return out;
}

}  // namespace

Workshop::Workshop(Tools tools, std::string lab) : tools_(std::move(tools)), lab_(std::move(lab))
{
    std::string work = fs::temp_directory_path() / "variants-XXXXXX";
    if (mkdtemp(work.data()) == nullptr) throw Fault({"no temporary folder", work, "set TMPDIR to one you may write to"});
    work_ = work;
    prepare_kit();
    prepare_header();
}

Workshop::~Workshop()
{
    std::error_code ignored;
    fs::remove_all(work_, ignored);
}

/// The debug information of tests and engine is 26 MB, and most of what a linker does. The archive of the tests is thin;
/// the full copy keeps the order of its members, and with it the neighbours of the variant's shared arrays.
void Workshop::prepare_kit() const
{
    fs::create_directories(work_ / "kit/lib");
    fs::create_directory_symlink(tools_.root / "common/engine/headers", work_ / "kit/include");
    run_or_fail(work_, {"strip", "-g", tools_.engine, "-o", work_ / "kit/lib/libhalo_engine.a"});
    // By way of a link: an ar script takes no path with a space.
    fs::create_directory_symlink(fs::absolute(tools_.tests).parent_path(), work_ / "tests");
    std::ofstream(work_ / "script") << "create tests.a\naddlib tests/" << tools_.tests.filename().string() << "\nsave\nend\n";
    run_or_fail(work_, {"sh", "-c", "ar -M <script"});
    run_or_fail(work_, {"strip", "-g", "tests.a"});
}

/// g++ looks for a precompiled cuda_runtime.h in its working folder, and ignores one that does not match.
void Workshop::prepare_header() const
{
    std::ofstream header(work_ / "includes.hpp");
    header << "#include <cuda_runtime.h>\n";
    std::istringstream solution(halo::test::read(solution_in(tools_.root / "solutions" / lab_)));
    for (std::string line; std::getline(solution, line);)
        if (line.starts_with("#include")) header << line << '\n';
    header.close();

    std::vector<std::string> words = compiler();
    words.insert(words.end(), {"-std=c++20", "-I" + (work_ / "kit/include").string()});
    for (const std::string& folder : includes()) words.push_back(folder);
    for (std::size_t i = 0; i < tools_.kernel_flags.size(); ++i)
        if (tools_.kernel_flags[i] == "-include") ++i;      // the header itself
        else words.push_back(tools_.kernel_flags[i]);
    words.insert(words.end(), {"-x", "c++-header", "includes.hpp", "-o", "cuda_runtime.h.gch"});
    words.insert(words.begin(), "/usr/bin/env");
    run_or_fail(work_, words);
}

std::vector<std::string> Workshop::includes() const
{
    return {"-I" + (tools_.root / "labs" / lab_).string(), "-I" + (tools_.root / "common").string()};
}

Report Workshop::run(const fs::path& folder, const std::string& source, const std::string& option) const
{
    const fs::path result = folder / "result.json", log = folder / "log";
    fs::remove(result);
    // There is already a job for each processor, and the report does not depend on the number of threads.
    start_in(folder, {"./program", option}, {"HALO_RESULT=" + result.string(), "HALO_THREADS=1"}, log);
    Report out = read_report(result);
    out.text = halo::test::read(log);
    // Every wrong value names the lines that stored and loaded it; an entry states the places of findings.
    out.other_lines = lines_named(out.headline + "\n" + out.where.substr(0, out.where.find(", stored ")), source);
    return out;
}

Reports Workshop::try_out(const Variant& variant) const
{
    const auto began = std::chrono::steady_clock::now();
    const fs::path folder = work_ / variant.name, file = folder / solution_in(lab_).filename();
    const std::string source = text_of(variant);
    fs::create_directory(folder);
    std::ofstream(file) << source;

    Reports out;
    std::vector<std::string> build = {tools_.cucc, "-std=c++20", file, work_ / "tests.a", "--kit", work_ / "kit", "-lfmt", "-ltomlplusplus"};
    for (const std::string& word : includes()) build.push_back(word);
    build.insert(build.end(), {"-o", folder / "program"});
    const int code = start_in(work_, build, {}, folder / "log");
    if (code != 0) {
        out.forward.text = halo::test::read(folder / "log");
    } else {
        out.forward = run(folder, source, "--order=forward");
        out.reverse = run(folder, source, "--order=reverse");
        for (unsigned seed = 0; seed < tools_.seeds; ++seed) out.drawn.push_back(run(folder, source, fmt::format("--seed={}", 100 + seed)));
    }
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return out;
}

}  // namespace halo::variants
