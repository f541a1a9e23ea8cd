#pragma once
// An archive, entry by entry: zip, tar, tar.gz, tar.bz2. The one file that knows libarchive.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "arrival/import/limits.hpp"
#include "findings/verdict.hpp"

struct archive;
struct archive_entry;

namespace halo::grader::arrival {

/// Says what is wrong with an archive or one of its entries. The headline lacks its subject: `is encrypted`.
struct BadArchive : std::runtime_error {
    explicit BadArchive(Message what) : std::runtime_error(what.headline), message(std::move(what)) {}
    Message message;
};

struct Entry {
    std::string name;            ///< raw bytes
    std::uint64_t bytes = 0;     ///< as the archive claims; 0 if it doesn't say
    std::int64_t modified = 0;
    bool folder = false;
    std::string refused;         ///< `is a symbolic link to /etc/passwd`
};

class Archive {
public:
    /// A download, which the instructor chose, and an archive in it, which anybody may have made: only the latter is a bomb if it unpacks to
    /// very much more than its size. Both throw BadArchive if these are not the bytes of an archive. `bytes` must outlive it.
    Archive(const std::filesystem::path& file, const Limits& limits);
    Archive(std::string_view bytes, const Limits& limits);

    /// Throws BadArchive where the archive is damaged, ends early, or unpacks to too much.
    std::optional<Entry> next();
    /// The content of the entry that next() returned. Throws EntryTrouble for a fault of that entry alone, BadArchive else.
    std::string read();

    struct EntryTrouble : std::runtime_error {
        explicit EntryTrouble(Message what) : std::runtime_error(what.headline), message(std::move(what)) {}
        Message message;
    };

private:
    struct Free {
        void operator()(archive* a) const;
    };
    void start(std::string_view first_bytes);
    [[noreturn]] void fail() const;
    void count(std::uint64_t bytes);
    void skip();

    std::unique_ptr<archive, Free> archive_;
    archive_entry* entry_ = nullptr;
    const Limits& limits_;
    bool zip_ = false, inner_ = false;
    std::uint64_t packed_ = 0, unpacked_ = 0;
};

}  // namespace halo::grader::arrival
