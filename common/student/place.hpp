#pragma once
// Where a command was called from: which checkout, which lab, which build folder.

#include <filesystem>
#include <string>

namespace halo::student {

struct Place {
    std::filesystem::path root;      ///< the checkout: holds labs/, progress/ and perhaps solutions/
    std::filesystem::path build;     ///< Meson's build folder
    std::string lab;                 ///< `07_conv2d_tiled`; empty in labs/ itself

    std::string stem() const { return lab.substr(3); }              ///< `conv2d_tiled`
    std::string file() const { return stem() + ".cu"; }             ///< what the student edits
    std::filesystem::path labs() const { return root / "labs"; }
    std::filesystem::path folder() const { return labs() / lab; }
    std::filesystem::path built() const { return build / "labs"; }  ///< the programs of all labs
    std::filesystem::path kept() const;                             ///< ROOT/progress; beside the programs where that can't be written
    std::filesystem::path solution() const { return root / "solutions" / lab / file(); }
};

/// The place that holds `here`: a lab's folder, or labs/. Throws Refusal elsewhere.
Place find_place(const std::filesystem::path& here, const std::filesystem::path& build);

/// Throws Refusal if the build folder belongs to somebody else: ninja could not write there.
void need_own_build(const Place& place);

/// Throws Refusal in labs/ itself.
void need_lab(const Place& place);

}  // namespace halo::student
