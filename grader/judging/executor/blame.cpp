#include "judging/executor/blame.hpp"

#include <algorithm>

namespace halo::grader::judging {
namespace {

constexpr std::size_t kDeathsOfNode = 2;
constexpr std::size_t kNodesOfSubmission = 3;
constexpr int kDeathsOfSubmission = 4;

}  // namespace

bool Blame::died(std::size_t submission, const std::string& node, bool idle)
{
    Record& record = records_[submission];
    ++record.deaths;
    if (!node.empty()) record.died_on.insert(node);
    const bool elsewhere = record.died_on.size() > 1;
    if (idle && !elsewhere && !node.empty()) {
        suspects_[node].push_back(submission);
        if (suspects_[node].size() >= kDeathsOfNode) excluded_.insert(node);
    }
    if (record.deaths < kDeathsOfSubmission && record.died_on.size() < kNodesOfSubmission) return false;
    for (auto& [place, suspects] : suspects_)
        if (std::erase(suspects, submission) > 0 && suspects.size() < kDeathsOfNode) excluded_.erase(place);
    return true;
}

}  // namespace halo::grader::judging
