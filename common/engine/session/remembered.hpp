#pragma once
// What debug information says, looked up once: it does not change while the program runs, and many findings, loads and copies share
// their lines and arrays.

#include <map>
#include <mutex>

namespace halo::engine {

template <class Key, class Value>
class Remembered {
public:
    template <class LookUp>
    Value operator()(const Key& key, LookUp look_up)
    {
        const std::lock_guard lock(mutex_);
        const auto known = values_.find(key);
        return known != values_.end() ? known->second : values_.emplace(key, look_up()).first->second;
    }

private:
    std::mutex mutex_;
    std::map<Key, Value> values_;
};

}  // namespace halo::engine
