// Accesses that the compiler gives no hook. A function whose name begins with `needs` gets one before it is linked, a function whose name begins with
// `plain` stays as it is. The program prints the same with the hooks and without.

#include <cstdio>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

struct Ten {
    int of[10];
};

struct alignas(64) Wide {
    float of[48];
};

__attribute__((noinline)) int needs_for_load(int i)
{
    int squares[6] = {0, 1, 4, 9, 16, 25};
    return squares[i];
}

static const short primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__attribute__((noinline)) int needs_for_constants(int i) { return primes[i]; }

__attribute__((noinline)) int needs_for_store(int i, int value, int which)
{
    char window[5] = {1, 2, 3, 4, 5};
    window[i] = char(value);
    return window[which] + 10 * (value < which);
}

__attribute__((noinline)) Ten needs_for_result(const Ten& from)
{
    Ten out;
    for (int i = 0; i < 10; ++i) out.of[i] = from.of[9 - i];
    return out;
}

__attribute__((noinline)) int plain_sum(Ten ten, int n) { return ten.of[1] + n * ten.of[9]; }
__attribute__((noinline)) int needs_for_argument(const Ten* all, int n) { return plain_sum(all[n], n); }

// More than four pages of the stack, which the compiler takes one by one.
__attribute__((noinline)) int needs_in_large_frame(int n, int which)
{
    int large[9000];
    for (int i = 0; i < n; ++i) large[i * 7 % 9000] = i - large[0] % 2;
    return large[which * 7];
}

__attribute__((noinline)) float needs_in_aligned_frame(int i, float value)
{
    Wide wide{};
    wide.of[i] = value;
    wide.of[47 - i] += 2 * value;
    return wide.of[i] - wide.of[(i + 5) % 48];
}

__attribute__((noinline)) int needs_in_switch(int i)
{
    int digits[4] = {1, 20, 300, 4000};
    switch (i) {
    case 0: digits[i] += 1; break;
    case 1: digits[i + 1] += 2; [[fallthrough]];
    case 2: digits[3 - i] += 3; break;
    case 3: digits[i - 1] += 4; [[fallthrough]];
    case 4: digits[i - 2] += 5; break;
    default: digits[3] = i;
    }
    return digits[0] + digits[1] + digits[2] + digits[3];
}

__attribute__((noinline)) int throws_at(int i)
{
    if (i > 2) throw std::out_of_range("more than two");
    return i;
}

__attribute__((noinline)) int needs_beside_handler(int n)
{
    int seen[4] = {};
    for (int i = 0; i < n; ++i) {
        try {
            seen[i] = 10 + throws_at(i);
        } catch (const std::out_of_range&) {
            seen[i] += 5;
        }
    }
    return seen[0] + 2 * seen[1] + 3 * seen[2] + 4 * seen[3];
}

__attribute__((noinline)) int plain_elements(int a, int b)
{
    int pair[2] = {a, b};
    volatile int third = pair[0] + pair[1];
    return third;
}

__attribute__((noinline)) int plain_heap(int* numbers, int i) { return numbers[i] += 3; }

struct Large {
    double of[80];
};
__attribute__((noinline)) double plain_argument(Large large) { return large.of[2] + large.of[79]; }

// What the library stores to is looked at before the call.
__attribute__((noinline)) double reads_text(const char* text)
{
    std::istringstream in(text);
    std::string name, word;
    int count = 0;
    float scale = 0;
    char sign = 0;
    std::getline(in, name, ':');
    in >> count >> scale >> sign >> word;
    std::random_device any;
    return double(name.size()) + count + double(scale) + sign + double(word.size()) + 0 * any();
}

__global__ void sums(const float* in, float* out, Ten weights, int n)
{
    float last[3] = {};
    for (int i = 0; i < n; ++i) last[i % 3] += in[threadIdx.x] * float(weights.of[i]);
    for (int i = 0; i < 3; ++i) out[threadIdx.x] += last[(i + n) % 3] * float(i + 1);
}

// Given a word, the program has it look far beyond the constants.
__global__ void looks_up(float* out, int i) { out[threadIdx.x] = float(primes[i + int(threadIdx.x)]); }   // beyond

int main(int argc, char**)
{
    const int one = argc > 0;
    for (int i = 0; i < 6; ++i) std::printf("%d %d %d\n", needs_for_load(i * one), needs_for_constants(i + one), needs_in_switch(i * one));
    for (int i = 0; i < 5; ++i) std::printf("%d %g\n", needs_for_store(i, 40 + i, 4 - i), double(needs_in_aligned_frame(7 * i + one, 0.5f + float(i))));
    Ten ten{};
    for (int i = 0; i < 10; ++i) ten.of[i] = i * i + one;
    const Ten turned = needs_for_result(ten);
    for (const int each : turned.of) std::printf("%d ", each);
    const Ten both[2] = {ten, turned};
    std::printf("%d %d %d\n", needs_for_argument(both, one), needs_in_large_frame(9000 * one, 41), needs_beside_handler(4 * one));
    std::printf("%g %g\n", reads_text("name: 12 0.5 + w25"), reads_text("none"));
    int numbers[3] = {one, 2, 3};
    Large large{};
    large.of[2] = one;
    large.of[79] = 0.25;
    std::printf("%d %d %g\n", plain_elements(one, 5), plain_heap(numbers, one), plain_argument(large));
    float *d_in, *d_out, h_out[4] = {1, 2, 3, 4};
    cudaMalloc(&d_in, sizeof h_out);
    cudaMalloc(&d_out, sizeof h_out);
    cudaMemcpy(d_in, h_out, sizeof h_out, cudaMemcpyHostToDevice);
    cudaMemcpy(d_out, h_out, sizeof h_out, cudaMemcpyHostToDevice);
    sums<<<1, 4>>>(d_in, d_out, ten, 7 * one);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (const float each : h_out) std::printf("%g ", double(each));
    looks_up<<<1, 4>>>(d_out, argc > 1 ? 1 << 28 : 2);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (const float each : h_out) std::printf("%g ", double(each));
    std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
