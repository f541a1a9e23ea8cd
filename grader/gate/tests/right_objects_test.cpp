// No right file is refused: solutions, skeletons and right variants of every lab, compiled as submissions are, pass the object gate.
//
// usage: right_objects_test CUCC ENGINE_LIBRARY ROOT [LAB …]       14_copy_rate

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "gate/gate.hpp"
#include "variants.hpp"

namespace {

namespace fs = std::filesystem;
using namespace halo::grader::gate;

std::string cucc, library;
fs::path root;
std::vector<std::string> chosen;

std::string text_of_file(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct File {
    std::string lab, name, text;
};

std::vector<File> right_files()
{
    std::vector<File> out;
    for (const std::string& lab : chosen) {
        const fs::path solution = halo::variants::solution_in(root / "solutions" / lab);
        out.push_back({lab, "solution", text_of_file(solution)});
        out.push_back({lab, "skeleton", text_of_file(root / "labs" / lab / solution.filename())});
        for (const auto& variant : halo::variants::read_variants(root / "solutions" / lab))
            if (variant.is_right()) out.push_back({lab, variant.name, halo::variants::text_of(variant)});
    }
    return out;
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

int shell(const std::string& command) { return std::system(command.c_str()); }

/// As the grader's kit, with a precompiled header.
fs::path made_kit(const fs::path& home)
{
    fs::create_directories(home / "kit/lib");
    fs::copy(root / "common/engine/headers", home / "kit/include", fs::copy_options::recursive);
    fs::create_symlink(library, home / "kit/lib/libhalo_engine.a");
    REQUIRE(shell(cucc + " -std=c++20 --precompile --kit " + quoted(home / "kit")) == 0);
    return home / "kit";
}

/// What is wrong with a file; empty if nothing is.
std::string refused(const File& file, const fs::path& kit, const fs::path& folder)
{
    const std::string stem = file.lab.substr(3);
    const fs::path source = folder / (stem + ".cu"), object = folder / "student.o", log = folder / "log";
    fs::create_directories(folder);
    std::ofstream(source, std::ios::binary) << file.text;
    const std::string words = cucc + " -std=c++20 --submission --no-main -w --kit " + quoted(kit) + " -I" + quoted(root / "labs" / file.lab) + " -I" + quoted(root / "common") +
                              " -c " + quoted(source) + " -o " + quoted(object) + " >" + quoted(log) + " 2>&1";
    std::string out;
    if (shell(words) != 0) out = text_of_file(log);
    else
        for (const Refusal& r : refusals(object, kit / "include")) out += written(r);
    fs::remove_all(folder);
    return out.empty() ? out : file.lab + " " + file.name + ": " + out;
}

}  // namespace

TEST_CASE("no solution, no skeleton and no right variant is refused")
{
    std::string name = fs::temp_directory_path() / "right-XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    const fs::path home = name;
    const fs::path kit = made_kit(home);
    const std::vector<File> files = right_files();
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::string all;
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        workers.emplace_back([&] {
            for (std::size_t k; (k = next++) < files.size();) {
                const std::string one = refused(files[k], kit, home / std::to_string(k));
                const std::lock_guard guard(mutex);
                all += one;
            }
        });
    for (std::thread& worker : workers) worker.join();
    fs::remove_all(home);
    MESSAGE(files.size() << " files");
    CHECK(files.size() >= 3 * chosen.size());
    CHECK(all == "");
}

int main(int argc, char** argv)
{
    if (argc < 4) {
        std::fputs("usage: right_objects_test CUCC ENGINE_LIBRARY ROOT [LAB …]\n", stderr);
        return 2;
    }
    cucc = argv[1];
    library = argv[2];
    root = argv[3];
    chosen.assign(argv + 4, argv + argc);
    if (chosen.empty())
        for (const auto& entry : fs::directory_iterator(root / "solutions"))
            if (fs::exists(entry.path() / "variants.toml")) chosen.push_back(entry.path().filename());
    return doctest::Context().run();
}
