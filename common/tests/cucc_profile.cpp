// `cucc run --profile`: what it prints, in which form, and what it refuses.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cucc_folder.hpp"

using namespace cucc_test;

namespace {

// Line 3 loads every 8th element, line 4 stores side by side; 24 of the second warp's lanes have left.
const std::string kKernels = R"cu(__global__ void gather(const int* in, int* out) {
    if (threadIdx.x >= 40) return;
    const int value = in[8 * threadIdx.x];
    out[threadIdx.x] = value;
}
__global__ void unused(int* out) { *out = 1; }
template <class T> __global__ void column(T* out)
{
    __shared__ T s[32][32];
    s[threadIdx.x][1] = T(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x][1];
}
int main()
{
    int *d_in, *d_out;
    cudaMalloc(&d_in, 2048);
    cudaMalloc(&d_out, 256);
    cudaMemset(d_in, 0, 2048);
    for (int i = 0; i < 3; ++i) gather<<<1, 64>>>(d_in, d_out);
    column<int><<<1, 32>>>(d_out);
    column<int><<<2, 32>>>(d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
)cu";

struct Profiled : Folder {
    Profiled()
    {
        write("kernels.cu", kKernels);
        REQUIRE(build({in("kernels.cu"), "-o", in("kernels")}) == 0);
    }
    int profile(std::vector<std::string> options)
    {
        options.insert(options.begin(), {cucc, "run"});
        options.push_back(in("kernels"));
        return run(options);
    }
};

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
    return times;
}

}  // namespace

TEST_CASE("a profile has the kernels that ran, each with its launches summed, in our words and in Nsight Compute's")
{
    Profiled f;
    CHECK(f.profile({"--profile", "--section=launch,global"}) == 0);
    const std::string notes = "Counts that are 0 are left out. The name at the end of a row is Nsight Compute's for the same count.\n"
                              "Lanes and divergence are those of loads, stores and atomic updates. Arithmetic, branches and registers are not seen.\n"
                              "Caches are not modelled: a sector counts each time it is asked for, wherever a card would find it.\n"
                              "Texture fetches and local arrays are not counted.\n";
    CHECK(f.text == "profile of kernels\n"
                    "\n"
                    "gather (grid 1x1x1, block 64x1x1), kernels.cu:20, 3 launches\n"
                    "  launch\n"
                    "    launches                                3\n"
                    "    blocks                                  3              launch__grid_size\n"
                    "    threads                               192              launch__thread_count\n"
                    "  global\n"
                    "    global_loads                          120 elements\n"
                    "    global_load_requests                    6 instructions smsp__sass_inst_executed_op_global_ld.sum\n"
                    "    global_load_sectors                   120 sectors      l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\n"
                    "    global_stores                         120 elements\n"
                    "    global_store_requests                   6 instructions smsp__sass_inst_executed_op_global_st.sum\n"
                    "    global_store_sectors                   15 sectors      l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\n"
                    "    sectors_per_load_request            20.00 sectors      l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio\n"
                    "    sectors_per_store_request            2.50 sectors      l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio\n"
                    "\n"
                    "column<int> (grid 1x1x1, block 32x1x1, then others), kernels.cu:21, 2 launches\n"
                    "  launch\n"
                    "    launches                                2\n"
                    "    blocks                                  3              launch__grid_size\n"
                    "    threads                                96              launch__thread_count\n"
                    "  global\n"
                    "    global_stores                          96 elements\n"
                    "    global_store_requests                   3 instructions smsp__sass_inst_executed_op_global_st.sum\n"
                    "    global_store_sectors                   12 sectors      l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\n"
                    "    sectors_per_store_request            4.00 sectors      l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio\n"
                    "\n" + notes);

    CHECK(f.profile({"--profile=kernels", "--section=shared", "--section=warps"}) == 0);
    CHECK(f.text.find("    shared_bank_conflicts                 186 wavefronts   l1tex__data_bank_conflicts") != std::string::npos);
    CHECK(f.text.find("    conflicts_per_request               31.00 wavefronts\n") != std::string::npos);
    CHECK(f.text.find("    barriers                                3\n") != std::string::npos);
    // Of gather's second warp 8 of 32 lanes load and store: 24 idle lanes, twice in each of three launches.
    CHECK(f.text.find("    lanes_per_instruction               20.00 lanes\n    idle_lanes                            144 lanes\n"
                      "    divergent_instructions                  6 instructions\n") != std::string::npos);
    CHECK(count(f.text, "divergent_instructions") == 1);       // column's warps are whole: not said of them
    CHECK(f.text.find("global_loads") == std::string::npos);

    CHECK(f.profile({"--profile", "--section=speed"}) == 0);
    CHECK(f.text.find("    used_bytes                            960 bytes\n") != std::string::npos);        // 40 of in, 40 of out, three times
    CHECK(f.text.find("    no bound above 1 µs on an NVIDIA H200 (3 launches)\n") != std::string::npos);
    CHECK(f.text.find("A lower bound is not the time") != std::string::npos);
}

