// What an editor can jump to: a line that names file and line, where the message itself names none.

#include <doctest/doctest.h>

#include <string>

#include "student/editor.hpp"

using namespace halo::student;

namespace {

const std::string kFile =
    "// blur(in, out) is not defined here.\n"                  // 1
    "void blur(const float* in, float* out);\n"
    "#define CALL blur(in, out)\n"
    "__device__ float deblur(float x) { return x; }\n"
    "__global__ void blur_kernel(const float* in)\n"           // 5
    "{\n"
    "    blur(in, nullptr);\n"
    "}\n"
    "void blur(const float* in, float* out)\n"
    "{\n"                                                      // 10
    "}\n"
    "void sharpen(const float* in, float* out) { blur(in, out); }\n";

Result wrong(const std::string& function, const std::string& message) { return {.function = function, .message = message}; }

}  // namespace

TEST_CASE("a function is found where it or its kernel is defined, never where it is declared, called or only contained")
{
    CHECK(line_of_definition(kFile, "blur") == 5);
    CHECK(line_of_definition(kFile, "deblur") == 4);
    CHECK(line_of_definition(kFile, "sharpen") == 12);
    CHECK(line_of_definition(kFile, "sharp") == 0);
    CHECK(line_of_definition("", "blur") == 0);
}

TEST_CASE("a wrong result gets the line of its function, a message that names its line gets no second one")
{
    CHECK(place_for_editor(wrong("blur", "blur: the filter is mirrored\n  where: out[0] = 1"), "lab.cu", kFile) == "lab.cu:5: in blur: the filter is mirrored");
    CHECK(place_for_editor(wrong("blur", "the program ended"), "lab.cu", kFile) == "lab.cu:5: in blur: the program ended");
    CHECK(place_for_editor(wrong("blur", "lab.cu:7: read of in[-1]"), "lab.cu", kFile).empty());
    CHECK(place_for_editor(wrong("unknown", "unknown: the filter is mirrored"), "lab.cu", kFile).empty());
    CHECK(place_for_editor(wrong("blur", ""), "lab.cu", kFile).empty());       // passed
}
