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

}  // namespace halo::grader::test
