#include "course/hints.hpp"

#include "machine/errors.hpp"

namespace halo::grader::course {

LabHints::LabHints(const std::vector<LabBuild>& labs)
{
    for (const LabBuild& lab : labs)
        if (std::filesystem::exists(lab.folder / "lab.toml")) files_[lab.lab] = lab.folder / "lab.toml";
}

const HintBook* LabHints::book_of(const std::string& lab)
{
    const auto file = files_.find(lab);
    if (file == files_.end()) return nullptr;
    std::unique_ptr<HintBook>& book = books_[lab];
    if (book) return book.get();
    try {
        book = std::make_unique<HintBook>(file->second);
    } catch (const UnreadableHints& why) {
        throw GraderFault(why.message);
    }
    return book.get();
}

std::vector<std::string> LabHints::on(const std::string& lab, const Judgement& judgement)
{
    if (judgement.verdict == Verdict::passed && !judgement.key) return {};
    const HintBook* book = book_of(lab);
    if (book == nullptr) return {};
    const std::string verdict(name(judgement.verdict));
    const std::vector<std::string>* levels = book->find(judgement.function, std::string(key_of(judgement)), verdict);
    if (levels == nullptr && judgement.key) levels = book->find(judgement.function, std::string(name(row_of(*judgement.key).fallback)), verdict);
    return levels == nullptr ? std::vector<std::string>{} : *levels;
}

}  // namespace halo::grader::course
