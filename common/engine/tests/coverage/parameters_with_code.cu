// covers: Launches: parameters with copy constructors and destructors, which the host runs once, and no thread runs
#include <cstdio>

/// Owns a counter on the device. A copy counts in the same one, and frees nothing.
struct Counter {
    Counter() : owner(true)
    {
        cudaMalloc(&value, sizeof(int));
        cudaMemset(value, 0, sizeof(int));
        ++made;
    }
    Counter(const Counter& other) : value(other.value), owner(false) { ++copied; }
    Counter(Counter&& other) : value(other.value), owner(other.owner)
    {
        other.owner = false;
        ++moved;
    }
    ~Counter()
    {
        if (owner) cudaFree(value);
        ++gone;
    }
    int count() const
    {
        int h_value;
        cudaMemcpy(&h_value, value, sizeof h_value, cudaMemcpyDeviceToHost);
        return h_value;
    }

    int* value;
    bool owner;
    static int made, copied, moved, gone;
};
int Counter::made = 0, Counter::copied = 0, Counter::moved = 0, Counter::gone = 0;

/// Made by a conversion, on the host.
struct Step {
    Step(int n) : size(n) { ++made; }
    ~Step() { ++gone; }
    int size;
    static int made, gone;
};
int Step::made = 0, Step::gone = 0;

/// With as many bytes as a kernel may take, of which each thread changes its own.
struct Table {
    Table()
    {
        for (int i = 0; i < 1000; ++i) values[i] = i;
    }
    Table(const Table& other)
    {
        for (int i = 0; i < 1000; ++i) values[i] = other.values[i];
    }
    int values[1000];
};

__global__ void add(Counter counter, Step step)
{
    atomicAdd(counter.value, step.size);
    counter.value = nullptr;   // each thread's own
}
template <class Target>
__global__ void add_to(Target target, int n)
{
    __syncthreads();
    atomicAdd(target.value, n);
    target.value = nullptr;
    __syncthreads();
}
__global__ void last(Table table, int* out)
{
    table.values[999] += int(threadIdx.x);
    out[threadIdx.x] = table.values[999];
}
template <class... Counters>
__global__ void add_to_each(Counters... counters)
{
    (atomicAdd(counters.value, 1), ...);
}
template <class... Counters>
void launch_for_each(const Counters&... counters)
{
    add_to_each<<<2, 32>>>(counters...);
}
#define LAUNCH(kernel, ...) kernel<<<2, 32>>>(__VA_ARGS__)

int faults = 0;
void expect(const char* what, int got, int want)
{
    if (got != want) faults += std::printf("%s: %d, expected %d\n", what, got, want);
}
void expect_copies(const char* what, int copied, int moved, int gone)
{
    expect(what, Counter::copied, copied);
    expect(what, Counter::moved, moved);
    expect(what, Counter::gone, gone);
    Counter::copied = Counter::moved = Counter::gone = 0;
}

int main()
{
    {
        Counter counter;
        add<<<2, 32>>>(counter, 3);
        expect_copies("a variable", 1, 0, 1);
        expect("steps made", Step::made, 1);
        expect("steps gone", Step::gone, 1);
        add_to<<<2, 32>>>(counter, 1);
        expect_copies("a variable, deduced", 1, 0, 1);
        add_to<Counter><<<2, 32>>>(counter, 1);
        expect_copies("a variable, of a template", 1, 0, 1);
        LAUNCH(add_to, counter, 1);
        expect_copies("a variable, in a macro", 1, 0, 1);
        launch_for_each(counter, counter);
        expect_copies("a pack", 2, 0, 2);
        expect("count", counter.count(), 64 * (3 + 1 + 1 + 1 + 2));
        add<<<2, 32>>>(static_cast<Counter&&>(counter), 1);
        expect_copies("moved", 0, 1, 1);
    }
    expect_copies("moved away", 0, 0, 1);
    add<<<2, 32>>>(Counter(), 1);
    expect_copies("a temporary object", 0, 0, 1);
    add_to<<<2, 32>>>(Counter(), 1);
    expect_copies("a temporary object, deduced", 0, 0, 1);

    int *d_out, h_out[64];
    cudaMalloc(&d_out, sizeof h_out);
    last<<<1, 64>>>(Table(), d_out);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) expect("last", h_out[i], 999 + i);
    const Table table;
    void* arguments[] = {const_cast<Table*>(&table), &d_out};
    cudaLaunchKernel((void*)last, dim3(1), dim3(64), arguments);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) expect("last, by pointer", h_out[i], 999 + i);
    expect("last of the host's", table.values[999], 999);
    cudaFree(d_out);
    if (cudaGetLastError() != cudaSuccess) faults += std::printf("an error\n");
    return faults != 0;
}
