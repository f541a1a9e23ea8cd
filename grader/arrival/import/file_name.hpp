#pragma once
// What a student's file is called, and what browsers, systems and LMSs make of that.

#include <optional>
#include <string>
#include <string_view>

namespace halo::grader::arrival {

struct FileName {
    std::string stem;        ///< small letters, `_` between words: `conv2d_tiled`
    unsigned copy = 0;       ///< 1 for `conv2d_tiled (1).cu` and `conv2d_tiled-1.cu`
    bool exact = true;       ///< nothing had to be left out or changed
};

/// nullopt if it does not end so. `CONV2D_TILED.CU`, `conv2d_tiled (1).cu`, `conv2d_tiled-1.cu`, `conv2d_tiled copy.cu`, `Conv2D tiled.cu` and
/// `conv2d_tiled.cu.txt` are conv2d_tiled; `conv2d_tiled_old.cu` is not.
std::optional<FileName> file_name(std::string_view name, std::string_view end = ".cu");

/// May a file of this name be what somebody made for a lab, in whatever form? `lab07.cpp`, `lab07.ipynb`, `lab07.7z`, `report.pdf`; no Makefile.
bool may_be_work(std::string_view name);

/// `profile (1).json` is profile.json, one of the three files in which predictions arrive; nullopt for any other.
struct PredictionName {
    std::string file;        ///< `prediction.toml`, `profile.json` or `state.json`
    FileName name;
};
std::optional<PredictionName> prediction_name(std::string_view name);

}  // namespace halo::grader::arrival
