#include "package/packages.hpp"

#include <fmt/format.h>

#include "machine/files.hpp"
#include "machine/sha256.hpp"

namespace halo::grader::package {
namespace {

namespace fs = std::filesystem;

Content read(const fs::path& file)
{
    return {read_file(file, "a part of the package"), (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none};
}

void add(Tree& to, Tree more)
{
    for (auto& [path, content] : more) to[path] = std::move(content);
}

/// Which lab, for the scripts, which are the same for all. Names of labs are letters, digits and underscores.
Content assignment(const Wanted& wanted)
{
    return {fmt::format("# Which lab this package grades; the scripts read it.\nLAB={}\nSTEM={}\nPOINTS={}\n", wanted.lab.lab, wanted.lab.stem, wanted.points), false};
}

/// What every platform's package has in common: below `as`.
Tree common(const Wanted& wanted, const fs::path& as)
{
    Tree out;
    out[as / "assignment"] = assignment(wanted);
    out[as / "course.toml"] = read(wanted.course);
    out[as / "grade"] = read(wanted.source / "grader/package/platforms/grade");
    return out;
}

Content script(const Wanted& wanted, const char* path) { return read(wanted.source / "grader/package/platforms" / path); }

/// A question's identity, the same in every package of the lab: PrairieLearn keeps points by it.
std::string uuid_of(const std::string& lab)
{
    const std::string h = sha256("halo/prairielearn/" + lab);
    return fmt::format("{}-{}-4{}-8{}-{}", h.substr(0, 8), h.substr(8, 4), h.substr(12, 3), h.substr(15, 3), h.substr(18, 12));
}

/// A text with @LAB@, @STEM@, @TITLE@ and @POINTS@ replaced: for files in formats that read no `assignment`.
Content filled(const Wanted& wanted, const char* path, bool json = false)
{
    Content content = script(wanted, path);
    std::string title = wanted.lab.title;
    if (json)
        for (std::size_t at = 0; (at = title.find_first_of("\"\\", at)) != std::string::npos; at += 2) title.insert(at, "\\");
    const std::pair<const char*, std::string> all[] = {{"@LAB@", wanted.lab.lab}, {"@STEM@", wanted.lab.stem}, {"@TITLE@", title}, {"@POINTS@", wanted.points}, {"@UUID@", uuid_of(wanted.lab.lab)}};
    for (const auto& [what, with] : all)
        for (std::size_t at = 0; (at = content.bytes.find(what, at)) != std::string::npos; at += with.size()) content.bytes.replace(at, std::string_view(what).size(), with);
    return content;
}

/// A container image with the grader built, for platforms that start one for each submission.
Tree image(const Wanted& wanted)
{
    Tree out = common(wanted, "image");
    out["image/Dockerfile"] = filled(wanted, "image/Dockerfile");
    add(out, source_tree(wanted.source, "image/halo"));
    return out;
}

Tree gradescope(const Wanted& wanted)
{
    Tree out = common(wanted, "");
    for (const char* file : {"setup.sh", "run_autograder"}) out[file] = script(wanted, (std::string("gradescope/") + file).c_str());
    out["README.md"] = filled(wanted, "gradescope/README.md");
    add(out, source_tree(wanted.source, "halo"));
    return out;
}

Tree autolab(const Wanted& wanted)
{
    Tree out = image(wanted);
    out["README.md"] = filled(wanted, "autolab/README.md");
    out["autograde-Makefile"] = filled(wanted, "autolab/autograde-Makefile");
    Tree inside = common(wanted, "autograde");
    inside["autograde/run"] = script(wanted, "autolab/run");
    out["autograde.tar"] = {tar_of(inside), false};
    return out;
}

Tree prairielearn(const Wanted& wanted)
{
    Tree out = image(wanted);
    const fs::path question = fs::path("questions") / wanted.lab.lab;
    out["README.md"] = filled(wanted, "prairielearn/README.md");
    out[question / "info.json"] = filled(wanted, "prairielearn/info.json", true);
    out[question / "question.html"] = filled(wanted, "prairielearn/question.html");
    out[question / "tests/run"] = script(wanted, "prairielearn/run");
    add(out, common(wanted, question / "tests"));
    out[question / "tests" / wanted.lab.file()] = read(wanted.lab.folder / wanted.lab.file());
    return out;
}

Tree classroom50(const Wanted& wanted)
{
    Tree out;
    const fs::path bundle = fs::path("autograders") / wanted.lab.lab;
    out["README.md"] = filled(wanted, "classroom50/README.md");
    out[bundle / "autograder.py"] = script(wanted, "classroom50/autograder.py");
    add(out, common(wanted, bundle));
    out[bundle / "halo.zip"] = {zip_of(source_tree(wanted.source, "halo")), false};
    return out;
}

Tree github(const Wanted& wanted)
{
    Tree out = common(wanted, ".github/halo");
    out["README.md"] = filled(wanted, "github/README.md");
    out[".github/workflows/grade.yml"] = filled(wanted, "github/grade.yml");
    out[".github/halo/halo.zip"] = {zip_of(source_tree(wanted.source, "halo")), false};
    return out;
}

}  // namespace

std::span<const Platform> platforms()
{
    static constexpr Platform kAll[] = {
        {"gradescope", "autograder.zip for a programming assignment", true, gradescope, "in Gradescope: Configure Autograder, upload it, Update Autograder; then Test Autograder with a solution"},
        {"autolab", "autograde-Makefile, autograde.tar and the image to run them in", false, autolab, "README.md there says what to upload where"},
        {"prairielearn", "A question folder and the image that grades it", false, prairielearn, "README.md there says what to copy where"},
        {"classroom50", "The folder autograders/LAB of a Classroom 50 classroom", false, classroom50, "README.md there says what to copy where"},
        {"github", "A workflow that grades each push to a student's repository", false, github, "README.md there says what to commit where"},
    };
    return kAll;
}

}  // namespace halo::grader::package
