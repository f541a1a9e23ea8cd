#pragma once
// Collects the profile that HALO_PROFILE asks for, launch by launch, and prints it when the program ends.

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include "engine/settings.hpp"
#include "findings/kernel_profile.hpp"

namespace halo::engine {

class Profiler {
public:
    static Profiler& instance();

    /// From the environment. An invalid value, or a file that can't be written, ends the program with exit code 2.
    void read_settings();
    bool on() const { return on_; }

    struct Launch {
        std::uint32_t kernel = 0;       ///< number of the kernel's name
        const char* name = "";          ///< as the launch has it
        Place at;
        Index3 grid, block;
        std::uint32_t serial = 0;       ///< as in LaunchState
        bool cooperative = false;
    };
    /// It has ended, and this is what it alone counted.
    void launched(const Launch& launch, const Counters& counters);

    /// Once. `findings`: how many were reported.
    void print(std::size_t findings);

private:
    KernelProfile& profile_of(const Launch& launch);

    bool on_ = false;
    ProfileBy by_ = ProfileBy::kernels;
    ProfileFormat format_ = ProfileFormat::text;
    std::vector<ProfileSection> sections_;
    std::FILE* file_ = stderr;
    std::mutex mutex_;
    std::vector<KernelProfile> profiles_;
    std::vector<std::uint32_t> kernels_;        ///< number of each profile's kernel
    unsigned launches_ = 0;
};

}  // namespace halo::engine
