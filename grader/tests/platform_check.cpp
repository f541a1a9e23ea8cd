// platform_check PLATFORM FILE: is this file what that platform documents? Prints the first fault and exits with 1 if not.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "platform_checks.hpp"

int main(int argc, char** argv)
{
    using namespace halo::grader::test;
    const std::map<std::string, std::string (*)(const std::string&)> checks = {
        {"gradescope", fault_in_gradescope}, {"classroom50", fault_in_classroom50}, {"autolab", fault_in_autolab}, {"prairielearn", fault_in_prairielearn}, {"github", fault_in_annotations},
    };
    const auto check = argc == 3 ? checks.find(argv[1]) : checks.end();
    std::ifstream file(check == checks.end() ? "" : argv[2], std::ios::binary);
    if (check == checks.end() || !file) {
        std::fputs("usage: platform_check gradescope|classroom50|autolab|prairielearn|github FILE\n", stderr);
        return 2;
    }
    const std::string fault = check->second({std::istreambuf_iterator<char>(file), {}});
    if (!fault.empty()) std::puts(fault.c_str());
    return fault.empty() ? 0 : 1;
}
