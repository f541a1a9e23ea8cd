#include "report/hints.hpp"

#include "errors.hpp"
#include "student/fault.hpp"
#include "student/lab_toml.hpp"

namespace halo::grader::report {

LabHints::LabHints(const std::vector<LabBuild>& labs)
{
    for (const LabBuild& lab : labs)
        if (std::filesystem::exists(lab.folder / "lab.toml")) files_[lab.lab] = lab.folder / "lab.toml";
}

LabHints::~LabHints() = default;

const student::Book* LabHints::book_of(const std::string& lab)
{
    const auto file = files_.find(lab);
    if (file == files_.end()) return nullptr;
    std::unique_ptr<student::Book>& book = books_[lab];
    if (book) return book.get();
    try {
        book = std::make_unique<student::Book>(student::Book::read(file->second));
    } catch (const student::Fault& fault) {
        throw GraderFault(message_from_text(fault.what()));
    }
    return book.get();
}

std::vector<std::string> LabHints::on(const std::string& lab, const Judgement& judgement)
{
    if (judgement.verdict == Verdict::passed && !judgement.key) return {};
    const student::Book* book = book_of(lab);
    if (book == nullptr) return {};
    student::Result finding;
    finding.function = judgement.function;
    finding.verdict = name(judgement.verdict);
    finding.key = key_of(judgement);
    const std::vector<std::string>* levels = book->find(finding);
    if (levels == nullptr && judgement.key) {
        finding.key = name(row_of(*judgement.key).fallback);
        levels = book->find(finding);
    }
    return levels == nullptr ? std::vector<std::string>{} : *levels;
}

}  // namespace halo::grader::report
