#pragma once
// The hints that a lab has on what went wrong: those of `make hint`.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "findings/hint_book.hpp"
#include "findings/judgement.hpp"

namespace halo::grader::course {

class LabHints {
public:
    explicit LabHints(const std::vector<LabBuild>& labs);

    /// The levels, least revealing first; none for a lab that is not of this build or has no lab.toml, and on what has no hint.
    /// The key's own, else those of the verdict, else those of the key that may stand for it. Throws GraderFault for hints that can't be read.
    std::vector<std::string> on(const std::string& lab, const Judgement& judgement);

private:
    const HintBook* book_of(const std::string& lab);

    std::map<std::string, std::filesystem::path> files_;                    ///< by lab
    std::map<std::string, std::unique_ptr<HintBook>> books_;           ///< those read so far
};

}  // namespace halo::grader::course
