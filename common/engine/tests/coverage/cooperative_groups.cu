// covers: Cooperative groups: thread_block: sync, thread_rank, group_index, thread_index, dim_threads, num_threads
// covers: Cooperative groups: tiled_partition<N>: shfl, shfl_up, shfl_down, shfl_xor, any, all, ballot, match_any, match_all, sync
// covers: Cooperative groups: meta_group_rank, meta_group_size, tiles of tiles
// covers: Cooperative groups: tiled_partition with a size known at run time, thread_group as a parameter
// covers: Cooperative groups: coalesced_threads, labeled_partition, binary_partition
// covers: Cooperative groups: reduce with plus, less, greater, bit_or; inclusive_scan and exclusive_scan
// covers: Cooperative groups: memcpy_async and wait
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;
constexpr int kThreadsX = 16, kThreadsY = 6, kThreads = kThreadsX * kThreadsY, kBlocks = 2, kKinds = 28;

__host__ __device__ int value_of(int i) { return (i * 7919 + 11) % 97 - 40; }

/// The classic example: any group sums through shared memory.
__device__ int sum_of(const cg::thread_group& group, int* s_place, int value)
{
    const int rank = int(group.thread_rank());
    for (int i = int(group.size()) / 2; i > 0; i /= 2) {
        s_place[rank] = value;
        group.sync();
        if (rank < i) value += s_place[rank + i];
        group.sync();
    }
    return value;
}

__global__ void ask(int* out, const int* in)
{
    __shared__ int s_values[kThreads], s_copy[kThreads + 5];
    const cg::thread_block block = cg::this_thread_block();
    const int rank = int(block.thread_rank()), global = int(block.group_index().x) * kThreads + rank;
    int* o = out + global * kKinds;
    *o++ = int(block.thread_index().x + block.thread_index().y * block.dim_threads().x);
    *o++ = int(block.num_threads());
    s_values[rank] = value_of(global);
    block.sync();
    *o++ = s_values[kThreads - 1 - rank];
    cg::sync(block);

    const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    const int mine = value_of(global);
    *o++ = int(tile.meta_group_rank() * 100 + tile.meta_group_size());
    *o++ = int(tile.thread_rank() * 100 + tile.size());
    *o++ = tile.shfl(mine, 5);
    *o++ = tile.shfl_up(mine, 3);
    *o++ = tile.shfl_down(mine, 3);
    *o++ = tile.shfl_xor(mine, 6);
    *o++ = tile.any(mine > 50) * 10 + tile.all(mine > -35);
    *o++ = int(tile.ballot(mine % 2 == 0));
    *o++ = int(tile.match_any(mine / 20));
    int same = -1;
    *o++ = int(tile.match_all(int(tile.meta_group_rank()), same)) * 10 + same;
    const auto pair = cg::tiled_partition<2>(tile);
    *o++ = pair.shfl(mine, 0) * 100 + int(pair.meta_group_rank() * 10 + pair.meta_group_size());
    *o++ = int(tile.shfl(double(mine) * 1.5, 2) * 2.0);

    *o++ = sum_of(cg::tiled_partition(block, 4), s_values + rank / 4 * 4, mine);
    block.sync();
    *o++ = cg::reduce(tile, mine, cg::plus<int>());
    *o++ = cg::reduce(tile, mine, cg::less<int>());
    *o++ = cg::reduce(tile, mine, cg::greater<int>());
    *o++ = cg::reduce(tile, mine & 0xff, cg::bit_or<int>());
    *o++ = cg::inclusive_scan(tile, mine);
    *o++ = cg::exclusive_scan(tile, mine, cg::plus<int>());

    int among = -1000, first = -1000;
    if (rank % 3 == 1) {
        const cg::coalesced_group active = cg::coalesced_threads();
        among = cg::reduce(active, mine, cg::plus<int>()) * 100 + int(active.thread_rank() * 2 + (active.num_threads() > 0));
        first = active.shfl(mine, 0);
    }
    *o++ = among;
    *o++ = first;
    const cg::coalesced_group labelled = cg::labeled_partition(tile, rank % 8 / 3);
    *o++ = int(labelled.num_threads() * 10 + labelled.thread_rank());
    const cg::coalesced_group halved = cg::binary_partition(tile, mine > 0);
    *o++ = int(halved.size() * 10 + halved.thread_rank());

    cg::memcpy_async(block, s_copy, in + block.group_index().x * kThreads, sizeof(int) * (kThreads + 5));
    cg::wait(block);
    *o++ = s_copy[kThreads + 4 - rank];
}

