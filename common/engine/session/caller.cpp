#include "engine/session/caller.hpp"

#include <unwind.h>

#include <array>
#include <string_view>
#include <utility>

#include "engine/session/remembered.hpp"
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

/// Functions below the templates of the headers.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kBehind = {{
    {"halo_engine::allocate", "cudaMalloc"},
    {"halo_engine::allocate_from_given_pool", "cudaMallocFromPoolAsync"},
    {"halo_engine::allocate_from_pool", "cudaMallocAsync"},
    {"halo_engine::allocate_host", "cudaMallocHost"},
    {"halo_engine::allocate_managed", "cudaMallocManaged"},
    {"halo_engine::allocate_pitched", "cudaMallocPitch"},
    {"halo_engine::copy_from_symbol", "cudaMemcpyFromSymbol"},
    {"halo_engine::copy_to_symbol", "cudaMemcpyToSymbol"},
    {"halo_engine::host_device_pointer", "cudaHostGetDevicePointer"},
    {"halo_engine::symbol_address", "cudaGetSymbolAddress"},
    {"halo_engine::symbol_size", "cudaGetSymbolSize"},
    {"halo_engine::set_function_attribute", "cudaFuncSetAttribute"},
    {"halo_engine::launch_kernel", "cudaLaunchKernel"},
}};

/// `cudaMemcpy` from `cudaMemcpy(void*, …)`, `cudaError cudaMemcpyToSymbol<float [5]>(…)` or `halo_engine::copy_to_symbol(…)`.
std::string api_name(std::string function)
{
    function = function.substr(0, function.find_first_of("(<"));
    function.erase(0, function.find_last_of(' ') + 1);   // npos + 1 is 0
    for (const auto& [behind, name] : kBehind)
        if (behind == function) return std::string(name);
    return function.starts_with("cuda") ? function : std::string();
}

Caller look_up_caller(const std::vector<std::uintptr_t>& addresses)
{
    for (std::size_t i = 0; i < addresses.size(); ++i)
        if (Place place = place_of(addresses[i]); place.line != 0) return {std::move(place), i > 0 ? api_name(function_at(addresses[i - 1])) : ""};
    return {};
}

}  // namespace

std::vector<std::uintptr_t> return_addresses()
{
    std::vector<std::uintptr_t> all;
    _Unwind_Backtrace(note, &all);
    return all;
}

Caller caller_of(const std::vector<std::uintptr_t>& addresses)
{
    static auto* callers = new Remembered<std::vector<std::uintptr_t>, Caller>;
    return (*callers)(addresses, [&] { return look_up_caller(addresses); });
}

}  // namespace halo::engine
