#pragma once
// A course whose compiler and judge are shell scripts: a submission is a script too, and writes to fd 3 what the
// judge then repeats. So the whole grader runs, sandbox included, in a few milliseconds per submission.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace halo::grader::test {

/// A temporary folder, removed at the end.
class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::filesystem::path& below) const { return path_ / below; }
    /// Creates the folders above it too.
    void write(const std::filesystem::path& file, const std::string& content, bool executable = false) const;

private:
    std::filesystem::path path_;
};

/// Labs 01_first (function `first`) and 02_second (functions `second_a`, `second_b`), with a manifest in `home`.
void write_fake_course(const TempFolder& home);

/// A submission whose every function gets `verdict`.
std::string submission(const std::string& verdict, double seconds = 0);

struct Finished {
    int exit = -1;
    std::string out, err;
};

/// Runs the real grader; with --no-sandbox if this machine has no sandbox.
Finished grader(const std::vector<std::string>& arguments, bool choose_sandbox = true);

/// Starts the grader and kills it after `seconds`. True if it was still running then.
bool grader_killed(const std::vector<std::string>& arguments, double seconds);

/// Rows of a CSV file, split into cells.
std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& file);

std::string slurp(const std::filesystem::path& file);

/// `text` with every `what` replaced.
std::string replaced(std::string text, const std::string& what, const std::string& with);

/// A fake course in a temporary folder, and the verdicts of its runs.
struct Course {
    TempFolder home;
    Course() { write_fake_course(home); }

    void hand_in(const std::string& student, const std::string& verdict, double seconds = 0) const
    {
        for (const char* file : {"first.cu", "second.cu"})
            home.write("submissions/" + student + "/" + file, submission(verdict, seconds) + "# " + student + "\n");
    }

    std::vector<std::string> arguments(const std::string& out, std::vector<std::string> more = {}) const
    {
        std::vector<std::string> all = {"run", (home / "submissions").string(), "--out", (home / out).string(), "--manifest",
                                        (home / "manifest.json").string(), "--course", (home / "course.toml").string(),
                                        "--seed", "7"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    Finished grade(std::vector<std::string> more = {}) const { return grader(arguments("out", std::move(more))); }

    /// student → verdict of its first function.
    std::map<std::string, std::string> verdicts() const
    {
        std::map<std::string, std::string> out;
        for (const auto& row : read_csv(home / "out/results.csv"))
            if (row.size() == 19 && row[2] == "first") out[row[0]] = row[3];
        return out;
    }
};

}  // namespace halo::grader::test
