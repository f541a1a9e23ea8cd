// covers: Language: classes with `__device__` methods, constructors, operators, inheritance and templates
// covers: Language: virtual functions of objects made in a kernel
#include <cstdio>

template <class T>
class Complex {
public:
    __host__ __device__ Complex(T re = 0, T im = 0) : re_(re), im_(im) {}
    __host__ __device__ T norm() const { return re_ * re_ + im_ * im_; }
    __host__ __device__ Complex operator*(const Complex& o) const
    {
        return {re_ * o.re_ - im_ * o.im_, re_ * o.im_ + im_ * o.re_};
    }
    __host__ __device__ Complex& operator+=(const Complex& o)
    {
        re_ += o.re_;
        im_ += o.im_;
        return *this;
    }
    __host__ __device__ friend bool operator==(const Complex& a, const Complex& b) { return a.re_ == b.re_ && a.im_ == b.im_; }

private:
    T re_, im_;
};

struct Shape {
    __device__ virtual int area() const = 0;
    __device__ int doubled() const { return 2 * area(); }
};
struct Square : Shape {
    int side;
    __device__ explicit Square(int s) : side(s) {}
    __device__ int area() const override { return side * side; }
};
struct Strip : Shape {
    int length;
    __device__ explicit Strip(int l) : length{l} {}
    __device__ int area() const override { return length; }
};

/// A view of a matrix, as programs pass to kernels.
struct Matrix {
    int* data;
    int width;
    __device__ int& operator()(int y, int x) { return data[y * width + x]; }
    __device__ const int& at(int y, int x) const { return data[y * width + x]; }
};

__global__ void work(Matrix out, const Matrix in)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    Complex<int> z(x, y);
    z += Complex<int>(1) * z;
    const Square square(x);
    const Strip strip(y);
    const Shape& shape = (x + y) % 2 ? static_cast<const Shape&>(square) : strip;
    out(y, x) = z.norm() + shape.doubled() + in.at(y, x) + (z == Complex<int>(0, 0) ? 10000 : 0);
}

int main()
{
    constexpr int width = 13, height = 7;
    int h_in[height][width], h_out[height][width];
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) h_in[y][x] = 1000 * y - x;
    Matrix in{nullptr, width}, out{nullptr, width};
    cudaMalloc(&in.data, sizeof h_in);
    cudaMalloc(&out.data, sizeof h_out);
    cudaMemcpy(in.data, h_in, sizeof h_in, cudaMemcpyHostToDevice);
    work<<<1, dim3(width, height)>>>(out, in);
    if (cudaMemcpy(h_out, out.data, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int want = 4 * (x * x + y * y) + 2 * ((x + y) % 2 ? x * x : y) + 1000 * y - x + (x + y == 0 ? 10000 : 0);
            if (h_out[y][x] != want) {
                std::printf("out[%d][%d] = %d, expected %d\n", y, x, h_out[y][x], want);
                return 1;
            }
        }
    cudaFree(in.data);
    cudaFree(out.data);
}
