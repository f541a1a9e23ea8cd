// The kernels on the first OpenCL device in the environment. Argument: kernels.cl.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "problem.hpp"

using namespace bench;

namespace {

void check(cl_int status, const char* call)
{
    if (status == CL_SUCCESS) return;
    std::fprintf(stderr, "%s: OpenCL error %d\n", call, status);
    std::exit(1);
}

class OpenCl : public System {
public:
    explicit OpenCl(const char* source_path)
    {
        cl_platform_id platform = nullptr;
        cl_int status = CL_SUCCESS;
        check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        check(status, "clCreateContext");
        queue_ = clCreateCommandQueue(context_, device_, 0, &status);
        check(status, "clCreateCommandQueue");

        std::ifstream file(source_path);
        const std::string source{std::istreambuf_iterator<char>(file), {}};
        const char* text = source.c_str();
        program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
        check(status, "clCreateProgramWithSource");
        const std::string shapes = "-D RADIUS=" + std::to_string(kRadius) + " -D TILE_1D=" + std::to_string(kTile1d) +
                                   " -D TILE_2D=" + std::to_string(kTile2d) +
                                   " -D TILE_TRANSPOSE=" + std::to_string(kTileTranspose);
        check(clBuildProgram(program_, 1, &device_, shapes.c_str(), nullptr, nullptr), "clBuildProgram");
    }

    void load(const Problem& problem, const std::vector<float>& in, const std::vector<float>& filter) override
    {
        release();
        problem_ = problem;
        const char* const names[] = {"conv1d_tiled", "conv2d_tiled", "conv1d_basic", "transpose_padded"};
        cl_int status = CL_SUCCESS;
        kernel_ = clCreateKernel(program_, names[int(problem.kernel) - 1], &status);
        check(status, "clCreateKernel");
        buffers_[0] = buffer(in);
        buffers_[1] = buffer(not_a_number(problem.elements()));
        buffers_[2] = buffer(filter);
        for (cl_uint i = 0; i < 3; ++i) check(clSetKernelArg(kernel_, i, sizeof buffers_[i], &buffers_[i]), "clSetKernelArg");
        const cl_int n = problem.n;
        check(clSetKernelArg(kernel_, 3, sizeof n, &n), "clSetKernelArg");
    }

    void run() override
    {
        const std::size_t side = problem_.block_side(), all = side * problem_.blocks();
        const std::size_t block[] = {side, side}, grid[] = {all, all};
        check(clEnqueueNDRangeKernel(queue_, kernel_, problem_.flat() ? 1 : 2, nullptr, grid, block, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(queue_), "clFinish");
    }

    void fetch(std::vector<float>& out) override
    {
        check(clEnqueueReadBuffer(queue_, buffers_[1], CL_TRUE, 0, out.size() * sizeof(float), out.data(), 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
    }

private:
    cl_mem buffer(const std::vector<float>& values)
    {
        cl_int status = CL_SUCCESS;
        cl_mem out = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(float),
                                    const_cast<float*>(values.data()), &status);
        check(status, "clCreateBuffer");
        return out;
    }

    void release()
    {
        if (kernel_ == nullptr) return;
        for (cl_mem one : buffers_) clReleaseMemObject(one);
        clReleaseKernel(kernel_);
    }

    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
    cl_mem buffers_[3] = {};
    Problem problem_;
};

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2) return 2;
    OpenCl opencl(argv[1]);
    return serve(opencl);
}
