#include "arrival/import/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

/// libarchive reads names through the locale, and in the C locale it stops at the first é.
class Utf8Locale {
public:
    Utf8Locale() : before_(uselocale(utf8())) {}
    ~Utf8Locale() { uselocale(before_); }
    Utf8Locale(const Utf8Locale&) = delete;

private:
    static locale_t utf8()
    {
        static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return made ? made : uselocale(nullptr);
    }
    locale_t before_;
};

/// Why these first bytes are none of an archive that can be read; `zip` says which of the two kinds it is.
std::optional<Message> why_not(std::string_view first, bool& zip)
{
    struct Other {
        std::string_view bytes;
        const char* name;
    };
    static constexpr std::array kOthers = {Other{"7z\xBC\xAF\x27\x1C", "a 7z archive"}, Other{"Rar!", "a RAR archive"},
                                           Other{std::string_view("\xFD" "7zXZ\0", 6), "compressed with xz"}, Other{"\x28\xB5\x2F\xFD", "compressed with zstd"}};
    zip = first.starts_with("PK");
    if (first.empty()) return Message{"is empty", "it has 0 bytes", "download it, or ask for it, again"};
    for (const Other& other : kOthers)
        if (first.starts_with(other.bytes)) return Message{fmt::format("is {}, which is not read", other.name), "zip, tar, tar.gz and tar.bz2 are", "unpack it and pack it as a zip"};
    const bool tar = first.size() >= 512 && (first.substr(257, 5) == "ustar" || first.find_first_not_of('\0') == std::string_view::npos);
    if (zip || tar || first.starts_with("\x1F\x8B") || first.starts_with("BZh")) return std::nullopt;
    return Message{"is not an archive, whatever its name says", fmt::format("it begins with \"{}\"", shortened(printable(first.substr(0, 16)), 40)),
                   "open it and see what it is; an LMS sometimes saves its login page under that name"};
}

std::string kind_of(archive_entry* entry)
{
    const char* target = archive_entry_hardlink(entry);
    if (target) return fmt::format("is a link to {}", shortened(printable(target), 80));
    switch (archive_entry_filetype(entry)) {
    case AE_IFLNK:
        target = archive_entry_symlink(entry);
        return fmt::format("is a symbolic link to {}", shortened(printable(target ? target : "?"), 80));
    case AE_IFCHR:
    case AE_IFBLK: return "is a device";
    case AE_IFIFO: return "is a pipe";
    case AE_IFSOCK: return "is a socket";
    default: return "";
    }
}

}  // namespace

void Archive::Free::operator()(archive* a) const { archive_read_free(a); }

void Archive::start(std::string_view first_bytes)
{
    if (const auto why = why_not(first_bytes, zip_)) throw BadArchive(*why);
    archive_.reset(archive_read_new());
    // A zip only by its directory: what unzip would see, and what a truncated one lacks.
    if (zip_) {
        archive_read_support_format_zip_seekable(archive_.get());
    } else {
        archive_read_support_filter_gzip(archive_.get());
        archive_read_support_filter_bzip2(archive_.get());
        archive_read_support_format_tar(archive_.get());
    }
}

Archive::Archive(const std::filesystem::path& file, const Limits& limits) : limits_(limits)
{
    std::string first(512, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(in.gcount()));
    start(first);
    packed_ = std::filesystem::file_size(file);
    const Utf8Locale utf8;
    if (archive_read_open_filename(archive_.get(), file.c_str(), 1 << 16) != ARCHIVE_OK) fail();
}

