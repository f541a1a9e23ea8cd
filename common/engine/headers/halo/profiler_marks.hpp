#pragma once
// NVTX: names for a profiler's timeline. There is none, so that they do nothing, as on a card without a profiler.

#include <cstddef>
#include <cstdint>

#include "stream_api.hpp"

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE (static_cast<std::uint16_t>(sizeof(nvtxEventAttributes_t)))
#define NVTX_NO_PUSH_POP_TRACKING (-2)

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3,
};
enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6,
};

using nvtxRangeId_t = std::uint64_t;
using nvtxDomainHandle_t = struct nvtxDomainRegistration_st*;
using nvtxStringHandle_t = struct nvtxStringRegistration_st*;
union nvtxMessageValue_t {
    const char* ascii;
    const wchar_t* unicode;
    nvtxStringHandle_t registered;
};
struct nvtxEventAttributes_t {
    std::uint16_t version, size;
    std::uint32_t category;
    std::int32_t colorType;
    std::uint32_t color;
    std::int32_t payloadType, reserved0;
    union payload_t {
        std::uint64_t ullValue;
        std::int64_t llValue;
        double dValue;
        std::uint32_t uiValue;
        std::int32_t iValue;
        float fValue;
    } payload;
    std::int32_t messageType;
    nvtxMessageValue_t message;
};

inline void nvtxInitialize(const void*) {}
inline void nvtxMarkEx(const nvtxEventAttributes_t*) {}
inline int nvtxRangePushEx(const nvtxEventAttributes_t*) { return NVTX_NO_PUSH_POP_TRACKING; }
inline int nvtxRangePop() { return NVTX_NO_PUSH_POP_TRACKING; }
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t*) { return 0; }
inline void nvtxRangeEnd(nvtxRangeId_t) {}
inline void nvtxDomainDestroy(nvtxDomainHandle_t) {}
inline void nvtxDomainMarkEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) {}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) { return NVTX_NO_PUSH_POP_TRACKING; }
inline int nvtxDomainRangePop(nvtxDomainHandle_t) { return NVTX_NO_PUSH_POP_TRACKING; }
inline nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) { return 0; }
inline void nvtxDomainRangeEnd(nvtxDomainHandle_t, nvtxRangeId_t) {}

// With names in char (A) and wchar_t (W).
#define HALO_NVTX(suffix, Char)                                                                             \
    inline void nvtxMark##suffix(const Char*) {}                                                            \
    inline int nvtxRangePush##suffix(const Char*) { return NVTX_NO_PUSH_POP_TRACKING; }                     \
    inline nvtxRangeId_t nvtxRangeStart##suffix(const Char*) { return 0; }                                  \
    inline void nvtxNameCategory##suffix(std::uint32_t, const Char*) {}                                     \
    inline void nvtxNameOsThread##suffix(std::uint32_t, const Char*) {}                                     \
    inline void nvtxNameCudaDevice##suffix(int, const Char*) {}                                             \
    inline void nvtxNameCudaStream##suffix(cudaStream_t, const Char*) {}                                    \
    inline void nvtxNameCudaEvent##suffix(cudaEvent_t, const Char*) {}                                      \
    inline nvtxDomainHandle_t nvtxDomainCreate##suffix(const Char*) { return nullptr; }                     \
    inline void nvtxDomainNameCategory##suffix(nvtxDomainHandle_t, std::uint32_t, const Char*) {}           \
    inline nvtxStringHandle_t nvtxDomainRegisterString##suffix(nvtxDomainHandle_t, const Char*) { return nullptr; }
HALO_NVTX(A, char)
HALO_NVTX(W, wchar_t)
#undef HALO_NVTX

#ifdef UNICODE
#define HALO_NVTX_NAME(name) name##W
#else
#define HALO_NVTX_NAME(name) name##A
#endif
#define nvtxMark HALO_NVTX_NAME(nvtxMark)
#define nvtxRangePush HALO_NVTX_NAME(nvtxRangePush)
#define nvtxRangeStart HALO_NVTX_NAME(nvtxRangeStart)
#define nvtxNameCategory HALO_NVTX_NAME(nvtxNameCategory)
#define nvtxNameOsThread HALO_NVTX_NAME(nvtxNameOsThread)
#define nvtxNameCudaDevice HALO_NVTX_NAME(nvtxNameCudaDevice)
#define nvtxNameCudaStream HALO_NVTX_NAME(nvtxNameCudaStream)
#define nvtxNameCudaEvent HALO_NVTX_NAME(nvtxNameCudaEvent)
#define nvtxDomainCreate HALO_NVTX_NAME(nvtxDomainCreate)
#define nvtxDomainNameCategory HALO_NVTX_NAME(nvtxDomainNameCategory)
#define nvtxDomainRegisterString HALO_NVTX_NAME(nvtxDomainRegisterString)
