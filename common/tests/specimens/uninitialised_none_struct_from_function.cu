// expect: clean
// g++ calls no hook where a function that it does not inline stores its result, or where that is stored as a whole.
struct Pair {
    int first, second;
};
struct Sums {
    int of[5];
};
struct Box {
    Pair pair;
    Sums sums;
};
struct Rule {
    __device__ virtual Pair pair(int x) const { return {x, 1}; }
};
struct Doubled : Rule {
    __device__ Pair pair(int x) const override { return {2 * x, 2}; }
};

__device__ __noinline__ Pair pair_of(int x) { return {x, 2 * x}; }
__noinline__ __device__ Sums sums_of(int x)
{
    Sums sums;
    for (int i = 0; i < 5; ++i) sums.of[i] = x + i;
    return sums;
}
__device__ Pair sum_to(int x)
{
    if (x == 0) return {0, 0};
    Pair before = sum_to(x - 1);
    before.first += x;
    return before;
}
__device__ Pair inlined(int x) { return {x, 3}; }
__device__ __noinline__ void store(Pair* pairs, int i) { pairs[i] = inlined(i); }

using Function = Pair (*)(int);

__global__ void fill(Pair* pairs, Box* boxes, int n, bool doubled)
{
    __shared__ Pair s_first;
    const int i = int(threadIdx.x);
    const Function function = doubled ? pair_of : sum_to;
    const Doubled twice;
    const Rule once, *rule = doubled ? &twice : &once;
    if (i == 0) s_first = pair_of(i);
    __syncthreads();
    pairs[i] = pair_of(i);
    *(pairs + n + i) = doubled ? sum_to(i) : pair_of(i);
    (pairs + 2 * n)[i] = function(i);
    pairs[3 * n + i] = (*function)(i);
    pairs[4 * n + i] = rule->pair(i);
    store(pairs + 5 * n, i);
    pairs[6 * n + i] = s_first;
    boxes[i].pair = pair_of(i);
    (*(boxes + i)).sums = sums_of(i);
}

__global__ void add(const Pair* pairs, const Box* boxes, int* out, int n)
{
    const int i = int(threadIdx.x);
    int sum = boxes[i].pair.second + boxes[i].sums.of[4];
    for (int k = 0; k < 7; ++k) sum += pairs[k * n + i].first + pairs[k * n + i].second;
    out[i] = sum;
}

int main()
{
    constexpr int n = 32;
    Pair* pairs;
    Box* boxes;
    int* out;
    cudaMalloc(&pairs, 7 * n * sizeof *pairs);
    cudaMalloc(&boxes, n * sizeof *boxes);
    cudaMalloc(&out, n * sizeof *out);
    fill<<<1, n>>>(pairs, boxes, n, true);
    add<<<1, n>>>(pairs, boxes, out, n);
    cudaFree(pairs);
    cudaFree(boxes);
    cudaFree(out);
}
