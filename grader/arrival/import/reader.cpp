#include "arrival/import/reader.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "arrival/import/archive.hpp"
#include "arrival/import/layout.hpp"
#include "arrival/import/paths.hpp"
#include "arrival/import/unicode.hpp"
#include "findings/fd.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

std::string under(const std::string& above, const std::string& name) { return above.empty() ? name : above + '/' + name; }

/// What the download, or one student in it, has taken of the limits.
struct Taken {
    std::size_t entries = 0;
    std::uint64_t bytes = 0;
    std::string path = {};       ///< one of theirs: of what is in their folder, if they have one
};

void keep_deeper(std::string& kept, const std::string& path)
{
    const auto depth = [](const std::string& of) { return std::count(of.begin(), of.end(), '/'); };
    if (kept.empty() || (depth(kept) < 2 && depth(kept) < depth(path))) kept = path;
}

/// Whoever has taken the most is refused when a download exceeds its limits, and nobody else.
class Shares {
public:
    Shares(const Limits& limits, const std::string& download) : limits_(limits), download_(download) {}

    void add(const std::string& path, const Taken& more)
    {
        tops_.insert(owner(path).first);
        if (refused(path)) return;
        Taken& one = of_[owner(path)];
        keep_deeper(one.path, path);
        one.entries += more.entries, one.bytes += more.bytes;
        all_.entries += more.entries, all_.bytes += more.bytes;
        while (all_.entries > limits_.entries || all_.bytes > limits_.all_bytes) refuse_largest(path);
    }

    bool refused(const std::string& path) { return !refused_.empty() && (refused_.contains(owner(path)) || refused_.contains({owner(path).first, ""})); }
    /// Leaves one row of each that was refused, which says so.
    void settle(std::vector<File>& files)
    {
        if (too_large_ && tops_.size() == 1) throw *too_large_;
        std::erase_if(files, [&](const File& file) { return refused(file.path); });
        for (const auto& [owner, path] : refused_)
            files.push_back({.path = path, .refused = {"and what else is of the same student is too much", fmt::format("more than {} entries or {} bytes, and the largest part of a download that has more than {} or {}", limits_.inner_entries,
                             limits_.inner_bytes, limits_.entries, limits_.all_bytes), "ask for the .cu files alone"}});
    }

private:
    using Owner = std::pair<std::string, std::string>;       ///< at the top, and below it

    /// Most entries have the owner of the one before.
    const Owner& owner(std::string_view path)
    {
        const std::string_view top = first_part(path), below = archive_stem(top) ? "" : first_part(below_first(path));
        if (top != last_.first || below != last_.second) {
            last_ = {std::string(top), std::string(below)};
            last_owner_ = {std::string(owner_in(top)), std::string(owner_in(below))};
        }
        return last_owner_;
    }

    void refuse_largest(const std::string& path)
    {
        std::set<std::string> tops;
        for (const auto& [who, taken] : of_) tops.insert(who.first);
        const auto largest_of = [&](bool parts) {            // what is in a folder, or the folder
            std::map<Owner, Taken> sums;
            for (const auto& [who, taken] : of_) {
                Taken& sum = sums[parts ? who : Owner{who.first, ""}];
                sum.entries += taken.entries, sum.bytes += taken.bytes;
                keep_deeper(sum.path, taken.path);
            }
            return std::pair<Owner, Taken>(*std::max_element(sums.begin(), sums.end(), [&](const auto& a, const auto& b) { return by_entries() ? a.second.entries < b.second.entries : a.second.bytes < b.second.bytes; }));
        };
        auto largest = largest_of(tops.size() == 1);
        if (by_entries() ? largest.second.entries <= limits_.inner_entries : largest.second.bytes <= limits_.inner_bytes) {
            if (tops.size() > 1) throw too_large(path);
            // One folder so far: around all, if none comes after it; else a student's.
            if (!too_large_) too_large_ = too_large(path);
            largest = largest_of(false);
        }
        all_.entries -= largest.second.entries, all_.bytes -= largest.second.bytes;
        const auto& [top, below] = largest.first;
        std::erase_if(of_, [&](const auto& each) { return each.first.first == top && (below.empty() || each.first.second == below); });
        refused_.emplace(largest.first, largest.second.path);
    }

    bool by_entries() const { return all_.entries > limits_.entries; }

    UsageError too_large(const std::string& path) const
    {
        if (by_entries()) return UsageError({fmt::format("grader: {} holds more than {} entries", download_, limits_.entries), "", "import it in parts"});
        return UsageError({fmt::format("grader: {} unpacks to more than {} bytes", download_, limits_.all_bytes), fmt::format("reached at {}", printable(path)), "import it in parts"});
    }

