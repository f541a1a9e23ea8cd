#include "student/show.hpp"

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/test.hpp"

namespace halo::student {
namespace fs = std::filesystem;

int show_block(const Place& place, const std::string& function, const std::string& block)
{
    const fs::path folder = place.build / "show", scene = folder / (place.lab + ".json"), page = folder / (place.lab + ".html");
    std::error_code failed;
    fs::create_directories(folder, failed);
    const std::string program = compiled(place, "asked").path;
    const Ended built = capture({{"ninja", "-C", place.build.string(), "--quiet", "common/show/show"}});
    if (built.code != 0) throw Fault({"the program that draws did not build", built.out, "make -C ../.. doctor"});

    std::vector<std::string> words = {program, "--show=" + scene.string()};
    if (!function.empty()) words.push_back("--function=" + function);
    if (!block.empty()) words.push_back("--block=" + block);
    if (const int code = run({words}); code != 0) return code;
    if (const int code = run({{(place.build / "common/show/show").string(), scene.string(), page.string(), (place.root / "common/show/page").string()}}); code != 0)
        return code;
    fmt::print("Open it in a browser: file://{}\n", fs::absolute(page).string());
    return 0;
}

}  // namespace halo::student
