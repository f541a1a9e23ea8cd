#pragma once
// Prints a profile: for people, in the order of sections and with Nsight Compute's names; and as CSV and JSON for programs, with the same rows.

#include <cstddef>
#include <string>
#include <vector>

#include "findings/kernel_profile.hpp"

namespace halo {

struct ProfileReport {
    std::string program;                            ///< its name
    std::vector<KernelProfile> kernels;
    std::vector<ProfileSection> sections;           ///< that are printed; empty: all
    std::size_t findings = 0;                       ///< the counts of a wrong kernel mislead
};

/// Counts that are 0 are left out.
std::string to_text(const ProfileReport& report);

/// A header, and a row for each count of each kernel and each line: `kernel,launch,grid,block,file,line,space,access,array,section,name,ncu_metric,unit,value`.
/// `launch` is the launch's number, or empty where a row is about all launches of the kernel; from `file` to `array` a row of a line.
std::string to_csv(const ProfileReport& report);

/// As common/engine/profile.schema.json says.
std::string to_json(const ProfileReport& report);

}  // namespace halo
