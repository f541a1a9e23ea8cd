#pragma once
// Names inside an archive, which anybody may have written.

#include <optional>
#include <string>
#include <string_view>

namespace halo::grader::arrival {

/// The path below the archive, parts divided by `/`; or why it is refused.
struct SafePath {
    std::string path;
    std::string refused;   ///< `has a path that leads out of the archive`
};

/// Takes `\` for `/` where a path has no other separator, as Windows writes them.
SafePath safe_path(std::string_view raw, std::size_t limit);

/// Why a file of that path is none of a student's: `__MACOSX/`, `.DS_Store`, `._name`, `Thumbs.db`, anything hidden. Empty otherwise.
std::string litter(std::string_view path);

/// `lovelace.zip` → `lovelace`; nullopt if the name is not that of an archive that can be read.
std::optional<std::string> archive_stem(std::string_view name);

/// What a path has below the first archive of the download in it, where names are one student's; empty: it is in none.
std::string_view below_archive(std::string_view path);

}  // namespace halo::grader::arrival
