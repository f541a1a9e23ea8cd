// Tests that start no job: texts, decisions, other machines simulated. They run everywhere.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