    const Limits& limits_;
    const std::string& download_;
    Taken all_;
    std::map<Owner, Taken> of_;
    std::map<Owner, std::string> refused_;                   ///< and a path of theirs
    std::set<std::string> tops_;
    std::optional<UsageError> too_large_;
    std::pair<std::string, std::string> last_ = {"/", ""};   ///< no path begins so
    Owner last_owner_;
};

class Reader {
public:
    Reader(const Limits& limits, Store& store, Listing& out) : limits_(limits), store_(store), out_(out), shares_(limits, out.name) {}

    /// Throws BadArchive if the archive can't be read to its end; then some of its rows may be there. `share`: of the student whose archive it is; nullptr: the download itself.
    void archive(Archive& archive, const std::string& below, int depth, Taken* share)
    {
        for (std::size_t count = 1; const auto entry = archive.next(); ++count) {
            if (share && ++share->entries > limits_.inner_entries) throw BadArchive({fmt::format("holds more than {} entries", limits_.inner_entries), "", "ask for the .cu files alone"});
            const SafePath name = safe_path(entry->name, limits_.name_bytes);
            const std::string path = under(below, name.refused.empty() ? name.path : fmt::format("entry {}", count));
            shares_.add(path, {.entries = 1});
            if (shares_.refused(path)) {
                if (share) return;
                continue;
            }
            if (!name.refused.empty()) {
                refuse(path, {name.refused, fmt::format("it is called \"{}\"", shortened(printable(entry->name), 120)), "an honest archive has no such entry; ask for the .cu files alone"});
                continue;
            }
            if (entry->folder) continue;
            File file{.path = path, .bytes = entry->bytes, .modified = entry->modified};
            if (!(file.passed_over = litter(file.path)).empty()) {
                add(std::move(file));
            } else if (!entry->refused.empty()) {
                refuse(file.path, {entry->refused, "", "only regular files are read; ask for the file itself"});
            } else {
                try {
                    const std::string content = archive.read();
                    take(std::move(file), content, depth, share);
                } catch (const Archive::EntryTrouble& trouble) {
                    refuse(file.path, trouble.message);
                }
            }
        }
    }

    void folder(int parent, const char* name, const std::string& below, int depth)
    {
        const Fd fd(openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        std::vector<std::string> names;
        if (DIR* dir = fd.open() ? fdopendir(dup(fd.get())) : nullptr) {
            while (const dirent* entry = readdir(dir))
                if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) names.emplace_back(entry->d_name);
            closedir(dir);
        } else {
            refuse(below, {fmt::format("cannot be read: {}", std::strerror(errno)), "", "check its owner"});
        }
        std::sort(names.begin(), names.end());
        for (const std::string& inner : names) entry(fd.get(), inner, under(below, inner), depth);
    }

    void take(File file, const std::string& content, int depth, Taken* share)
    {
        if (share && (share->bytes += content.size()) > limits_.inner_bytes) throw BadArchive({fmt::format("unpacks to more than {} bytes", limits_.inner_bytes), "with the archives in it", "ask for the .cu files alone"});
        shares_.add(file.path, {.bytes = content.size()});
        if (shares_.refused(file.path)) return;
        file.bytes = content.size();
        file.hash = store_.put(content);
        const bool packed = archive_stem(base_name(file.path)).has_value();
        if (packed) file.passed_over = "an archive; its files are rows of their own";
        const std::string path = file.path;
        add(std::move(file));
        if (packed) unpack(out_.files.size() - 1, path, content, depth, share);
    }

    void settle() { shares_.settle(out_.files); }

private:
    /// What an archive in the download holds; nothing of it if it can't be read to its end. All archives in it are of the same share.
    void unpack(std::size_t row, const std::string& path, const std::string& content, int depth, Taken* share)
    {
        const std::size_t before = out_.files.size();
        Taken fresh;
        try {
            if (depth >= limits_.depth) throw BadArchive({"is an archive in an archive too often", fmt::format("{} levels are read", limits_.depth), "ask for the .cu files alone"});
            Archive inner(std::string_view(content), limits_);
            archive(inner, path, depth + 1, share ? share : &fresh);
        } catch (const BadArchive& bad) {
            out_.files.resize(before);
            out_.files[row].passed_over.clear();
            out_.files[row].refused = bad.message;
        }
    }

