#include <doctest/doctest.h>

#include "arrival/import/source_text.hpp"

namespace text_form_test {

using namespace halo;
using namespace halo::grader::arrival;
using namespace std::string_literals;

namespace {

std::string refusal(std::string_view bytes)
{
    const SourceText read = source_text(bytes);
    return read.text ? "read" : text(Message{"a.cu " + read.refused.headline, read.refused.where, read.refused.attempt});
}

}  // namespace

TEST_CASE("a text in UTF-8 is left as it is, Windows' line ends included")
{
    for (const char* bytes : {"", "int a;\n", "// é 李 🦊\n", "a\r\nb\r\n", "a\rb\nc"}) {
        CHECK(source_text(bytes).text == bytes);
        CHECK(source_text(bytes).changed.empty());
    }
}

TEST_CASE("a text in another form is converted where nothing is lost, and that is said")
{
    const SourceText mark = source_text("\xEF\xBB\xBFint a;\n");
    CHECK(mark.text == "int a;\n");
    CHECK(mark.changed == "it began with a byte order mark");

    const SourceText little = source_text("\xFF\xFE/\0/\0 \0\xE9\0\x3E\xD8\x8A\xDD\n\0"s);
    CHECK(little.text == "// é🦊\n");
    CHECK(little.changed == "it was UTF-16");
    CHECK(source_text("\xFE\xFF\0a\0\n"s).text == "a\n");

    const SourceText latin = source_text("int a;\n// na\xEFve, 5 \x80\n");
    CHECK(latin.text == "int a;\n// naïve, 5 €\n");
    CHECK(latin.changed == "it was Latin-1, first in line 2");

    const SourceText cr = source_text("a\rb\r");
    CHECK(cr.text == "a\nb\n");
    CHECK(cr.changed == "its lines ended with CR alone");
    CHECK(source_text("\xFF\xFE""a\0\r\0"s).changed == "it was UTF-16; its lines ended with CR alone");
}

TEST_CASE("what can't be read without loss is named")
{
    CHECK(refusal("\xFF\xFE" "a\0b"s) == "a.cu is UTF-16, and damaged\n  where: its 5 bytes are not whole characters\n  try:   save it as UTF-8");
    CHECK(refusal("\xFF\xFE\x3E\xD8" "a\0"s).starts_with("a.cu is UTF-16, and damaged"));
    CHECK(refusal("a\0b"s) == "a.cu is not text\n  where: byte 1 is zero\n  try:   ask for the .cu file itself, saved as UTF-8");
    CHECK(refusal("a\nb \x81\n") == "a.cu is neither UTF-8 nor Latin-1\n  where: first in line 2\n  try:   save it as UTF-8");
    CHECK(refusal("%PDF-1.7\n") == "a.cu is a PDF, and no source text\n  where: it begins with \"%PDF-1.7 \"\n  try:   ask for the .cu file itself");
    CHECK(refusal("{\\rtf1 x").starts_with("a.cu is a Rich Text document"));
    CHECK(refusal("<!DOCTYPE html>").starts_with("a.cu is a web page"));
    CHECK(refusal("// <!DOCTYPE html>\n") == "read");
}

}  // namespace text_form_test
