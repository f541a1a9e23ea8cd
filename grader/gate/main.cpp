// halo-gate OBJECT HEADERS: checks what a submission was compiled to. Runs in the sandbox, between the compiler and the linker.

#include <cstdio>
#include <exception>

#include "gate/gate.hpp"

int main(int argc, char** argv)
{
    using namespace halo::grader::gate;
    if (argc != 3 || argv[1][0] == '-') {
        std::fputs("usage: halo-gate OBJECT HEADERS\n"
                   "Checks an object of `cucc --submission -c` before it is linked; HEADERS is the folder of the engine's headers that it was compiled with. Prints a line for each reason not to link it: rule, word,\n"
                   "function, file and line, with tabs between them.\n"
                   "Exit 0: checked. 2: wrong usage, or the file can't be read.\n",
                   argc == 3 ? stdout : stderr);
        return argc == 3 ? 0 : 2;
    }
    try {
        for (const Refusal& refusal : refusals(argv[1], argv[2])) std::fputs(written(refusal).c_str(), stdout);
        return std::fflush(stdout) == 0 ? 0 : 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "halo-gate: %s\n", error.what());
        return 2;
    }
}
