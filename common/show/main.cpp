// show SCENE.json PAGE.html ASSETS    draws a run as a page; ASSETS: the folder with page.css and page.js
// show --picture=M,T SCENE.json OUT.svg    one moment, counted from 1, with thread T followed (none: -1), as a picture

#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "show/page.hpp"
#include "show/picture.hpp"
#include "show/scene.hpp"

namespace {

std::optional<std::string> text_of(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in) return {};
    return std::string(std::istreambuf_iterator<char>(in), {});
}

int fail(const std::string& what, const std::string& where, const std::string& attempt)
{
    std::fprintf(stderr, "%s\n  where: %s\n  try:   %s\n", what.c_str(), where.c_str(), attempt.c_str());
    return 2;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::string option = argc > 1 ? argv[1] : "", picture_option = "--picture=";
    const bool as_picture = option.starts_with(picture_option);
    if (argc != 4) return fail("show needs three arguments", "its command line", "show SCENE.json PAGE.html ASSETS");
    const std::string scene_file = argv[as_picture ? 2 : 1], out_file = argv[as_picture ? 3 : 2];
    const auto json = text_of(scene_file);
    if (!json) return fail("there is no such file", scene_file, "make show");
    std::string text;
    try {
        const halo::show::Scene scene = halo::show::scene_from_json(*json);
        if (as_picture) {
            text = halo::show::picture(scene, halo::show::picture_from(option.substr(picture_option.size())));
        } else {
            const std::string assets = argv[3];
            const auto style = text_of(assets + "/page.css"), script = text_of(assets + "/page.js");
            if (!style || !script) return fail("page.css or page.js is missing", assets, "restore the files: git checkout");
            text = halo::show::page(scene, *style, *script);
        }
    } catch (const halo::show::Unreadable& wrong) {
        return fail("the drawing's data cannot be read", scene_file + ": " + wrong.what(), "make show");
    }
    std::ofstream out(out_file, std::ios::binary);
    out << text;
    return out.flush() ? 0 : fail("the drawing could not be written", out_file, "is the disk full?");
}
