// Device code makes calls by addresses that it loads, beside a class of the host with virtual functions that use the host's library. Given a word, the
// program has a kernel call a function of the host, which ends it with a finding in the line that says so.

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct Report {
    virtual ~Report() = default;
    virtual void report(double value) const { std::cout << "plain " << value << std::endl; }
    virtual std::string name() const { return "report number " + std::to_string(7); }
};
struct Named : Report {
    std::string label;
    explicit Named(std::string text) : label(std::move(text)) {}
    void report(double value) const override { std::cout << label << ": " << value << std::endl; }
};

using Operation = float (*)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
static float printed(float x)
{
    std::cout << "printed " << x << std::endl;
    return x;
}

struct Shape {
    __device__ virtual float area(float x) const = 0;
};
struct Square : Shape {
    __device__ float area(float x) const override { return x * x; }
};
struct Half : Shape {
    __device__ float area(float x) const override { return x / 2; }
};

__global__ void applies(Operation operation, float* out, int n)
{
    const Square a;
    const Half b;
    const Shape& shape = n > 1 ? static_cast<const Shape&>(a) : b;
    const float x = out[threadIdx.x];
    float sum = shape.area(3.0f);
    switch (n + int(threadIdx.x)) {
    case 0: sum += 1; break;
    case 1: sum *= 3; break;
    case 2: sum -= x; break;
    case 3: sum /= 4; break;
    case 4: sum = sqrtf(sum); break;
    case 5: sum += x * x; break;
    default: sum = -sum;
    }
    out[threadIdx.x] = sum + operation(x);   // a function of the host
}

int main(int argc, char**)
{
    const Operation operations[3] = {twice, square, printed};
    std::vector<std::unique_ptr<Report>> reports;
    reports.push_back(std::make_unique<Report>());
    reports.push_back(std::make_unique<Named>("named"));
    float* d_out;
    float h_out[4] = {1, 2, 3, 4};
    cudaMalloc(&d_out, sizeof h_out);
    for (int i = 0; i < 2 + (argc > 1); ++i) {
        cudaMemcpy(d_out, h_out, sizeof h_out, cudaMemcpyHostToDevice);
        applies<<<1, 4>>>(operations[i], d_out, i + 1);
        cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
        for (const auto& each : reports) each->report(double(h_out[i]) + double(printed(h_out[3])));
    }
    std::cout << reports[1]->name() << ' ' << cudaGetErrorString(cudaGetLastError()) << std::endl;
    cudaFree(d_out);
    return 0;
}