std::vector<int> expected(int block, int rank)
{
    const auto value = [&](int r) { return value_of(block * kThreads + r); };
    const int tile = rank / 8 * 8, place = rank % 8, warp = rank / 32 * 32, mine = value(rank);
    std::vector<int> o{rank, kThreads, value(kThreads - 1 - rank), rank / 8 * 100 + kThreads / 8, place * 100 + 8, value(tile + 5),
                       value(place < 3 ? rank : rank - 3), value(place > 4 ? rank : rank + 3), value(tile + (place ^ 6))};
    int any = 0, all = 1, even = 0, alike = 0, sum = 0, smallest = 1000, largest = -1000, bits = 0, before = 0;
    for (int p = 0; p < 8; ++p) {
        const int v = value(tile + p);
        any |= v > 50;
        all &= v > -35;
        even |= (v % 2 == 0) << p;
        alike |= (v / 20 == mine / 20) << p;
        sum += v;
        smallest = v < smallest ? v : smallest;
        largest = v > largest ? v : largest;
        bits |= v & 0xff;
        if (p < place) before += v;
    }
    for (const int v : {any * 10 + all, even, alike, 255 * 10 + 1, value(rank / 2 * 2) * 100 + place / 2 * 10 + 4, value(tile + 2) * 3})
        o.push_back(v);
    const int four = rank / 4 * 4;
    o.push_back(rank % 4 == 0 ? value(four) + value(four + 1) + value(four + 2) + value(four + 3)
                : rank % 4 == 1 ? value(four + 1) + value(four + 3)
                                : mine);
    for (const int v : {sum, smallest, largest, bits, before + mine, before}) o.push_back(v);
    int among = 0, count = 0, first = -1;
    for (int r = warp; r < warp + 32; ++r) {
        if (r % 3 != 1) continue;
        if (first < 0) first = r;
        among += value(r);
        count += r < rank;
    }
    o.push_back(rank % 3 == 1 ? among * 100 + count * 2 + 1 : -1000);
    o.push_back(rank % 3 == 1 ? value(first) : -1000);
    o.push_back((place < 6 ? 3 : 2) * 10 + place % 3);
    int size = 0, ahead = 0;
    for (int p = 0; p < 8; ++p) {
        const bool together = (value(tile + p) > 0) == (mine > 0);
        size += together;
        ahead += together && p < place;
    }
    o.push_back(size * 10 + ahead);
    o.push_back((block * kThreads + kThreads + 4 - rank) * 3 - 7);
    return o;
}

int main()
{
    constexpr int count = kBlocks * kThreads;
    std::vector<int> in(count + 5), out(count * kKinds);
    for (int i = 0; i < count + 5; ++i) in[i] = i * 3 - 7;
    int *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * sizeof(int));
    cudaMalloc(&d_out, out.size() * sizeof(int));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, out.size() * sizeof(int));
    ask<<<kBlocks, dim3(kThreadsX, kThreadsY)>>>(d_out, d_in);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    int failures = 0;
    for (int i = 0; i < count; ++i) {
        const std::vector<int> want = expected(i / kThreads, i % kThreads);
        for (int k = 0; k < int(want.size()); ++k)
            if (out[i * kKinds + k] != want[k] && ++failures <= 12)
                std::printf("thread %d, question %d: %d, expected %d\n", i, k, out[i * kKinds + k], want[k]);
    }
    return failures != 0;
}
