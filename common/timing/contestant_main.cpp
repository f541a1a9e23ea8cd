// contestant: the process of one library's functions, for a timer elsewhere. Nothing in it knows what is right.

#include <cstdio>
#include <exception>

#include <unistd.h>

#include "timing/contestant.hpp"
#include "timing/serve.hpp"

int main(int argc, char** argv)
try {
    if (argc != 2) {
        std::fputs("usage: contestant FUNCTIONS.so     a timer asks on stdin and is answered on stdout\n", stderr);
        return 2;
    }
    const std::string library = argv[1];
    halo::timing::serve(STDIN_FILENO, halo::timing::answers_instead_of_stdout(),
                        [&](const std::string& function, const halo::lab::Size&) { return halo::timing::Library(library).caller(function); });
    return 0;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
}
