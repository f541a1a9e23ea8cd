#include "engine/session/caller.hpp"

#include <unwind.h>

#include "engine/session/source.hpp"

namespace halo::engine {
namespace {

constexpr std::size_t kDeep = 32;   // frames; the API's own are a few

_Unwind_Reason_Code note(_Unwind_Context* context, void* addresses)
{
    auto& all = *static_cast<std::vector<std::uintptr_t>*>(addresses);
    if (const std::uintptr_t address = _Unwind_GetIP(context); address != 0) all.push_back(address);
    return all.size() < kDeep ? _URC_NO_REASON : _URC_END_OF_STACK;
}

}  // namespace

std::vector<std::uintptr_t> return_addresses()
{
    std::vector<std::uintptr_t> all;
    _Unwind_Backtrace(note, &all);
    return all;
}

Place place_of_call(const std::vector<std::uintptr_t>& addresses)
{
    for (const std::uintptr_t address : addresses)
        if (Place place = place_of(address); place.line != 0) return place;
    return {};
}

}  // namespace halo::engine