    void entry(int folder_fd, const std::string& name, const std::string& path, int depth)
    {
        shares_.add(path, {.entries = 1});
        if (shares_.refused(path)) return;
        struct stat info {};
        if (fstatat(folder_fd, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return refuse(path, {std::strerror(errno), "", "check its owner"});
        File file{.path = path, .bytes = static_cast<std::uint64_t>(info.st_size), .modified = info.st_mtime};
        if (!(file.passed_over = litter(path)).empty()) {
            if (S_ISDIR(info.st_mode)) file.bytes = 0;
            return add(std::move(file));
        }
        if (S_ISDIR(info.st_mode)) {
            if (std::count(path.begin(), path.end(), '/') >= limits_.folders) return refuse(path, {"is too deep a folder", "", "ask for the .cu files alone"});
            return folder(folder_fd, name.c_str(), path, depth);
        }
        if (S_ISLNK(info.st_mode)) return refuse(path, {"is a symbolic link", "", "only regular files are read; ask for the file itself"});
        if (!S_ISREG(info.st_mode)) return refuse(path, {"is not a regular file", "", "only regular files are read"});
        if (file.bytes > limits_.file_bytes)
            return refuse(path, {fmt::format("has more than {} bytes", limits_.file_bytes), "", "a .cu file has a few thousand; ask for that file alone"});
        std::string content;
        if (std::string why = read_regular(folder_fd, name, content); !why.empty()) return refuse(path, {why, "", "check its owner"});
        take(std::move(file), content, depth, nullptr);
    }

    std::string read_regular(int folder_fd, const std::string& name, std::string& content) const
    {
        const Fd fd(openat(folder_fd, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
        struct stat info {};
        if (!fd.open() || fstat(fd.get(), &info) != 0) return fmt::format("cannot be read: {}", std::strerror(errno));
        if (!S_ISREG(info.st_mode)) return "is not a regular file";
        char block[1 << 16];
        for (ssize_t got = 1; got != 0;) {
            got = ::read(fd.get(), block, sizeof block);
            if (got < 0 && errno != EINTR) return fmt::format("cannot be read: {}", std::strerror(errno));
            if (got > 0) content.append(block, static_cast<std::size_t>(got));
            if (content.size() > limits_.file_bytes) return fmt::format("grew beyond {} bytes while it was read", limits_.file_bytes);
        }
        return "";
    }

    void add(File file) { out_.files.push_back(std::move(file)); }
    void refuse(const std::string& path, Message why) { add({.path = path, .refused = std::move(why)}); }

    const Limits& limits_;
    Store& store_;
    Listing& out_;
    Shares shares_;
};

/// Of two entries with one path only their order says which is meant, and programs differ in what they take. But libarchive composes names: an é in a student's archive may
/// have been two names, of which a disk would keep both files. All of them are that student's, and are compared as such.
void mark_duplicates(Listing& listing)
{
    std::map<std::string, std::vector<File*>> same;
    for (File& file : listing.files)
        if (file.readable()) same[file.path].push_back(&file);
    for (auto& [path, files] : same) {
        if (files.size() < 2 || has_two_forms(below_archive(path))) continue;
        const bool alike = std::all_of(files.begin(), files.end(), [&](const File* f) { return f->hash == files[0]->hash; });
        for (std::size_t i = alike ? 1 : 0; i < files.size(); ++i) {
            if (alike)
                files[i]->passed_over = "another entry has the same name and content";
            else
                files[i]->refused = {fmt::format("is in the archive {} times, with different content", files.size()), "", "programs differ in which one they unpack; ask for the file again"};
        }
    }
}

}  // namespace

void read_packed(const std::filesystem::path& file, const std::string& below, const Limits& limits, Store& store, Listing& out)
{
    // Nothing but this student's is read here: the limits of a download are this share.
    Limits own = limits;
    own.inner_entries = limits.entries;
    own.entries = SIZE_MAX, own.all_bytes = UINT64_MAX;
    Archive archive(file, own);
    Taken share;
    Reader(own, store, out).archive(archive, below, 1, &share);
}

Listing read_download(const std::filesystem::path& download, const Limits& limits, Store& store)
{
    const std::filesystem::path clean = (download / "").parent_path().lexically_normal();
    Listing out;
    out.name = printable(clean.has_filename() ? clean.filename().string() : std::filesystem::absolute(clean).lexically_normal().filename().string());
    Reader reader(limits, store, out);
    struct stat info {};
    if (stat(download.c_str(), &info) != 0)
        throw UsageError({fmt::format("grader: {} cannot be read: {}", download.string(), std::strerror(errno)), "", "name the file that the LMS gave you, or a folder"});
    if (S_ISDIR(info.st_mode)) {
        reader.folder(AT_FDCWD, std::filesystem::canonical(download).c_str(), "", 1);
    } else if (S_ISREG(info.st_mode)) {
        out.packed = true;
        try {
            Archive archive(download, limits);
            reader.archive(archive, "", 1, nullptr);
        } catch (const BadArchive& bad) {
            throw UsageError({fmt::format("grader: {} {}", download.string(), bad.message.headline), bad.message.where, bad.message.attempt});
        }
    } else {
        throw UsageError({fmt::format("grader: {} is neither a file nor a folder", download.string()), "", "name the file that the LMS gave you, or a folder"});
    }
    reader.settle();
    mark_duplicates(out);
    std::stable_sort(out.files.begin(), out.files.end(), [](const File& a, const File& b) { return a.path < b.path; });
    return out;
}

}  // namespace halo::grader::arrival
