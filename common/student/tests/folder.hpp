#pragma once
// A folder for one test.

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace halo::test {

/// With a space in its name; removed at the end.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("halo student " + std::to_string(getpid()));

    Folder()
    {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path / name) << text;
        return path / name;
    }
};

}  // namespace halo::test
