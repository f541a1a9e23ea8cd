// In a program that has nothing but a lab's tests.

#include <cstdio>

#include "harness/student/asked.hpp"

int halo::lab::answer(const char* const* words, int)
{
    std::fprintf(stderr, "%s asks for more than this program has\n  where: it only runs the tests\n  try:   the program asked_STEM beside it\n", words[0]);
    return 2;
}
