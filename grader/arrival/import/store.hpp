#pragma once
// Keeps what was received, each content once, under its hash.

#include <filesystem>
#include <string>
#include <string_view>

namespace halo::grader::arrival {

class Store {
public:
    /// `folder` is created with the first content.
    explicit Store(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// The sha256 under which the content now is. Throws GraderFault where it cannot be written.
    std::string put(std::string_view content);
    std::string get(const std::string& hash) const;
    std::filesystem::path place(const std::string& hash) const { return folder_ / hash.substr(0, 2) / hash; }

private:
    std::filesystem::path folder_;
};

/// Writes a file that is not there yet. Throws GraderFault.
void write_new(const std::filesystem::path& file, std::string_view content);

}  // namespace halo::grader::arrival
