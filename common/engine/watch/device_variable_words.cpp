#include "engine/watch/device_variable_words.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "engine/memory/layout.hpp"

namespace halo::engine {
namespace {

std::vector<std::uint64_t>& device_variable_words()
{
    const ArrayTable& table = Layout::instance().device_variables();
    static std::vector<std::uint64_t> words = [&] {
        std::uint64_t count = (table.end() - table.begin()) / 4 + 2;
        for (const Variable& variable : table.scattered()) count += variable.bytes / 4 + 2;
        return std::vector<std::uint64_t>(count);
    }();
    return words;
}

/// The scattered variables' words come after the others.
std::size_t device_variable_word(std::uintptr_t address)
{
    const ArrayTable& table = Layout::instance().device_variables();
    if (address - table.begin() < table.end() - table.begin()) return address / 4 - table.begin() / 4;
    std::size_t word = (table.end() - table.begin()) / 4 + 2;
    for (const Variable& variable : table.scattered()) {
        if (address - variable.start < variable.bytes) return word + (address / 4 - variable.start / 4);
        word += variable.bytes / 4 + 2;
    }
    return word - 1;
}
std::atomic<bool> device_variables_used{false};

}  // namespace

void DeviceVariableWords::launch_begins()
{
    if (device_variables_used.exchange(false)) std::fill(device_variable_words().begin(), device_variable_words().end(), 0);
}

std::uint64_t* DeviceVariableWords::at(std::uintptr_t address)
{
    device_variables_used.store(true, std::memory_order_relaxed);
    return &device_variable_words()[device_variable_word(address)];
}

}  // namespace halo::engine