TEST_CASE("a profile of launches has each of them, and one of lines names the line that makes the sectors")
{
    Profiled f;
    CHECK(f.profile({"--profile=launches", "--section=launch"}) == 0);
    CHECK(count(f.text, "gather (grid 1x1x1, block 64x1x1), kernels.cu:20, launch ") == 3);
    CHECK(f.text.find("column<int> (grid 2x1x1, block 32x1x1), kernels.cu:22, launch 5\n") != std::string::npos);

    CHECK(f.profile({"--profile=lines", "--section=global"}) == 0);
    const std::string head = "    line                   space    access array            requests  lanes     sectors  a request  would do  conflicts  share\n";
    CHECK(f.text.find("  lines\n" + head +
                      "    kernels.cu:3           global   load   d_in                    6  20.00         120      20.00      2.50              89 %\n"
                      "    kernels.cu:4           global   store  d_out                   6  20.00          15       2.50      2.50              11 %\n\n") != std::string::npos);
    CHECK(f.text.find("  lines\n" + head +
                      "    kernels.cu:12          global   store  d_out                   3  32.00          12       4.00      4.00             100 %\n\n") != std::string::npos);
    CHECK(f.profile({"--profile=lines", "--section=shared"}) == 0);
    CHECK(f.text.find("    kernels.cu:10          shared   store  s                       3  32.00                                          93   50 %\n") != std::string::npos);
}

TEST_CASE("kernels that are launched through one pointer have their own names")
{
    Folder f;
    f.write("table.cu", "__global__ void rows(int* d) { d[threadIdx.x] = 1; }\n__global__ void columns(int* d) { d[threadIdx.x * 8] = 1; }\n"
                        "int main()\n{\n    int* d;\n    cudaMalloc(&d, 1024);\n    void (*kernel)(int*) = rows;\n    kernel<<<1, 32>>>(d);\n    kernel = &columns;\n"
                        "    kernel<<<1, 32>>>(d);\n    rows<<<1, 32>>>(d);\n}\n");
    CHECK(f.run({cucc, "run", "--profile", "--section=launch", f.in("table.cu")}) == 0);
    CAPTURE(f.text);
    CHECK(f.text.find("rows (grid 1x1x1, block 32x1x1), table.cu:") != std::string::npos);
    CHECK(f.text.find("columns (grid 1x1x1, block 32x1x1), table.cu:10, 1 launch\n") != std::string::npos);
    CHECK(f.text.find("kernel (grid") == std::string::npos);
}

TEST_CASE("a profile goes to a file, and leaves the program's output alone")
{
    Profiled f;
    CHECK(f.profile({"--profile", "--profile-output=" + f.in("a profile")}) == 0);
    CHECK(f.text == "");
    CHECK(halo::test::read(f.in("a profile")).starts_with("profile of kernels\n"));
    CHECK(f.run({f.in("kernels")}, {"HALO_PROFILE=kernels", "HALO_PROFILE_FORMAT=csv"}) == 0);      // a program that is already built
    CHECK(f.text.starts_with("kernel,launch,grid,block,file,line,space,access,array,section,name,ncu_metric,unit,value\ngather,,1x1x1,64x1x1,,,,,,launch,launches,,,3\n"));
    CHECK(f.run({f.in("kernels")}, {"HALO_PROFILE_FORMAT=csv"}) == 0);      // not asked for
    CHECK(f.text == "");

    CHECK(f.profile({"--profile", "--profile-output=" + f.in("nowhere/profile")}) == 2);
    CHECK(f.text == "the profile's file " + f.in("nowhere/profile") + " cannot be written: No such file or directory\n"
                    "  where: HALO_PROFILE_OUTPUT, in the environment of this program\n"
                    "  try:   another file, in a folder that exists and that you may write to\n");
}

