#pragma once
// Types of the memory functions: kinds of copies, pitched memory, boxes, pointer attributes.

#include <cstddef>

// The runtime's enumerations have an underlying type, so that any number that a program casts to one can be checked and
// refused.
enum cudaMemcpyKind : int {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};

#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

struct cudaPitchedPtr {
    void* ptr;
    size_t pitch, xsize, ysize;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
constexpr cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t xsize, size_t ysize)
{
    return {pointer, pitch, xsize, ysize};
}
constexpr cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
constexpr cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }

struct cudaArray;
using cudaArray_t = cudaArray*;
using cudaArray_const_t = const cudaArray*;

/// A box of elements if an array is involved, else of bytes by rows by planes.
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};

enum cudaMemoryType : int {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3,
};
struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void* devicePointer;
    void* hostPointer;
};

enum cudaMemoryAdvise : int {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6,
};
enum cudaMemLocationType : int {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeNone = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2,
    cudaMemLocationTypeHostNuma = 3,
    cudaMemLocationTypeHostNumaCurrent = 4,
};
struct cudaMemLocation {
    cudaMemLocationType type;
    int id;
};

/// When a copy of a batch may read its source. Here all is done when the call returns, which each of them allows.
enum cudaMemcpySrcAccessOrder : int {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,
    cudaMemcpySrcAccessOrderDuringApiCall = 2,
    cudaMemcpySrcAccessOrderAny = 3,
    cudaMemcpySrcAccessOrderMax = 0x7fffffff,
};
enum cudaMemcpyFlags : int { cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1 };
struct cudaMemcpyAttributes {
    cudaMemcpySrcAccessOrder srcAccessOrder;
    cudaMemLocation srcLocHint, dstLocHint;   ///< without effect
    unsigned int flags;
};

enum cudaMemcpy3DOperandType : int {
    cudaMemcpyOperandTypePointer = 1,
    cudaMemcpyOperandTypeArray = 2,
    cudaMemcpyOperandTypeMax = 0x7fffffff,
};
struct cudaOffset3D {
    size_t x, y, z;
};
/// One end of a copy. Sizes are in elements of the array at either end; between two pointers, in bytes.
struct cudaMemcpy3DOperand {
    cudaMemcpy3DOperandType type;
    union {
        struct {
            void* ptr;
            size_t rowLength, layerHeight;   ///< 0: as the copy's extent
            cudaMemLocation locHint;         ///< without effect
        } ptr;
        struct {
            cudaArray_t array;
            cudaOffset3D offset;
        } array;
    } op;
};
struct cudaMemcpy3DBatchOp {
    cudaMemcpy3DOperand src, dst;
    cudaExtent extent;
    cudaMemcpySrcAccessOrder srcAccessOrder;
    unsigned int flags;
};
