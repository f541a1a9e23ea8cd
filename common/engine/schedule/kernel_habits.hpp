#pragma once
// What the engine has seen kernels do, by which it chooses how their blocks run.

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/schedule/grid.hpp"

namespace halo::engine {

/// Which kernels have blocks that run in order on one host thread, because on several, who comes first would depend on timing: those whose
/// blocks may depend on each other, as their threads pass fences, or make atomic accesses to global memory, and with it counts, findings and
/// sums of rounded numbers; and those with findings, since of many blocks that race, others might be named.
class KernelHabits {
public:
    static KernelHabits& instance()
    {
        static KernelHabits* habits = new KernelHabits;
        return *habits;
    }
    /// Empty: the kernel has not run.
    std::optional<bool> in_order(const Grid& grid)
    {
        const std::lock_guard lock(mutex_);
        const auto habit = of(grid);
        return habit == habits_.end() ? std::nullopt : std::optional(habit->in_order);
    }
    void note(const Grid& grid, bool in_order)
    {
        const std::lock_guard lock(mutex_);
        const auto habit = of(grid);
        if (habit == habits_.end()) habits_.push_back({grid.kernel, grid.body, in_order});
        else habit->in_order |= in_order;
    }

private:
    /// Kernels that are launched through pointers may have one body, and instances of a template have one name.
    struct Habit {
        std::uint32_t kernel;
        void (*body)(void*);
        bool in_order;
    };
    std::vector<Habit>::iterator of(const Grid& grid)
    {
        return std::ranges::find_if(habits_, [&](const Habit& habit) { return habit.kernel == grid.kernel && habit.body == grid.body; });
    }

    std::mutex mutex_;
    std::vector<Habit> habits_;     ///< not a map: links of its nodes are checked as the program's
};

}  // namespace halo::engine
