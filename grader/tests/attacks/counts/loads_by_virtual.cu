// Copies rows in a virtual function, where no launch leads by name.
// lab: 07_conv2d_tiled
// ends: crash
// says: a function of the host
// by: the engine

#include "solved.cuh"

#include <algorithm>
struct Rows {
    __device__ virtual float look(const float* from) const = 0;
};
struct Copied : Rows {
    __device__ float look(const float* from) const override
    {
        float row[8];
        std::copy_n(from, 8, row);
        return row[0];
    }
};
struct Other : Rows {
    __device__ float look(const float* from) const override
    {
        float row[16];
        std::copy_n(from, 16, row);
        return row[0];
    }
};
__device__ inline float load_of(const float* from)
{
    const Copied copied;
    const Other other;
    const Rows& rows = gridDim.x > 1 ? static_cast<const Rows&>(copied) : other;
    return rows.look(from);
}

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
