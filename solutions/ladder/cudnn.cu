// cuDNN's convolution of one channel, loaded when asked for. Its functions are declared as the documentation of cuDNN 9 has them; whether they
// do what is asked, the check of their output says.

#include "libraries.hpp"

#include <memory>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"

namespace halo::ladder {

namespace {

constexpr int kFloat = 0, kNchw = 0, kCrossCorrelation = 1;     // not mirrored
constexpr int kFma = 3;                                         // products of floats, not of their first 10 bits

struct Perf {
    int algorithm, status;
    float ms;
    std::size_t workspace_bytes;
    int determinism, math;
    int reserved[3];
};

struct Functions {
    int (*create)(void**);
    int (*create_tensor)(void**);
    int (*create_filter)(void**);
    int (*create_convolution)(void**);
    int (*set_tensor)(void*, int format, int type, int n, int channels, int height, int width);
    int (*set_filter)(void*, int type, int format, int out_channels, int in_channels, int height, int width);
    int (*set_convolution)(void*, int pad_y, int pad_x, int step_y, int step_x, int dilation_y, int dilation_x, int mode, int type);
    int (*set_math)(void*, int math);
    int (*find)(void* handle, void* in, void* filter, void* convolution, void* out, int most, int* count, Perf*);
    int (*forward)(void* handle, const void* one, void* in_tensor, const void* in, void* filter_tensor, const void* filter, void* convolution,
                   int algorithm, void* workspace, std::size_t workspace_bytes, const void* zero, void* out_tensor, void* out);
};

/// All of them, or a reason.
bool load(Functions& f, std::string& why_not)
{
    const auto get = [&why_not](auto& function, const char* name) {
        function = found<std::remove_reference_t<decltype(function)>>("libcudnn", name, why_not);
        return function != nullptr;
    };
    return get(f.create, "cudnnCreate") && get(f.create_tensor, "cudnnCreateTensorDescriptor") && get(f.create_filter, "cudnnCreateFilterDescriptor")
           && get(f.create_convolution, "cudnnCreateConvolutionDescriptor") && get(f.set_tensor, "cudnnSetTensor4dDescriptor")
           && get(f.set_filter, "cudnnSetFilter4dDescriptor") && get(f.set_convolution, "cudnnSetConvolution2dDescriptor")
           && get(f.set_math, "cudnnSetConvolutionMathType") && get(f.find, "cudnnFindConvolutionForwardAlgorithm")
           && get(f.forward, "cudnnConvolutionForward");
}

}  // namespace

Library cudnn_convolution(const Ladder& ladder, const Problem& p)
{
    Library library{"cudnnConvolutionForward", {}, {}};
    Functions f{};
    if (!load(f, library.why_not)) return library;

    void *handle = nullptr, *image = nullptr, *filter = nullptr, *convolution = nullptr;
    const bool described = f.create(&handle) == 0 && f.create_tensor(&image) == 0 && f.create_filter(&filter) == 0 && f.create_convolution(&convolution) == 0
                           && f.set_tensor(image, kNchw, kFloat, 1, 1, p.height, p.width) == 0
                           && f.set_filter(filter, kFloat, kNchw, 1, 1, 2 * ladder.radius_y + 1, 2 * ladder.radius_x + 1) == 0
                           && f.set_convolution(convolution, ladder.radius_y, ladder.radius_x, 1, 1, 1, 1, kCrossCorrelation, kFloat) == 0
                           && f.set_math(convolution, kFma) == 0;
    if (!described) {
        library.why_not = "cuDNN did not start, or refused this image";
        return library;
    }

    // It times its algorithms and sorts them. Products of shorter numbers are another problem.
    constexpr int kMost = 16;
    Perf perf[kMost];
    int count = 0;
    const Perf* best = nullptr;
    if (f.find(handle, image, filter, convolution, image, kMost, &count, perf) == 0)
        for (int i = count - 1; i >= 0; --i)
            if (perf[i].status == 0 && perf[i].math == kFma) best = &perf[i];
    if (best == nullptr) {
        library.why_not = "cuDNN found no algorithm for this image in floats";
        return library;
    }
    const auto workspace = std::make_shared<DeviceBuffer<unsigned char>>(best->workspace_bytes + 1);
    library.call = [=, algorithm = best->algorithm, bytes = best->workspace_bytes] {
        const float one = 1.0f, zero = 0.0f;
        if (f.forward(handle, &one, image, p.d_in, filter, p.d_filter, convolution, algorithm, workspace->data(), bytes, &zero, image, p.d_out) != 0)
            CUDA_CHECK(cudaErrorUnknown);
    };
    return library;
}

}  // namespace halo::ladder
