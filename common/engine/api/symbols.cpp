// Access to __constant__ and __device__ variables from the host.

#include "engine/headers/halo/symbol_api.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>

#include "engine/headers/halo/launch.hpp"
#include "engine/memory/layout.hpp"
#include "engine/api/places.hpp"
#include "engine/session/session.hpp"
#include "engine/watch/followed.hpp"

using namespace halo::engine;

namespace {

/// Start of the variable; 0 for all variables of a stripped program.
std::uintptr_t start_of(const void* symbol)
{
    const Variable* variable = Layout::instance().variable_at(address_of(symbol));
    return variable == nullptr ? 0 : variable->start;
}

cudaError_t check(const void* symbol, std::size_t bytes, std::size_t offset)
{
    if (!is_symbol(symbol)) return cudaErrorInvalidSymbol;
    if (const std::uintptr_t start = start_of(symbol); start != 0 && start != address_of(symbol)) return cudaErrorInvalidSymbol;     // c_filter[2]
    const std::size_t all = bytes_of_symbol(symbol);
    return offset > all || bytes > all - offset ? cudaErrorInvalidValue : cudaSuccess;
}

/// Variables whose device address the program has queried.
struct Known {
    std::mutex mutex;
    std::set<std::uintptr_t> variables;
};
Known& known()
{
    static auto* known = new Known;
    return *known;
}

const char* moved(const void* symbol, std::size_t offset) { return static_cast<const char*>(symbol) + offset; }

halo::RefusedPointer symbol_pointer(const void* symbol, std::size_t bytes, std::size_t offset)
{
    halo::RefusedPointer p = refused_pointer(symbol, bytes, false);
    p.there -= std::min<std::uint64_t>(p.there, offset);
    return p;
}

/// A copy on the null stream is synchronous.
cudaError_t then_finish(cudaError_t status, cudaStream_t stream)
{
    return status != cudaSuccess || stream != nullptr ? status : finish();
}

}  // namespace

std::size_t halo::engine::bytes_of_symbol(const void* symbol)
{
    const Layout& layout = Layout::instance();
    if (const Variable* variable = layout.variable_at(address_of(symbol)))
        return variable->start + variable->bytes - address_of(symbol);
    for (const ArrayTable* table : {&layout.constants(), &layout.more_constants(), &layout.device_variables()})
        if (table->contains(address_of(symbol))) return table->arrays().empty() ? table->end() - address_of(symbol) : 0;
    return 0;
}

bool halo::engine::symbol_address_is_known(const void* pointer)
{
    const std::lock_guard lock(known().mutex);
    return known().variables.contains(start_of(pointer));
}

namespace halo_engine {

void check_arguments(const LaunchConfig& config, const void* closure, size_t bytes)
{
    const EngineScope scope;
    if (Followed::instance().on()) Followed::instance().passed(closure, bytes);
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= bytes; at += sizeof(std::uintptr_t)) {
        std::uintptr_t word;
        std::memcpy(&word, static_cast<const char*>(closure) + at, sizeof word);
        const bool constant = Layout::instance().is_constant(word);
        if ((!constant && !Layout::instance().is_device_only(word)) || symbol_address_is_known(reinterpret_cast<const void*>(word))) continue;
        RawFinding s;
        s.kind = halo::FindingKind::out_of_bounds;
        s.kernel = RawFinding::kHost;
        s.outside = halo::Outside::host_pointer;
        if (constant) s.space = halo::Space::constant;
        else s.device_copy = word;
        s.where = word;
        s.file = config.file;
        s.line = config.line;
        Session::instance().add(s);
    }
}

cudaError_t copy_to_symbol(const void* symbol, const void* source, size_t bytes, size_t offset, cudaMemcpyKind kind,
                           cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpyToSymbol", __builtin_return_address(0));
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    const auto refused = [&](cudaError_t status) {
        return refuse(status, {.kind = halo::RefusedCall::symbol_copy, .direction = kind, .offset = offset,
                               .target = symbol_pointer(symbol, bytes, offset), .source = refused_pointer(source, bytes, is_symbol(source))});
    };
    if (const cudaError_t status = check(symbol, bytes, offset); status != cudaSuccess) return refused(status);
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return refused(cudaErrorInvalidMemcpyDirection);
    return then_finish(copy_box({moved(symbol, offset)}, {source}, {bytes}, kind, true), stream);
}

cudaError_t copy_from_symbol(void* target, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                             cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpyFromSymbol", __builtin_return_address(0));
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    const auto refused = [&](cudaError_t status) {
        return refuse(status, {.kind = halo::RefusedCall::symbol_copy, .direction = kind, .offset = offset,
                               .target = refused_pointer(target, bytes), .source = symbol_pointer(symbol, bytes, offset)});
    };
    if (const cudaError_t status = check(symbol, bytes, offset); status != cudaSuccess) return refused(status);
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return refused(cudaErrorInvalidMemcpyDirection);
    return then_finish(copy_box({target}, {moved(symbol, offset)}, {bytes}, kind, true), stream);
}

cudaError_t symbol_address(void** pointer, const void* symbol)
{
    gives(pointer, "cudaGetSymbolAddress");
    if (pointer == nullptr) return fail(cudaErrorInvalidValue);
    if (!is_symbol(symbol) || bytes_of_symbol(symbol) == 0) return fail(cudaErrorInvalidSymbol);
    *pointer = const_cast<void*>(symbol);
    const EngineScope scope;
    const std::lock_guard lock(known().mutex);
    known().variables.insert(start_of(symbol));
    return cudaSuccess;
}

cudaError_t symbol_size(size_t* bytes, const void* symbol)
{
    gives(bytes, "cudaGetSymbolSize");
    if (bytes == nullptr) return fail(cudaErrorInvalidValue);
    if (!is_symbol(symbol)) return fail(cudaErrorInvalidSymbol);
    *bytes = bytes_of_symbol(symbol);
    return cudaSuccess;
}

}  // namespace halo_engine
