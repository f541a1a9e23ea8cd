#include "timing/serve.hpp"

#include <cuda_runtime.h>
#include <unistd.h>

#include "cuda/check.hpp"
#include "timing/exchange.hpp"

namespace halo::timing {

void serve(int requests, int answers, const std::function<lab::CardCaller(const std::string&, const lab::Size&)>& function)
{
    std::uint64_t length = 0, count = 0;
    lab::CardArrays arrays;
    if (!read_value(requests, length)) return;
    std::string name(length, '\0');
    if (!read_whole(requests, name.data(), name.size()) || !read_value(requests, arrays.size) || !read_value(requests, count)) return;
    for (std::uint64_t i = 0; i < count; ++i) {
        cudaIpcMemHandle_t handle;
        std::uint64_t elements = 0;
        if (!read_value(requests, handle) || !read_value(requests, elements)) return;
        void* array = nullptr;
        CUDA_CHECK(cudaIpcOpenMemHandle(&array, handle, cudaIpcMemLazyEnablePeerAccess));
        arrays.device.push_back(static_cast<float*>(array));
        arrays.elements.push_back(elements);
    }
    if (!read_value(requests, count)) return;
    arrays.host.resize(count);
    const lab::CardCaller call = function(name, arrays.size);
    const std::string done(1, kDone);
    void* d_own = nullptr;
    CUDA_CHECK(cudaMalloc(&d_own, 1));
    for (char request = 0; write_whole(answers, done) && read_value(requests, request);) {
        if (request == char(Request::call)) {
            for (std::vector<float>& filter : arrays.host)
                if (!read_floats(requests, filter)) return;
            call(arrays);
        } else {
            CUDA_CHECK(cudaMemset(d_own, 0, 1));
        }
        CUDA_CHECK(cudaDeviceSynchronize());            // whatever streams it used
    }
}

int answers_instead_of_stdout()
{
    const int answers = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return answers;
}

}  // namespace halo::timing
