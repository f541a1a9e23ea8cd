#include "engine/memory/host_arrays.hpp"

#include <algorithm>

#include <sys/mman.h>
#include <unistd.h>

#include "engine/memory/boxes.hpp"

namespace halo::engine {

HostArrays& HostArrays::instance()
{
    static HostArrays* arrays = new HostArrays;
    return *arrays;
}

void HostArrays::name(const HostArray& array)
{
    const std::lock_guard lock(mutex_);
    const std::uintptr_t begin = address_of(array.start), end = begin + array.bytes;
    const bool first = arrays_.empty();
    lowest_ = first ? begin - array.before : std::min(lowest_, begin - array.before);
    highest_ = first ? end + array.after : std::max(highest_, end + array.after);
    arrays_.push_back({array, begin, end});
}

void HostArrays::forget()
{
    const std::lock_guard lock(mutex_);
    lowest_ = highest_ = 0;
    arrays_.clear();
}

NamedArray* HostArrays::search(std::uintptr_t address)
{
    for (NamedArray& one : arrays_)
        if (one.begin - one.array.before <= address && address < one.end + one.array.after) return &one;
    return nullptr;
}

bool open_fence(std::uintptr_t address)
{
    const NamedArray* array = HostArrays::instance().near(address);
    if (array == nullptr || array->holds(address, 1)) return false;
    const auto page = std::uintptr_t(sysconf(_SC_PAGESIZE));
    return mprotect(reinterpret_cast<void*>(address / page * page), page, PROT_READ | PROT_WRITE) == 0;
}

void forget_host_arrays() { HostArrays::instance().forget(); }

}  // namespace halo::engine
