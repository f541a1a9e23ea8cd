#pragma once
// What a compiled file takes of shared and constant memory; nvcc refuses a file that takes more than there is.

#include <optional>
#include <string>
#include <vector>

#include "engine/translate/translate.hpp"

namespace halo::cucc {

struct MemoryRefusal {
    std::string path;
    engine::Refusal what;
};

/// `object`: what g++ made of the files `sources`, whose declarations tell the arrays of the device from those of host threads.
std::optional<MemoryRefusal> beyond_memory(const std::string& object, const std::vector<std::string>& sources);

}  // namespace halo::cucc
