#include "cli/commands.hpp"

namespace halo::grader::cli {

std::span<const Command> commands()
{
    static constexpr Command kAll[] = {
        {"import", "Turn what an LMS lets you download into a folder to grade", declare_import},
        {"run", "Grade a folder of submissions", declare_run},
        {"regrade", "Judge again what changed, from the ledger; show every change, then write", declare_regrade},
        {"report", "Write the reports again; judges nothing", declare_report},
        {"show", "Everything about one student", declare_show},
        {"history", "The revisions of the grades, and what changed", declare_history},
        {"diff", "What differs between two revisions, and why", declare_diff},
        {"export", "Write grades in the form that an LMS or another program reads", declare_export},
        {"package", "Make what Gradescope and others need to grade a lab by themselves", declare_package},
        {"similar", "Find submissions that are unusually alike, and show them side by side", declare_similar},
        {"doctor", "Can this machine grade? If not, how to fix it", declare_doctor},
        {"chunk", "", declare_chunk},
        {"clock", "", declare_clock},
    };
    return kAll;
}

}  // namespace halo::grader::cli
