// Tests that start no job: texts, decisions, simulated machines. They run everywhere.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
