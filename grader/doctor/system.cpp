#include "doctor/system.hpp"
#include "sandbox/files.hpp"

#include <cstdio>

#include <sys/wait.h>
#include <unistd.h>

namespace halo::grader::doctor {
namespace {

/// This machine.
class Here final : public System {
public:
    std::optional<std::string> read(const std::string& path) const override { return sandbox::read_text(path); }

    CommandResult command(const std::vector<std::string>& argv) const override
    {
        std::string line;
        for (const std::string& word : argv) line += "'" + word + "' ";           // our own arguments, which contain no quotes
        CommandResult result;
        FILE*         pipe = popen((line + "2>&1").c_str(), "r");
        if (!pipe) return result;
        char buffer[1024];
        for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.output.append(buffer, n);
        const int status = pclose(pipe);
        result.status    = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
        return result;
    }

    bool        is_root() const override { return geteuid() == 0; }
    std::string sandbox_trial() const override { return sandbox::why_not({}); }
    std::optional<sandbox::User> ordinary_user() const override { return sandbox::ordinary_user(); }
    sandbox::MemoryLimiter       memory_limiter() const override { return sandbox::memory_limiter(); }
};

}  // namespace

const System& this_machine()
{
    static const Here here;
    return here;
}

}  // namespace halo::grader::doctor
