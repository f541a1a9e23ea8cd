// run: reads a request on stdin, writes the response on descriptor 3. What the function prints goes to stdout and stderr as usual.

#include <cstdio>
#include <string>
#include <unistd.h>

#include "harness/call/run.hpp"

namespace {

constexpr int kResponse = 3;

std::string everything_on(int fd)
{
    std::string bytes;
    char piece[65536];
    for (ssize_t got; (got = read(fd, piece, sizeof piece)) > 0;) bytes.append(piece, std::size_t(got));
    return bytes;
}

}  // namespace

int main()
{
    const auto request = halo::lab::request_from(everything_on(STDIN_FILENO));
    if (!halo::lab::lab_is_stated || !request || halo::lab::the_lab().find(request->function) == nullptr) {
        std::fputs("run: no request for this lab on standard input\n  where: this program is started by the grader\n"
                   "  try:   make, in the folder of the lab\n", stderr);
        return 2;
    }
    halo::lab::run(halo::lab::the_lab(), *request,
                   [](std::string_view bytes) { halo::lab::write_all(kResponse, bytes); });
    std::fflush(nullptr);
    _exit(0);       // skips the destructors of a student's globals
}
