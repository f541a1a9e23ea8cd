#pragma once

#include "sandbox/sandbox.hpp"

#include <string>

#include <doctest/doctest.h>

/// Shared by the tests that run jobs.
namespace trial {

using namespace halo::grader::sandbox;

/// Where the small programs and the attacks' sources are, and the confinement to run them with: set by main.
inline std::filesystem::path g_programs, g_sources;
inline Confinement                g_confinement;

/// A job for one of the small programs, staged under /src, with modest limits.
struct Small {
    StagingDir staging;
    Job        job;

    explicit Small(const std::string& program, std::vector<std::string> arguments = {}) : staging(g_confinement)
    {
        job.read_only = {{staging.add(g_programs / program, program), "/src/" + program}};
        job.argv      = {"/src/" + program};
        job.argv.insert(job.argv.end(), arguments.begin(), arguments.end());
        job.limits.wall_s          = 10;
        job.limits.memory_bytes    = 256u << 20;
        job.limits.file_size_bytes = 8u << 20;
        job.limits.result_bytes    = 1u << 20;
        job.allow_result_fd3       = true;
    }

    Outcome run(const Confinement& confinement = g_confinement) { return halo::grader::sandbox::run(job, confinement); }
};

/// The attacks' names.
inline std::vector<std::string> attacks()
{
    std::vector<std::string> names(1);
    for (const char* c = HALO_ATTACKS; *c; ++c)
        if (*c == ',')
            names.emplace_back();
        else
            names.back() += *c;
    return names;
}

/// "exited 0", "signalled 11", "timeout", …
inline std::string summary(const Outcome& outcome)
{
    std::string text = name(outcome.how);
    if (outcome.how == How::exited || outcome.how == How::signalled) text += " " + std::to_string(outcome.code);
    return text;
}

/// How many processes of this machine have this word as an argument.
int processes_with_argument(const std::string& word);

}  // namespace trial
