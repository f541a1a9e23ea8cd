#pragma once
// Files that belong together, replaced together.

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace halo::grader {

/// Each file is written beside the one that it replaces, readable by its owner alone; commit() renames them all. Whoever stops before that leaves every old file as it was.
class FileSet {
public:
    FileSet() = default;
    FileSet(const FileSet&) = delete;
    ~FileSet();             ///< what was added and not committed is removed

    /// Makes the folder, for its owner alone, if there is none. Throws GraderFault.
    void add(const std::filesystem::path& path, std::string_view content);
    /// Removed by commit(), if it is a file; one that is not there is no error.
    void remove(const std::filesystem::path& path) { outdated_.push_back(path); }
    /// `before_renaming` is called when everything is on the disk; what it throws leaves every old file as it was. Throws GraderFault.
    void commit(const std::function<void()>& before_renaming = [] {});

private:
    std::vector<std::filesystem::path> added_, outdated_;
};

}  // namespace halo::grader
