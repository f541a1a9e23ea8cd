#include "timing/card_fault.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>

using namespace halo::timing;

namespace {

std::string headline(int status)
{
    const std::string text = card_fault(status, "its text", "cudaFree(0)").what();
    return text.substr(0, text.find('\n'));
}

}  // namespace

TEST_CASE("a card that cannot be used, is taken, full or lost has a sentence of its own")
{
    CHECK(headline(35) == "no time was taken: this card's driver is older than the CUDA Toolkit");
    CHECK(headline(100) == "no time was taken: no GPU can be used");
    CHECK(headline(46) == "no time was taken: the card lets in one process at a time, and a function is timed by two");
    CHECK(headline(2) == "no time was taken: the card has too little free memory");
    CHECK(headline(801) == "no time was taken: this card's driver lends no memory to another process");
    for (const int lost : {214, 700, 719, 999}) CHECK(headline(lost) == "no time was taken: the card was lost");
}

TEST_CASE("a fault names the call, and what to try")
{
    CHECK(std::string(card_fault(999, "unknown error", "cudaDeviceSynchronize()").what()) ==
          "no time was taken: the card was lost\n"
          "  where: cudaDeviceSynchronize(): unknown error\n"
          "  try:   look at nvidia-smi and, for Xid, at dmesg; then run it again: what has been timed is kept");
}
