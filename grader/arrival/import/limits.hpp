#pragma once
// How much a download may hold. What exceeds a limit is refused by name; the rest is imported.

#include <cstddef>
#include <cstdint>

namespace halo::grader::arrival {

struct Limits {
    std::uint64_t file_bytes = 50u << 20;       ///< one file; as much memory is needed for each level of archives
    std::uint64_t all_bytes = 4ull << 30;       ///< all files of a download, unpacked; beyond, whoever has the most is refused, if that is more than a share
    std::uint64_t inner_bytes = 256u << 20;     ///< a student's share: all files of an archive within a download, and of the archives in it
    std::size_t entries = 100'000;              ///< of a download, what its archives contain included
    std::size_t inner_entries = 10'000;         ///< a student's share of these
    double ratio = 200;                         ///< unpacked to packed bytes of such an archive; deflate reaches 1032 with zeros, source text 10
    std::uint64_t ratio_from = 16u << 20;       ///< those that unpack to less are harmless whatever their ratio
    int depth = 3;                              ///< archives in archives; the download itself, a folder or an archive, is the first
    int folders = 32;                           ///< folders in folders
    std::size_t name_bytes = 1024;              ///< of a path
    std::size_t source_bytes = 1u << 20;        ///< of a .cu file, as for `grader run`
};

}  // namespace halo::grader::arrival
