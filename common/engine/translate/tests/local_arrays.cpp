#include "translated.hpp"

namespace {

std::string in_kernel(std::string_view body) { return "__global__ void k(int n) { " + std::string(body) + " }"; }

void becomes(std::string_view body, std::string_view want)
{
    const std::string name(1, body[body.find('[') - 1]);
    const std::string of_array = "struct halo_name_" + name + " { static constexpr const char* text() { return \"" + name + "\"; } }; ";
    CAPTURE(body);
    CHECK(translated(in_kernel(body)) == in_kernel(of_array + std::string(want)));
}

void stays(std::string_view body)
{
    CAPTURE(body);
    passes_unchanged(in_kernel(body));
}

}  // namespace

TEST_CASE("a local array with values, of which only elements are used, checks its indices")
{
    becomes("float s[4] = {}; s[n] = 1;", "::halo_engine::CheckedArray<halo_name_s, float [4]> s  {{}}; s[n] = 1;");
    becomes("const int m[2][3] = {{1}, {2}}; f(m[n][0]);",
            "::halo_engine::CheckedArray<halo_name_m, const int [2][3]> m  {{{1}, {2}}}; f(m[n][0]);");
    becomes("a::b<int, 2> s[4]{}; return s[n];", "::halo_engine::CheckedArray<halo_name_s, a::b<int, 2> [4]> s{{}}; return s[n];");
}

TEST_CASE("another local array is known by its address")
{
    becomes("float w[5]; w[n] = 1;",
            "::halo_engine::LocalArray<halo_name_w, float [5], false> halo_array_w; [[maybe_unused]] auto& w = halo_array_w.array; w[n] = 1;");
    becomes("alignas(16) float w[4] = {1}; f(w);",
            "alignas(16) ::halo_engine::LocalArray<halo_name_w, float [4], true> halo_array_w  {{}, {1}}; [[maybe_unused]] auto& w = halo_array_w.array; f(w);");
    for (const std::string_view use : {"f(&m[n][0]);", "f(m);", "[m] {};"})
        CHECK(translated(in_kernel("int m[2][2] = {}; " + std::string(use))).find("LocalArray") != std::string::npos);
}

TEST_CASE("a declaration of several variables becomes several declarations")
{
    becomes("float s = 0, *w[5], t;",
            "float s = 0; ::halo_engine::LocalArray<halo_name_w, float *[5], false> halo_array_w; [[maybe_unused]] auto& w = halo_array_w.array; float t;");
}

TEST_CASE("what may not be a local array, or can't be one of ours, is left as it is")
{
    stays("if (n) f(); else w[n] = 1;");
    stays("return w[n];");
    stays("a * b; w[n];");
    stays("float (*w)[5];");
    stays("float w[] = {1, 2};");
    stays("float m[2][2]; f(m[n]);");
    stays("float w[4]; reinterpret_cast<float4*>(w)[0] = f();");
    stays("static float w[5]; constexpr float v[2] = {1, 2};");
    stays("float w[n]; float v[blockDim.x];");
    stays("switch (n) { case 0: float w[2]; w[0] = 1; }");
    stays("if (n) goto end; float w[2]; end: f();");
    stays("struct S { float w[2]; };");
    stays("float w[2]; constexpr int size = std::size(w);");
    passes_unchanged("__device__ constexpr int f() { int w[2] = {}; return w[0]; }");
    passes_unchanged("void host() { float w[5]; }");
    passes_unchanged("struct S { float w[5]; };");
}
