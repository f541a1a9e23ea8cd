#pragma once
// The judge of a lab, which contains only course code. It makes the inputs and judges the response. The response comes from an
// untrusted process, so the judge too runs as an ordinary user in a sandbox, within limits.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab_tests.hpp"
#include "course/manifest.hpp"
#include "findings/judgement.hpp"
#include "judging/kit.hpp"
#include "sandbox/job.hpp"

namespace halo::grader::judging {

/// What a submission's process wrote, and how it ended: `exit:0`, `signal:11`, `timeout`, `memory` or `output`.
struct Answered {
    std::string ended;
    std::vector<std::byte> bytes;
};

/// What two processes of a submission wrote: one was given the tests that everybody sees, the other those that are hidden.
struct Response {
    Answered seen;
    std::optional<Answered> hidden = {};    ///< nothing if there are none, or if the first did not get to its end
};

/// The inputs of one round.
struct Requests {
    std::string seen;
    std::string hidden;                     ///< empty if no test is hidden
};

/// One round of a submission's function, completely determined by these values.
struct Round {
    std::string function;
    std::uint64_t seed = 0;
    int number = 0;
    int of = 1;                 ///< the last ends with a larger call, whose counts say something about cards
};

/// The functions that a lab asks students to write, in the lab's order. Its judge lists them, without a sandbox, since no
/// student's data is involved. Throws GraderFault if that fails.
std::vector<std::string> functions_of(const course::LabBuild& lab);

/// Asks the lab's judge, as above. `added` is what LabBuild::tests would be.
course::LabTests tests_of(const course::LabBuild& lab, const std::string& added);

class Judge {
public:
    Judge(const course::LabBuild& lab, const Kit& kit, const sandbox::Confinement& confinement, sandbox::Sharing sharing)
        : program_(kit.judge(lab)), tests_(kit.tests(lab)), confinement_(confinement), sharing_(sharing)
    {
    }

    /// The inputs of all rounds, in the form in which the student's processes read them.
    std::vector<Requests> make(const std::string& function, std::uint64_t seed, int rounds) const;
    struct Checked {
        Judgement judgement;
        std::string question;       ///< a second request to the student's process, about a wrong result; empty if there is nothing to ask
    };
    /// The verdict on what the student's processes wrote.
    /// Bytes that kill the judge or exceed its limits are the submission's fault, if the judge can still judge an empty response.
    Checked check(const Round& round, const Response& response) const;
    /// The first judgement with a better message, if the answer to the question allows one.
    Judgement explained(const Round& round, Judgement first, const Response& response, const Answered& answer) const;

    // All throw GraderFault if the judge fails, and whatever run_job throws.

private:
    sandbox::Outcome run(std::vector<std::string> words, std::vector<std::byte> input, sandbox::Stage stage) const;
    Checked answer(const Round& round, const sandbox::Outcome& outcome) const;

    sandbox::Bind program_;
    std::optional<sandbox::Bind> tests_;        ///< in a file: everybody on this machine may read a command line
    const sandbox::Confinement& confinement_;
    sandbox::Sharing sharing_;
};

/// The seed of a submission's inputs for one function: secret, and the same for the same ledger's secret.
std::uint64_t seed_for(const std::string& secret, const std::string& content, const std::string& lab,
                       const std::string& function);

}  // namespace halo::grader::judging
