#pragma once
// Objects identified by a handle of pointer type. A handle is a number that is never reused: looking up a destroyed or
// invalid one finds nothing.

#include <cstdint>
#include <map>
#include <mutex>

namespace halo::engine {

template <class Handle, class Object>
class Handles {
public:
    Handle add(Object object)
    {
        const std::lock_guard lock(mutex_);
        next_ += kStep;
        objects_.emplace(next_, std::move(object));
        return reinterpret_cast<Handle>(next_);
    }
    /// nullptr if there is none. The object does not move until it is removed.
    Object* find(const void* handle)
    {
        const std::lock_guard lock(mutex_);
        const auto found = objects_.find(reinterpret_cast<std::uintptr_t>(handle));
        return found == objects_.end() ? nullptr : &found->second;
    }
    bool remove(const void* handle)
    {
        const std::lock_guard lock(mutex_);
        return objects_.erase(reinterpret_cast<std::uintptr_t>(handle)) != 0;
    }

private:
    static constexpr std::uintptr_t kStep = 64;  // above the values that CUDA reserves: 0, 1 and 2

    std::mutex mutex_;
    std::uintptr_t next_ = 0;
    std::map<std::uintptr_t, Object> objects_;
};

}  // namespace halo::engine
