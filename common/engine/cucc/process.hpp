#pragma once
// Starts the compiler, and provides a private folder for its intermediate files.

#include <stdexcept>
#include <string>
#include <vector>

namespace halo::cucc {

/// Something outside the user's source is missing or broken: exit code 2.
struct Fault : std::runtime_error {
    std::string advice;
    Fault(const std::string& what, std::string try_this) : std::runtime_error(what), advice(std::move(try_this)) {}
};

/// A file's bytes; none if it cannot be read, which the compiler reports.
std::string text_of(const std::string& path);

/// A private folder in $TMPDIR, removed with its contents at the end, also when a signal ends us.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// Interrupt and termination signals are recorded, passed on to the running compiler, and raised again by finish_signal().
void catch_signals();
void finish_signal();
bool interrupted();

/// How messages name a program, and what to try if it can't be started.
struct Role {
    const char* what;
    const char* advice;
};
inline constexpr Role kCompiler{"the compiler", "install g++ (apt install g++), or set CXX to the compiler to use"};
inline constexpr Role kLinker{"the linker", "install binutils (apt install binutils)"};

/// Runs argv[0], found in PATH, and waits. Returns its exit code, or 128 + the signal that ended it. Throws Fault if it
/// can't be started. `messages`: a file for what it prints, instead of this program's own output.
int run(const std::vector<std::string>& argv, const Role& role, const std::string& messages = {});

}  // namespace halo::cucc
