#include "engine/schedule/allowances.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "engine/memory/boxes.hpp"
#include "engine/memory/layout.hpp"
#include "engine/schedule/device_limits.hpp"

namespace halo::engine {
namespace {

/// What cudaFuncSetAttribute allowed, by kernel.
class Allowances {
public:
    static Allowances& instance()
    {
        static Allowances* table = new Allowances;
        return *table;
    }
    void allow(const void* kernel, std::size_t dynamic_bytes)
    {
        const std::lock_guard lock(mutex_);
        dynamic_bytes_[kernel] = dynamic_bytes;
    }
    std::size_t of(const void* kernel, std::size_t otherwise)
    {
        const std::lock_guard lock(mutex_);
        const auto found = dynamic_bytes_.find(kernel);
        return found == dynamic_bytes_.end() ? otherwise : found->second;
    }
    std::size_t of(const std::string& name, std::size_t otherwise)
    {
        const std::lock_guard lock(mutex_);
        std::size_t most = otherwise;
        for (const auto& [kernel, bytes] : dynamic_bytes_)
            if (Layout::instance().function_name(address_of(kernel)) == name) most = std::max(most, bytes);
        return most;
    }

private:
    std::mutex mutex_;
    std::map<const void*, std::size_t> dynamic_bytes_;
};

/// Dynamic shared memory available without cudaFuncSetAttribute, next to `fixed` bytes of static arrays.
std::size_t default_dynamic_bytes(std::size_t fixed) { return fixed < kSharedPerBlock ? kSharedPerBlock - fixed : 0; }

}  // namespace

std::size_t static_shared_bytes(const void* kernel) { return Layout::instance().static_shared_bytes_at(address_of(kernel)); }

void allow_dynamic_shared(const void* kernel, std::size_t bytes) { Allowances::instance().allow(kernel, bytes); }

std::size_t dynamic_shared_limit(const void* kernel)
{
    return Allowances::instance().of(kernel, default_dynamic_bytes(static_shared_bytes(kernel)));
}

std::size_t dynamic_shared_limit(const std::string& kernel)
{
    return Allowances::instance().of(plain_name(kernel), default_dynamic_bytes(Layout::instance().static_shared_bytes(kernel)));
}

}  // namespace halo::engine
