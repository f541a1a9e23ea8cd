// Streams and events. All work is finished when the call that requests it returns, so a stream needs only to exist.

#include "engine/headers/halo/stream_api.hpp"

#include <algorithm>
#include <chrono>

#include "engine/memory/handles.hpp"
#include "engine/api/places.hpp"
#include "engine/session/turn.hpp"

namespace {

constexpr int kHighestPriority = -5;  // lower numbers are more urgent; 0 is the least

struct Stream {
    unsigned flags = cudaStreamDefault;
    int priority = 0;
};
struct Event {
    unsigned flags = cudaEventDefault;
    bool recorded = false;
    std::chrono::steady_clock::time_point at{};
};

auto& streams()
{
    static auto* all = new halo::engine::Handles<cudaStream_t, Stream>;
    return *all;
}
auto& events()
{
    static auto* all = new halo::engine::Handles<cudaEvent_t, Event>;
    return *all;
}

bool is_default_stream(cudaStream_t stream)
{
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

using namespace halo::engine;

namespace halo::engine {

cudaError_t status_of(cudaStream_t stream)
{
    return is_default_stream(stream) || streams().find(stream) != nullptr ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

}  // namespace halo::engine

cudaError_t cudaStreamCreate(cudaStream_t* stream)
{
    on_host();
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags)
{
    on_host();
    return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority)
{
    gives(stream, "cudaStreamCreate");
    const Turn turn;
    if (stream == nullptr || flags > cudaStreamNonBlocking) return fail(cudaErrorInvalidValue);
    *stream = streams().add({flags, std::clamp(priority, kHighestPriority, 0)});
    return fail(cudaSuccess);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    on_host();
    const Turn turn;
    return streams().remove(stream) ? cudaSuccess : fail(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    const cudaError_t status = check_stream(stream);
    return status != cudaSuccess ? fail(status) : finish();
}
cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    on_host();
    return cudaStreamSynchronize(stream);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags)
{
    gives(flags);
    if (flags == nullptr) return fail(cudaErrorInvalidValue);
    if (check_stream(stream) != cudaSuccess) return fail(cudaErrorInvalidResourceHandle);
    const Turn turn;
    const Stream* known = streams().find(stream);
    *flags = known != nullptr ? known->flags : cudaStreamDefault;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority)
{
    gives(priority);
    if (priority == nullptr) return fail(cudaErrorInvalidValue);
    if (check_stream(stream) != cudaSuccess) return fail(cudaErrorInvalidResourceHandle);
    const Turn turn;
    const Stream* known = streams().find(stream);
    *priority = known != nullptr ? known->priority : 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
    gives(least);
    gives(greatest);
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = kHighestPriority;
    return cudaSuccess;
}

/// The event's work is already done.
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    if (check_stream(stream) != cudaSuccess || events().find(event) == nullptr) return fail(cudaErrorInvalidResourceHandle);
    return flags > cudaEventWaitExternal ? fail(cudaErrorInvalidValue) : cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data, unsigned int flags)
{
    if (callback == nullptr || flags != 0) return fail(cudaErrorInvalidValue);
    if (check_stream(stream) != cudaSuccess) return fail(cudaErrorInvalidResourceHandle);
    const ProgramScope scope;
    callback(stream, cudaSuccess, user_data);
    return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data)
{
    if (function == nullptr) return fail(cudaErrorInvalidValue);
    if (check_stream(stream) != cudaSuccess) return fail(cudaErrorInvalidResourceHandle);
    const ProgramScope scope;
    function(user_data);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags)
{
    constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    const bool shared_with_timing = (flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0;
    gives(event, "cudaEventCreate");
    const Turn turn;
    if (event == nullptr || (flags & ~kKnown) != 0 || shared_with_timing) return fail(cudaErrorInvalidValue);
    *event = events().add({.flags = flags});
    return fail(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    on_host();
    const Turn turn;
    return events().remove(event) ? cudaSuccess : fail(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    on_host();
    const Turn turn;
    Event* known = events().find(event);
    if (known == nullptr || status_of(stream) != cudaSuccess) return fail(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventRecordExternal) return fail(cudaErrorInvalidValue);
    known->at = std::chrono::steady_clock::now();
    known->recorded = true;
    return fail(cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    on_host();
    return events().find(event) == nullptr ? fail(cudaErrorInvalidResourceHandle) : finish();
}
cudaError_t cudaEventQuery(cudaEvent_t event)
{
    on_host();
    return cudaEventSynchronize(event);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    gives(milliseconds);
    if (milliseconds == nullptr) return fail(cudaErrorInvalidValue);
    const Turn turn;
    const Event *from = events().find(start), *to = events().find(stop);
    for (const Event* event : {from, to})
        if (event == nullptr || !event->recorded || (event->flags & cudaEventDisableTiming) != 0)
            return fail(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
    return cudaSuccess;
}
