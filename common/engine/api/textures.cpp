// Texture and surface objects: creating them with a card's checks, and querying their descriptions.

#include "engine/memory/textures.hpp"

#include "engine/api/places.hpp"
#include "engine/session/turn.hpp"

using namespace halo::engine;

namespace {

/// Fills in the texture's memory and format. Returns an error if the description is invalid.
cudaError_t find_memory(const cudaResourceDesc& resource, Texture& t)
{
    t.resource = resource;
    switch (resource.resType) {
    case cudaResourceTypeArray: {
        const Array* array = find_array(resource.res.array.array);
        if (array == nullptr) return cudaErrorInvalidResourceHandle;
        t.format = array->format;
        t.memory = static_cast<const char*>(array->memory);
        t.width = array->extent.width;
        t.height = array->rows();
        t.depth = array->planes();
        t.pitch = array->row_bytes();
        t.layered = (array->flags & cudaArrayLayered) != 0;
        break;
    }
    case cudaResourceTypeLinear:
        t.format = resource.res.linear.desc;
        t.memory = static_cast<const char*>(resource.res.linear.devPtr);
        if (element_format(t.format).bytes() == 0) return cudaErrorInvalidChannelDescriptor;
        t.width = resource.res.linear.sizeInBytes / element_format(t.format).bytes();
        t.pitch = resource.res.linear.sizeInBytes;
        break;
    case cudaResourceTypePitch2D:
        t.format = resource.res.pitch2D.desc;
        t.memory = static_cast<const char*>(resource.res.pitch2D.devPtr);
        t.width = resource.res.pitch2D.width;
        t.height = resource.res.pitch2D.height;
        t.pitch = resource.res.pitch2D.pitchInBytes;
        break;
    default: return cudaErrorNotSupported;
    }
    t.element = element_format(t.format);
    t.plane = t.pitch * t.height;
    if (t.element.bytes() == 0) return cudaErrorInvalidChannelDescriptor;
    return cudaSuccess;
}

/// Linear and pitched memory must be aligned as on a card, and be in one live allocation.
cudaError_t check_memory(Texture& t)
{
    constexpr std::size_t kAlignment = 512, kPitchAlignment = 32;
    const bool pitched = t.resource.resType == cudaResourceTypePitch2D;
    if (t.width == 0 || t.height == 0) return cudaErrorInvalidValue;
    if (pitched && (t.pitch % kPitchAlignment != 0 || t.pitch < t.width * t.element.bytes())) return cudaErrorInvalidValue;
    t.allocation = Arena::instance().find(address_of(t.memory));
    if (t.allocation == nullptr || t.freed()) return cudaErrorInvalidValue;
    // On a card, memory from cudaMalloc is always sufficiently aligned, so check only the offset.
    if ((address_of(t.memory) - t.allocation->base) % kAlignment != 0) return cudaErrorInvalidValue;
    const std::size_t bytes = (t.depth - 1) * t.plane + (t.height - 1) * t.pitch + t.width * t.element.bytes();
    return address_of(t.memory) + bytes <= t.allocation->end() ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t check_reading(const Texture& t)
{
    const bool integer = t.format.f != cudaChannelFormatKindFloat;
    const bool normalized = t.description.readMode == cudaReadModeNormalizedFloat;
    if (normalized && integer && t.element.bits == 32) return cudaErrorInvalidNormSetting;
    if (t.description.filterMode == cudaFilterModeLinear && integer && !normalized) return cudaErrorInvalidFilterSetting;
    if (t.description.sRGB != 0) return cudaErrorNotSupported;
    return cudaSuccess;
}

cudaError_t make(unsigned long long* handle, const Texture& texture)
{
    *handle = add_texture(texture);
    return *handle != 0 ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}

const Texture* find(unsigned long long handle, bool surface)
{
    const Texture* texture = find_texture(handle);
    return texture != nullptr && texture->surface == surface ? texture : nullptr;
}

cudaError_t destroy(unsigned long long handle, bool surface)
{
    const Turn turn;
    if (find(handle, surface) != nullptr) remove_texture(handle);
    return cudaSuccess;  // for any handle, as on a card
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view)
{
    gives(texture);
    const Turn turn;
    if (texture == nullptr || resource == nullptr) return fail(cudaErrorInvalidValue);
    if (description == nullptr) return fail(cudaErrorInvalidResourceHandle);
    if (view != nullptr) return fail(cudaErrorNotSupported);
    Texture made;
    made.description = *description;
    if (const cudaError_t status = find_memory(*resource, made); status != cudaSuccess) return fail(status);
    if (const cudaError_t status = check_memory(made); status != cudaSuccess) return fail(status);
    if (const cudaError_t status = check_reading(made); status != cudaSuccess) return fail(status);
    return make(texture, made);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture)
{
    on_host();
    return destroy(texture, false);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture)
{
    gives(resource);
    const Turn turn;
    const Texture* known = find(texture, false);
    if (resource == nullptr || known == nullptr) return fail(cudaErrorInvalidValue);
    *resource = known->resource;
    return cudaSuccess;
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture)
{
    gives(description);
    const Turn turn;
    const Texture* known = find(texture, false);
    if (description == nullptr || known == nullptr) return fail(cudaErrorInvalidValue);
    *description = known->description;
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource)
{
    gives(surface);
    const Turn turn;
    if (surface == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray)
        return fail(cudaErrorInvalidValue);
    const Array* array = find_array(resource->res.array.array);
    if (array == nullptr) return fail(cudaErrorInvalidResourceHandle);
    if ((array->flags & cudaArraySurfaceLoadStore) == 0) return fail(cudaErrorInvalidValue);
    Texture made;
    made.surface = true;
    if (const cudaError_t status = find_memory(*resource, made); status != cudaSuccess) return fail(status);
    if (const cudaError_t status = check_memory(made); status != cudaSuccess) return fail(status);
    return make(surface, made);
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface)
{
    on_host();
    return destroy(surface, true);
}
