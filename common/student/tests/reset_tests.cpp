// What `make reset FUNCTION=name` puts back, in files as students write them.

#include <doctest/doctest.h>

#include <string>

#include "student/fault.hpp"
#include "student/reset.hpp"

using namespace halo::student;

namespace {

const std::string kGiven =
    "#include \"blur.hpp\"\n"
    "\n"
    "constexpr int kTaps = 5;   // odd; more is smoother\n"
    "\n"
    "struct Clamp {\n"
    "    int at(int i) const { return i; }\n"
    "};\n"
    "\n"
    "// Blurs.\n"
    "template <class Edge>\n"
    "__launch_bounds__(256)\n"
    "__global__ void blur_kernel(const float* in)\n"
    "{\n"
    "    // TODO(1)\n"
    "}\n"
    "\n"
    "// Given.\n"
    "void blur(const float* in) { blur_kernel<Clamp><<<1, 256>>>(in); }\n"
    "\n"
    "void deblur(const float* in)\n"
    "{\n"
    "    // TODO(2)\n"
    "}\n";

std::string replaced(std::string text, const std::string& what, const std::string& with) { return text.replace(text.find(what), what.size(), with); }

}  // namespace

TEST_CASE("a function comes back with the kernel, the policy and the constants that it uses, and nothing else does")
{
    std::string mine = replaced(kGiven, "    // TODO(1)", "    if (in) return;");
    mine = replaced(mine, "return i;", "return i - 1;");
    mine = replaced(mine, "    // TODO(2)", "    blur(in);");
    const Restored restored = with_function_of(mine, kGiven, "blur", "blur.cu");
    CHECK(restored.text == replaced(kGiven, "    // TODO(2)", "    blur(in);"));
    CHECK(restored.names == std::vector<std::string>{"Clamp", "blur_kernel"});
}

TEST_CASE("a name that is part of another one, or only called, is not a definition")
{
    CHECK_THROWS_AS(with_function_of(kGiven, kGiven, "lur", "blur.cu"), Refusal);
    CHECK_THROWS_AS(with_function_of(kGiven, replaced(kGiven, "void deblur", "void sharpen"), "deblur", "blur.cu"), Refusal);
    CHECK(with_function_of(kGiven, kGiven, "deblur", "blur.cu").names.empty());
}

TEST_CASE("own functions, namespaces and one-line definitions around it stay as they are")
{
    const std::string mine = "namespace mine {\nint half(int n) { return n / 2; }\n}  // namespace mine\nstatic int kOwn[] = {\n    1,\n};\n" + replaced(kGiven, "    // TODO(2)", "    blur(in);") + "// at the end\n";
    const Restored restored = with_function_of(mine, kGiven, "deblur", "blur.cu");
    CHECK(restored.text == replaced(mine, "    blur(in);", "    // TODO(2)"));
    CHECK(restored.names == std::vector<std::string>{"deblur"});
}
