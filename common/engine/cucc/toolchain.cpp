#include "toolchain.hpp"

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>

#include "config.hpp"

namespace halo::cucc {
namespace {

namespace fs = std::filesystem;

bool is_in_path(const std::string& program)
{
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    std::error_code ignored;
    for (std::string folder; std::getline(folders, folder, ':');)
        if (fs::exists(fs::path(folder) / program, ignored)) return true;
    return false;
}

}  // namespace

std::vector<std::string> quick_linker()
{
    if (is_in_path("ld.lld")) return {"-fuse-ld=lld", "-Wl,--threads=1"};   // the other processors have links of their own to do
    if (is_in_path("ld.gold")) return {"-fuse-ld=gold"};
    return {};
}

std::vector<std::string> compiler()
{
    const char* named = std::getenv("CXX");
    if (named == nullptr || *named == '\0') return {"g++"};
    std::error_code ignored;
    if (fs::exists(named, ignored)) return {named};
    std::istringstream words(named);
    std::vector<std::string> out{std::istream_iterator<std::string>(words), {}};
    if (out.empty()) out.push_back("g++");
    return out;
}

Kit find_kit(const std::string& named)
{
    if (!named.empty()) return {named + "/include", named + "/lib/libhalo_engine.a"};
    std::error_code ignored;
    const fs::path own_folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const auto installed = [&](const char* path) { return (own_folder / fs::path(path).lexically_relative(kBinDir)).lexically_normal().string(); };
    const Kit kit{installed(kInstalledIncludeDir), installed(kInstalledLibrary)};
    if (fs::exists(kit.include + "/cuda_runtime.h", ignored)) return kit;
    return {kIncludeDir, kLibrary};
}

}  // namespace halo::cucc
