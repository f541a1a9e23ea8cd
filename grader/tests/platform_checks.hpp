#pragma once
// What each platform documents of the file that it reads, as checks: the first fault found, in words; empty for a valid file.

#include <string>

namespace halo::grader::test {

/// https://gradescope-autograders.readthedocs.io/en/latest/specs/
std::string fault_in_gradescope(const std::string& file);
/// https://github.com/foundation50/classroom50/blob/main/schemas/result-v1.schema.json, and the rules between fields that it names
std::string fault_in_classroom50(const std::string& file);
/// https://docs.autolabproject.com/lab/
std::string fault_in_autolab(const std::string& file);
/// https://prairielearn.readthedocs.io/en/latest/externalGrading/
std::string fault_in_prairielearn(const std::string& file);
/// Of annotations: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
std::string fault_in_annotations(const std::string& text);

}  // namespace halo::grader::test
