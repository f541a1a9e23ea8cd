#define LAUNCH(kernel, g, ...) kernel<<<g, 256>>>(__VA_ARGS__)
#define CHECK_LAUNCH(call) \
    do { call; cudaGetLastError(); } while (0)
namespace { __global__ void hidden(int* p, int n = 3) { p[n] = 1; } }
template <typename... A> void go(A... a) { ns::k<A...><<<dim3(1, 2), 32, 0, stream>>>(a..., {1, 2}, 0, NULL, "text", f<int, 2>(a)...); }
int main(int argc, char** argv)
{
    void (*table[2])(int*, int) = {hidden, nullptr};
    table[0]<<<1, 1>>>(nullptr, -1);
    LAUNCH(hidden, (n + 255) / 256, d_p);
    CHECK_LAUNCH((hidden<<<grid, block, sizeof(float) * 32>>>(d_p)));
    if (argc > 1) a::b<3>::run<<<n >> 1, 64>>>(d_in,
        d_out); else this->kernel<<<1, 2>>>();
    auto launch = [=] { k<(1 > 2)><<<1, 2>>>(x); };
}
