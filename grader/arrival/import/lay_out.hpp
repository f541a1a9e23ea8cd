#pragma once
// Writes FOLDER: beside it first, then under its name at once.

#include <filesystem>
#include <string>
#include <string_view>

#include "findings/fd.hpp"

namespace halo::grader::arrival {

/// A folder `.FOLDER.importing` beside FOLDER, for this process alone. What an interrupted import left there is removed; what is unfinished
/// at the end, too.
class Staging {
public:
    /// Throws UsageError if another import into FOLDER is running, GraderFault if nothing can be written there.
    explicit Staging(const std::filesystem::path& to);
    ~Staging();
    Staging(const Staging&) = delete;

    const std::filesystem::path& folder() const { return folder_; }

    enum class Ending { written, same, replaced };
    struct Finished {
        Ending ending;
        std::filesystem::path before;      ///< where the folder is that was replaced
    };
    /// Gives it its name. A folder that is there already stays if it has the same content; else it is moved aside if `replace`, and UsageError
    /// is thrown if not. Nothing is ever removed.
    Finished finish(bool replace);

private:
    std::filesystem::path to_, folder_;
    Fd lock_;
};

/// The first path, relative to both, whose content differs or that only one of them has; empty if they are the same.
std::string first_difference(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace halo::grader::arrival