Archive::Archive(std::string_view bytes, const Limits& limits) : limits_(limits), inner_(true), packed_(bytes.size())
{
    start(bytes.substr(0, 512));
    const Utf8Locale utf8;
    if (archive_read_open_memory(archive_.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) fail();
}

void Archive::fail() const
{
    const char* error = archive_error_string(archive_.get());
    const std::string reason = printable(error ? error : "no reason given");
    throw BadArchive({"is damaged or ends early", fmt::format("after {} bytes of content: {}", unpacked_, reason), "download it, or ask for it, again; `unzip -t` or `tar -t` must read it to the end"});
}

void Archive::count(std::uint64_t bytes)
{
    unpacked_ += bytes;
    if (inner_ && unpacked_ > limits_.inner_bytes)
        throw BadArchive({fmt::format("unpacks to more than {} bytes", limits_.inner_bytes), fmt::format("it has {} bytes itself", packed_), "ask for the .cu files alone"});
    if (inner_ && unpacked_ > limits_.ratio_from && double(unpacked_) > limits_.ratio * double(packed_))
        throw BadArchive({fmt::format("unpacks to more than {:.0f} times its size", limits_.ratio), fmt::format("{} bytes hold more than {}", packed_, unpacked_),
                          "no source text does that; look at it with `unzip -l` or `tar -tv`, and ask for the .cu files alone"});
}

/// libarchive would unpack what is left of an entry without asking how much that is.
void Archive::skip()
{
    std::array<char, 1 << 16> block;
    for (la_ssize_t got = 1; got > 0 || got == ARCHIVE_RETRY;) {
        got = archive_read_data(archive_.get(), block.data(), block.size());
        if (got <= ARCHIVE_FATAL) fail();
        if (got > 0) count(static_cast<std::uint64_t>(got));
    }
}

std::optional<Entry> Archive::next()
{
    const Utf8Locale utf8;
    if (entry_ && !zip_) skip();
    for (;;) {
        const int status = archive_read_next_header(archive_.get(), &entry_);
        if (status == ARCHIVE_EOF) return std::nullopt;
        if (status == ARCHIVE_RETRY) continue;
        if (status < ARCHIVE_WARN) fail();
        break;
    }
    Entry entry;
    const char* name = archive_entry_pathname(entry_);
    if (!name) name = archive_entry_pathname_utf8(entry_);
    entry.name = name ? name : "";
    entry.bytes = archive_entry_size_is_set(entry_) ? static_cast<std::uint64_t>(std::max<std::int64_t>(0, archive_entry_size(entry_))) : 0;
    entry.modified = archive_entry_mtime_is_set(entry_) ? archive_entry_mtime(entry_) : 0;
    entry.folder = archive_entry_filetype(entry_) == AE_IFDIR;
    entry.refused = kind_of(entry_);
    return entry;
}

std::string Archive::read()
{
    const Utf8Locale utf8;
    if (archive_entry_is_encrypted(entry_)) throw EntryTrouble({"is encrypted", "it needs a password", "ask for it without one"});
    const Message large = {fmt::format("has more than {} bytes", limits_.file_bytes), "", "a .cu file has a few thousand; ask for that file alone"};
    if (zip_ && archive_entry_size_is_set(entry_) && static_cast<std::uint64_t>(archive_entry_size(entry_)) > limits_.file_bytes) throw EntryTrouble(large);

    std::string content;
    bool too_large = false;
    std::array<char, 1 << 16> block;
    for (;;) {
        const la_ssize_t got = archive_read_data(archive_.get(), block.data(), block.size());
        if (got == ARCHIVE_RETRY) continue;
        if (got == 0) break;
        if (got < 0) {
            const char* error = archive_error_string(archive_.get());
            if (got <= ARCHIVE_FATAL) fail();
            throw EntryTrouble({"is damaged", printable(error ? error : "no reason given"), "ask for it again"});
        }
        count(static_cast<std::uint64_t>(got));
        if (too_large || content.size() + static_cast<std::size_t>(got) > limits_.file_bytes) {
            if (zip_) throw EntryTrouble(large);       // the rest is skipped without unpacking it
            too_large = true;
            std::string().swap(content);
            continue;
        }
        content.append(block.data(), static_cast<std::size_t>(got));
    }
    if (too_large) throw EntryTrouble(large);
    return content;
}

}  // namespace halo::grader::arrival
