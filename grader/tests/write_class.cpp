// Writes the class page of a class that nobody taught, for class_page_test: write_class STUDENTS [--hostile] > index.html
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "made_up_class.hpp"
#include "report/class_page.hpp"

int main(int argc, char** argv)
{
    if (argc < 2) return 1;
    const bool hostile = argc > 2 && std::strcmp(argv[2], "--hostile") == 0;
    std::cout << halo::grader::report::class_page(halo::grader::test::made_up_class(std::strtoul(argv[1], nullptr, 10), hostile));
    return std::cout.flush() ? 0 : 1;
}