TEST_CASE("the JSON has the same counts, and the bound for each card")
{
    Profiled f;
    CHECK(f.profile({"--profile=lines", "--profile-format=json"}) == 0);
    const nlohmann::json profile = nlohmann::json::parse(f.text);
    CHECK(profile["schema"] == "halo/kernel-profile/1");
    CHECK(profile["findings"] == 0);
    REQUIRE(profile["kernels"].size() == 2);
    const nlohmann::json& gather = profile["kernels"][0];
    CHECK(gather["launch"] == nullptr);
    CHECK(gather["block"] == nlohmann::json({64, 1, 1}));
    const auto metric = [&](const std::string& name) {
        for (const nlohmann::json& one : gather["metrics"])
            if (one["name"] == name) return one;
        return nlohmann::json();
    };
    CHECK(metric("global_load_sectors")["value"] == 120);
    CHECK(metric("global_load_sectors")["ncu_metric"] == "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
    CHECK(metric("global_loads")["ncu_metric"] == nullptr);
    CHECK(metric("shared_loads")["value"] == 0);
    CHECK(gather["bounds"].size() == 2);
    CHECK(gather["bounds"][0]["card"] == "NVIDIA H200");
    CHECK(gather["lines"][0]["line"] == 3);
    CHECK(gather["lines"][0]["sectors"] == 120);
    CHECK(profile["kernels"][1]["kernel"] == "column<int>");
}

TEST_CASE("a profile says when its counts mean little")
{
    Profiled f;
    CHECK(f.build({"--no-watch", f.in("kernels.cu"), "-o", f.in("kernels")}) == 0);
    CHECK(f.profile({"--profile"}) == 0);
    CHECK(f.text.find("No load or store was counted. Was the program built with --no-watch?\n") != std::string::npos);
    CHECK(f.profile({"--profile=lines", "--profile-format=json"}) == 0);

    f.write("wrong.cu", "__global__ void k(int* d) { d[threadIdx.x + 1] = 1; }\nint main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaFree(d); }\n");
    CHECK(f.run({cucc, "run", "--profile", "--error-exitcode=3", f.in("wrong.cu")}) == 3);
    CHECK(f.text.find("The counts of a wrong kernel mislead: first correct what was reported.\n") != std::string::npos);
    f.write("none.cu", "int main() { int* d; cudaMalloc(&d, 128); cudaFree(d); }\n");
    CHECK(f.run({cucc, "run", "--profile", f.in("none.cu")}) == 0);
    CHECK(f.text == "profile of none\n\nNo kernel ran.\n");
}

TEST_CASE("a wrong option of a profile is refused, with what would be right")
{
    Profiled f;
    const auto refused = [&](std::vector<std::string> options, const std::string& text) {
        CHECK(f.profile(std::move(options)) == 2);
        CHECK(f.text == "cucc: " + text + "\n");
    };
    refused({"--profile=warps"}, "--profile=warps is not understood\n  try:   --profile=BY: kernels, launches or lines");
    refused({"--profile="}, "--profile= is not understood\n  try:   --profile=BY: kernels, launches or lines");
    refused({"--profile", "--profile-format=xml"}, "--profile-format=xml is not understood\n  try:   --profile-format=FORMAT: text, csv or json");
    const std::string sections = " is not understood\n  try:   --section=NAMES: launch, global, shared, constant, warps, speed, or several with commas between";
    refused({"--profile", "--section=memory"}, "--section=memory" + sections);
    refused({"--profile", "--section=global,"}, "--section=global," + sections);
    refused({"--profile", "--profile-output"}, "--profile-output is not understood\n  try:   --profile-output=FILE: the name of a file");
    refused({"--section=global"}, "--section needs --profile\n  try:   cucc run --profile --section=…");
    CHECK(f.run({f.in("kernels")}, {"HALO_PROFILE=warps"}) == 2);
    CHECK(f.text == "HALO_PROFILE=warps is not understood\n  where: the environment of this program\n  try:   kernels, launches or lines\n");
}
