// Prints a variant as a file.
//
// usage: print_variant FOLDER NAME          solutions/05_tiled_design2 barrier_missing

#include <cstdio>

#include <fmt/format.h>

#include "variants.hpp"

int main(int argc, char** argv)
{
    using namespace halo::variants;
    if (argc != 3) {
        fmt::print(stderr, "usage: print_variant FOLDER NAME\n");
        return 2;
    }
    try {
        for (const Variant& variant : read_variants(argv[1]))
            if (variant.name == argv[2]) {
                fmt::print("{}", text_of(variant));
                return 0;
            }
        fmt::print(stderr, "{}/variants.toml has no {}\n", argv[1], argv[2]);
    } catch (const Fault& fault) {
        fmt::print(stderr, "{}\n", fault.what());
    }
    return 1;
}
