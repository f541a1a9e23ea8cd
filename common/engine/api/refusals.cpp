// What is known about the pointers of a call that is refused.

#include <optional>
#include <utility>

#include "engine/api/places.hpp"
#include "engine/headers/halo/error_api.hpp"
#include "engine/memory/arrays.hpp"
#include "engine/memory/host_memory.hpp"
#include "engine/memory/layout.hpp"
#include "engine/memory/program_heap.hpp"
#include "engine/session/session.hpp"
#include "engine/session/source.hpp"

namespace halo::engine {
namespace {

RefusedPointer of_variable(const void* pointer, bool by_name)
{
    RefusedPointer p;
    p.to = by_name && !symbol_address_is_known(pointer) ? PointerTo::symbol : PointerTo::device;
    const Variable* variable = Layout::instance().variable_at(address_of(pointer));
    if (variable == nullptr) return p;
    p.array = variable->name();
    p.before = address_of(pointer) - variable->start;
    p.there = variable->bytes - p.before;
    const ArrayShape shape = shape_of(p.array, variable->bytes);
    p.element_bytes = static_cast<std::uint32_t>(shape.element_bytes);
    p.is_float = shape.is_float;
    return p;
}

RefusedPointer of_allocation(std::uintptr_t address, const Allocation& allocation)
{
    RefusedPointer p;
    p.to = allocation.freed ? PointerTo::freed : allocation.host_access() ? PointerTo::both : PointerTo::device;
    p.array = allocation.label.name;
    p.allocated = allocation.at;
    p.before = address - allocation.base;
    p.there = allocation.end() - address;
    p.element_bytes = allocation.label.element_bytes;
    p.is_float = allocation.label.is_float;
    return p;
}

RefusedPointer of_host(std::uintptr_t address)
{
    RefusedPointer p;
    if (const Array* array = find_array(reinterpret_cast<cudaArray_const_t>(address)); array != nullptr) {
        p = of_allocation(address_of(array->memory), *Arena::instance().find(address_of(array->memory)));
        p.to = PointerTo::device;
        return p;
    }
    p.variable = is_on_stack(address);
    const std::optional<HeapBlock> block = ProgramHeap::at(address);
    if (!block) return p;
    p.allocated = place_outside_libraries(block->site);
    if (p.allocated.line == 0) return p;        // `new` calls malloc, too
    p.array = block->name;
    p.allocator = block->call;
    return p;
}

RefusedPointer located(const void* pointer, bool symbol_by_name)
{
    if (pointer == nullptr) return {.to = PointerTo::nothing};
    if (is_symbol(pointer)) return of_variable(pointer, symbol_by_name);
    const std::uintptr_t address = address_of(pointer);
    if (!Arena::instance().contains(address)) {
        if (registered_memory(address, 1) != nullptr) return {.to = PointerTo::both};
        return of_host(address);
    }
    const Allocation* allocation = Arena::instance().find(address);
    if (allocation == nullptr || address > allocation->end()) return {.to = PointerTo::elsewhere};
    return of_allocation(address, *allocation);
}

}  // namespace

bool is_on_stack(std::uintptr_t address)
{
    constexpr std::uintptr_t kDeepest = 1 << 20;        // above this function's frame
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return address >= here && address - here < kDeepest;
}

RefusedPointer refused_pointer(const void* pointer, std::size_t bytes, bool symbol_by_name)
{
    RefusedPointer p = located(pointer, symbol_by_name);
    p.asked = bytes;
    if (p.to == PointerTo::both && p.there == 0) p.there = bytes;   // registered: its size is not checked
    return p;
}

cudaError_t refuse(cudaError_t status, Refusal what)
{
    const EngineScope scope;
    what.code = cudaGetErrorName(status);
    what.reason = cudaGetErrorString(status);
    Session::instance().note_refusal(std::move(what));
    return Session::instance().fail(status);
}

cudaError_t fail(cudaError_t status) { return status == cudaSuccess ? Session::instance().fail(status) : refuse(status, {}); }

}  // namespace halo::engine
