#include "translated.hpp"

namespace of_local_arrays {
namespace {

void becomes(std::string_view body, std::string_view want, std::string_view parameters = "(int n)")
{
    const std::string name(1, body[body.find('[') - 1]);
    const std::string of_array = "struct halo_name_" + name + " { static constexpr const char* text() { return \"" + name + "\"; } }; ";
    CAPTURE(body);
    CHECK(translated(kernel_of(body, parameters)) == kernel_of(of_array + std::string(want), parameters));
}

}  // namespace

TEST_CASE("a local array of which only elements are used checks its indices")
{
    becomes("float s[4] = {}; s[n] = 1;", "::halo_engine::CheckedArray<halo_name_s, float [(4)], 1> s  {{}}; s[n] = 1;");
    becomes("const int m[2][3] = {{1}, {2}}; f(m[n][0]);",
            "::halo_engine::CheckedArray<halo_name_m, const int [(2)][(3)], 2> m  {{{1}, {2}}}; f(m[n][0]);");
    becomes("a::b<int, 2> s[4]{}; return s[n];", "::halo_engine::CheckedArray<halo_name_s, a::b<int, 2> [(4)], 1> s{{}}; return s[n];");
    becomes("float w[5]; w[n] = 1;", "::halo_engine::UnsetArray<halo_name_w, float [(5)], 1> w; w[n] = 1;");
    becomes("float w[n > 4 ? 8 : 4]; w[0] = 1;", "::halo_engine::UnsetArray<halo_name_w, float [(n > 4 ? 8 : 4)], 1> w; w[0] = 1;", "()");
}

TEST_CASE("another local array is known by its address")
{
    const auto known = [](std::string_view declaration) {
        return "::halo_engine::LocalArray<halo_name_w, " + std::string(declaration) + "> halo_array_w; [[maybe_unused]] auto& w = halo_array_w.array; ";
    };
    becomes("float w[5]; f(w);", known("float [(5)]") + "f(w);");
    becomes("alignas(16) float w[4] = {1}; f(w);",
            "alignas(16) ::halo_engine::LocalArray<halo_name_w, float [(4)]> halo_array_w  {{}, {1}}; [[maybe_unused]] auto& w = halo_array_w.array; f(w);");
    for (const std::string_view use : {"f(&m[n][0]);", "f(&(m[n][0]));", "f(m);", "[m] {};", "{ int m = 1; f(m); }"}) {
        CAPTURE(use);
        CHECK(translated(kernel_of("int m[2][2] = {}; " + std::string(use))).find("LocalArray") != std::string::npos);
    }
    CHECK(translated(kernel_of("int m[2] = {}, *p = m;")).find("LocalArray") != std::string::npos);
}

TEST_CASE("a local array that a macro uses is known by its address, because the macro may do anything with it")
{
    const std::string body = kernel_of("int m[2] = {}; SUM;");
    CHECK(translated("#define SUM f(m)\n" + body).find("LocalArray") != std::string::npos);
    CHECK(translated("#define SUM f(k)\n" + body).find("CheckedArray") != std::string::npos);
}

TEST_CASE("for gdb a local array stays an array")
{
    halo::engine::Rules rules;
    rules.for_debugger = true;
    CHECK(halo::engine::translate(kernel_of("int m[2] = {}; m[n] = 1;"), "k.cu", rules).text.find("auto& m = halo_array_m.array") != std::string::npos);
}

TEST_CASE("a declaration of several variables becomes several declarations")
{
    becomes("float s = 0, *w[5], t;", "float s = 0; ::halo_engine::UnsetArray<halo_name_w, float *[(5)], 1> w; float t;");
}

TEST_CASE("what may not be a local array, or can't be one of ours, is left as it is")
{
    stays("if (n) f(); else w[n] = 1;");
    stays("return w[n];");
    stays("a * b; w[n];");
    stays("float (*w)[5];");
    stays("float w[] = {1, 2};");
    stays("float m[2][2]; f(m[n]);");
    for (const std::string_view cast : {"reinterpret_cast<float4*>(w)", "reinterpret_cast<float4*>(&w[0])", "((float4*)w)", "((float4*)&w[0])"})
        stays("float w[4]; " + std::string(cast) + "[0] = v;");
    stays("static const float w[5] = {}; constexpr float v[2] = {1, 2};");
    stays("float v[blockDim.x];");
    stays("switch (n) { case 0: float w[2]; w[0] = 1; }");
    stays("if (n) goto end; float w[2]; end: f();");
    for (const std::string_view head : {"struct S", "class S : public B<int>", "union U", "struct alignas(sizeof(float) * 2) S", "struct [[nodiscard]] S", "struct __align__(8) S"})
        stays(std::string(head) + " { int n; float w[2]; } s;");
    stays("float w[2]; constexpr int size = std::size(w);");
    stays("constexpr int s = [] { int w[2] = {1, 2}; return w[1]; }();");
    stays("alignas(128) float w[32];");
    stays("__align__(kBytes) float w[32];");
    CHECK(translated(kernel_of("for (int i = 0; n * w[n]; ++i) f();")).find("Array") == std::string::npos);
    passes_unchanged("#define REAL const static float\n__global__ void k(int n) { REAL w[5]; }");
    passes_unchanged("__device__ constexpr int f() { int w[2] = {}; return w[0]; }");
    passes_unchanged("void host() { float w[5]; }");
    passes_unchanged("struct S { float w[5]; };");
}

}  // namespace of_local_arrays
