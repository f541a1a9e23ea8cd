#pragma once
// Time between two points of the default stream, by CUDA events.

#include "cuda/check.hpp"

namespace halo {

/// start(), launches, then ms(). On the CPU engine this is wall-clock time and says nothing about a GPU.
class EventTimer {
public:
    EventTimer()
    {
        CUDA_CHECK(cudaEventCreate(&start_));
        CUDA_CHECK(cudaEventCreate(&stop_));
    }
    ~EventTimer()
    {
        cudaEventDestroy(start_);
        cudaEventDestroy(stop_);
    }
    EventTimer(const EventTimer&) = delete;
    EventTimer& operator=(const EventTimer&) = delete;

    void start() { CUDA_CHECK(cudaEventRecord(start_)); }

    /// Milliseconds since start(); waits until the work in between is done.
    float ms()
    {
        float elapsed = 0.0f;
        CUDA_CHECK(cudaEventRecord(stop_));
        CUDA_CHECK(cudaEventSynchronize(stop_));
        CUDA_CHECK(cudaEventElapsedTime(&elapsed, start_, stop_));
        return elapsed;
    }

private:
    cudaEvent_t start_{}, stop_{};
};

}  // namespace halo
