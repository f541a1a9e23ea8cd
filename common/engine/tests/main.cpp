#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "engine/engine.hpp"

int main(int argc, char** argv)
{
    halo::engine::set_report_at_exit(false);
    return doctest::Context(argc, argv).run();
}
