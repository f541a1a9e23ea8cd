// covers: Building: NVTX (`nvtx3/nvToolsExt.h`, `nvtx3/nvtx3.hpp`): ranges, marks, names and domains, without effect
#include <cstdint>
#include <cstdio>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>

__global__ void fill(int* out) { out[threadIdx.x] = int(threadIdx.x); }

struct Own {
    static constexpr const char* name = "own";
};

int filled()
{
    NVTX3_FUNC_RANGE();
    const nvtx3::scoped_range range("fill", nvtx3::rgb(127, 255, 0), nvtx3::payload(int32_t(32)));
    nvtx3::scoped_range_in<Own> other(nvtx3::event_attributes("other", nvtx3::category(3)));
    nvtx3::mark("begin");
    int h_out[32], *d_out;
    cudaMalloc(&d_out, sizeof h_out);
    nvtxRangePush("kernel");
    fill<<<1, 32>>>(d_out);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    nvtxRangePop();
    cudaFree(d_out);
    return h_out[31];
}

int main()
{
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.colorType = NVTX_COLOR_ARGB;
    attributes.color = 0xff00ff00;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "all";
    attributes.payloadType = NVTX_PAYLOAD_TYPE_INT32;
    attributes.payload.iValue = 5;
    static_assert(NVTX_COLOR_ARGB == 1 && NVTX_MESSAGE_TYPE_REGISTERED == 3 && NVTX_PAYLOAD_TYPE_FLOAT == 6, "as in NVTX 3");
    static_assert(sizeof(nvtxEventAttributes_t) == 48, "as in NVTX 3");
    const bool untracked = nvtxRangePushEx(&attributes) == NVTX_NO_PUSH_POP_TRACKING && nvtxRangePop() == NVTX_NO_PUSH_POP_TRACKING;

    const nvtxDomainHandle_t domain = nvtxDomainCreateA("part");
    nvtxDomainRangePushEx(domain, &attributes);
    const nvtxRangeId_t range = nvtxRangeStartA("whole");
    nvtxNameOsThreadA(0, "main");
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    nvtxNameCudaStreamA(stream, "copies");
    const int last = filled();
    cudaStreamDestroy(stream);
    nvtxMarkA("end");
    nvtxRangeEnd(range);
    nvtxDomainRangePop(domain);
    nvtxDomainDestroy(domain);
    return untracked && last == 31 ? 0 : 1;
}
