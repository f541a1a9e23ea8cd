#include "cli/commands.hpp"

namespace halo::grader::cli {

std::span<const Command> commands()
{
    static constexpr Command kAll[] = {
        {"import", "Turn what an LMS lets you download into a folder to grade", declare_import},
        {"run", "Grade a folder of submissions", declare_run},
        {"export", "Write grades in the form that an LMS or another program reads", declare_export},
        {"similar", "Find submissions that are unusually alike, and show them side by side", declare_similar},
        {"doctor", "Can this machine grade? If not, how to fix it", declare_doctor},
        {"chunk", "", declare_chunk},
        {"clock", "", declare_clock},
    };
    return kAll;
}

}  // namespace halo::grader::cli
