// The kernels of kernels.cu in OpenCL C, access for access, for pocl and oclgrind. opencl.cpp passes the shapes by -D.

#define FILTER_WIDTH (2 * RADIUS + 1)
#define BLOCK_2D (TILE_2D + 2 * RADIUS)

__kernel void conv1d_tiled(__global const float* in, __global float* out, __constant float* filter, int width)
{
    __local float tile[TILE_1D + 2 * RADIUS];
    const int start = (int)get_group_id(0) * TILE_1D - RADIUS;
    for (int i = get_local_id(0); i < TILE_1D + 2 * RADIUS; i += TILE_1D) {
        const int x = start + i;
        tile[i] = x >= 0 && x < width ? in[x] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0);
    if (x >= width) return;
    float sum = 0.0f;
    for (int i = 0; i < FILTER_WIDTH; ++i) sum += tile[get_local_id(0) + i] * filter[i];
    out[x] = sum;
}

__kernel void conv2d_tiled(__global const float* in, __global float* out, __constant float* filter, int n)
{
    __local float tile[BLOCK_2D][BLOCK_2D];
    const int tx = get_local_id(0), out_x = (int)get_group_id(0) * TILE_2D + tx, x = out_x - RADIUS;
    const int ty = get_local_id(1), out_y = (int)get_group_id(1) * TILE_2D + ty, y = out_y - RADIUS;
    tile[ty][tx] = x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (tx >= TILE_2D || ty >= TILE_2D || out_x >= n || out_y >= n) return;
    float sum = 0.0f;
    for (int dy = 0; dy < FILTER_WIDTH; ++dy)
        for (int dx = 0; dx < FILTER_WIDTH; ++dx) sum += tile[ty + dy][tx + dx] * filter[dy * FILTER_WIDTH + dx];
    out[out_y * n + out_x] = sum;
}

__kernel void conv1d_basic(__global const float* in, __global float* out, __constant float* filter, int width)
{
    const int x = get_global_id(0);
    if (x >= width) return;
    float sum = 0.0f;
    for (int i = 0; i < FILTER_WIDTH; ++i) {
        const int from = x + i - RADIUS;
        if (from >= 0 && from < width) sum += in[from] * filter[i];
    }
    out[x] = sum;
}

__kernel void transpose_padded(__global const float* in, __global float* out, __constant float* filter, int n)
{
    __local float tile[TILE_TRANSPOSE][TILE_TRANSPOSE + 1];
    const int tx = get_local_id(0), x = get_group_id(0) * TILE_TRANSPOSE;
    const int ty = get_local_id(1), y = get_group_id(1) * TILE_TRANSPOSE;
    tile[ty][tx] = in[(y + ty) * n + x + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(x + ty) * n + y + tx] = tile[tx][ty];
}
