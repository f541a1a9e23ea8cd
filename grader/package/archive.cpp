#include <archive.h>
#include <archive_entry.h>

#include <memory>

#include "machine/errors.hpp"
#include "package/packages.hpp"

namespace halo::grader::package {
namespace {

struct Free {
    void operator()(archive* a) const { archive_write_free(a); }
    void operator()(archive_entry* e) const { archive_entry_free(e); }
};

/// Any day will do, as long as it is always the same one; a zip knows none before 1980.
constexpr std::int64_t kModified = 1'600'000'000;

std::string written(const Tree& tree, int (*format)(archive*))
{
    std::string out;
    const std::unique_ptr<archive, Free> writer(archive_write_new());
    const auto append = [](archive*, void* to, const void* bytes, std::size_t count) -> la_ssize_t {
        static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), count);
        return static_cast<la_ssize_t>(count);
    };
    bool good = format(writer.get()) == ARCHIVE_OK && archive_write_set_bytes_in_last_block(writer.get(), 1) == ARCHIVE_OK
             && archive_write_open(writer.get(), &out, nullptr, append, nullptr) == ARCHIVE_OK;
    for (const auto& [path, content] : tree) {
        if (!good) break;
        const std::unique_ptr<archive_entry, Free> entry(archive_entry_new());
        archive_entry_set_pathname(entry.get(), path.c_str());
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), content.executable ? 0755 : 0644);
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.bytes.size()));
        archive_entry_set_mtime(entry.get(), kModified, 0);
        good = archive_write_header(writer.get(), entry.get()) == ARCHIVE_OK
            && archive_write_data(writer.get(), content.bytes.data(), content.bytes.size()) == static_cast<la_ssize_t>(content.bytes.size());
    }
    if (good) good = archive_write_close(writer.get()) == ARCHIVE_OK;
    if (!good) throw GraderFault({"grader: the archive cannot be written", archive_error_string(writer.get()), "report this as a bug"});
    return out;
}

}  // namespace

std::string zip_of(const Tree& tree) { return written(tree, archive_write_set_format_zip); }
std::string tar_of(const Tree& tree) { return written(tree, archive_write_set_format_ustar); }

}  // namespace halo::grader::package
