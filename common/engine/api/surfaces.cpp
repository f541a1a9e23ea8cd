// Surface loads and stores, and the reports to watchers that surfaces and textures share.

#include "engine/headers/halo/surface_access.hpp"

#include <algorithm>

#include "engine/memory/host_memory.hpp"
#include "engine/api/texels.hpp"
#include "engine/schedule/worker.hpp"
#include "engine/watch/followed.hpp"

namespace halo::engine {

void watch_texel(const Texture& texture, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t site)
{
    Worker* worker = Worker::active();
    if (worker != nullptr) worker->texel(address, bytes, Access::read, site);
    if (worker != nullptr && Followed::instance().on()) Followed::instance().fetched_texel(address, bytes);
    if (worker == nullptr || texture.allocation->initialised || all_initialised(address, bytes)) return;
    RawFinding s = raw_finding(FindingKind::uninitialised, worker->block(), worker->thread_number());
    s.site = site;
    s.space = Space::global;
    s.where = address;
    s.bytes = bytes;
    s.allocation = texture.allocation;
    worker->log().add(s);
}

void refuse_texel(const Texture* texture, std::uintptr_t site)
{
    if (Worker* worker = Worker::active())
        worker->touch_range(texture == nullptr ? 0 : address_of(texture->memory), 4, 4, Access::read, site);
}

namespace {

/// The address of an access; nullptr if it reads zero or stores nothing.
char* place(cudaSurfaceObject_t surface, int x_bytes, int y, int z, unsigned bytes, cudaSurfaceBoundaryMode mode,
            Access kind, std::uintptr_t site)
{
    const Texture* s = find_texture(surface);
    if (s == nullptr || !s->surface || s->freed()) {
        refuse_texel(s, site);
        return nullptr;
    }
    const std::int64_t last_x = std::int64_t(s->pitch) - std::int64_t(std::min<std::size_t>(bytes, s->pitch));
    const std::int64_t last_y = std::int64_t(s->height) - 1, last_z = std::int64_t(s->depth) - 1;
    const bool inside = x_bytes >= 0 && x_bytes <= last_x && y >= 0 && y <= last_y && z >= 0 && z <= last_z;
    if (!inside && mode == cudaBoundaryModeTrap) {
        // Report any place outside the array as the end of its allocation.
        if (Worker* worker = Worker::active()) worker->touch_range(s->allocation->end(), bytes, bytes, kind, site);
        return nullptr;
    }
    if (!inside && mode == cudaBoundaryModeZero) return nullptr;
    const auto clamped = [](int index, std::int64_t last) { return std::size_t(std::clamp<std::int64_t>(index, 0, last)); };
    char* const at = const_cast<char*>(s->memory) + clamped(z, last_z) * s->plane + clamped(y, last_y) * s->pitch + clamped(x_bytes, last_x);
    if (address_of(at) < s->allocation->base || address_of(at) > s->allocation->end() || bytes > s->allocation->end() - address_of(at)) {
        refuse_texel(s, site);
        return nullptr;
    }
    return at;
}

/// memcpy would be intercepted and counted as the kernel's access.
void copy(char* target, const char* source, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; ++i) const_cast<volatile char*>(target)[i] = source[i];
}

}  // namespace
}  // namespace halo::engine

using namespace halo::engine;

#define HALO_SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

halo_engine::Texel halo_engine::surface_read(cudaSurfaceObject_t surface, int x_bytes, int y, int z, unsigned bytes,
                                       cudaSurfaceBoundaryMode mode) noexcept
{
    const std::uintptr_t site = HALO_SITE;
    Texel value{};
    const char* from = place(surface, x_bytes, y, z, bytes, mode, halo::Access::read, site);
    if (from == nullptr) return value;
    watch_texel(*find_texture(surface), address_of(from), bytes, site);
    copy(reinterpret_cast<char*>(&value), from, bytes);
    return value;
}

void halo_engine::surface_write(Texel value, cudaSurfaceObject_t surface, int x_bytes, int y, int z, unsigned bytes,
                             cudaSurfaceBoundaryMode mode) noexcept
{
    const std::uintptr_t site = HALO_SITE;
    char* to = place(surface, x_bytes, y, z, bytes, mode, halo::Access::write, site);
    if (to == nullptr) return;
    if (Worker* worker = Worker::active()) {
        worker->texel(address_of(to), bytes, halo::Access::write, site);
        worker->before_texel_store(address_of(to), bytes);
    }
    copy(to, reinterpret_cast<const char*>(&value), bytes);
    Arena::instance().mark_written(address_of(to), bytes);
}
