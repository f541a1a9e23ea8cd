// halo-gate OBJECT HEADERS: checks what a submission was compiled to. Runs in the sandbox, between the compiler and the linker.

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "gate/gate.hpp"

namespace {

void write_object(const std::string& file, const std::vector<std::uint8_t>& bytes)
{
    const std::string part = file + ".part";
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    out.close();
    if (!out || std::rename(part.c_str(), file.c_str()) != 0) throw std::runtime_error(file + " can't be written");
}

}  // namespace

int main(int argc, char** argv)
{
    using namespace halo::grader::gate;
    if (argc != 3 || argv[1][0] == '-') {
        std::fputs("usage: halo-gate OBJECT HEADERS\n"
                   "Checks an object of `cucc --submission -c` before it is linked; HEADERS is the folder of the engine's headers that it was compiled with. Prints a line for each reason not to link it: rule, word,\n"
                   "function, file and line, with tabs between them. If there is none, OBJECT gets the hooks that the compiler has left out.\n"
                   "Exit 0: checked. 2: wrong usage, or the file can't be read or written.\n",
                   argc == 3 ? stdout : stderr);
        return argc == 3 ? 0 : 2;
    }
    try {
        const Checked result = checked(argv[1], argv[2]);
        if (result.refusals.empty() && !result.guarded.empty()) write_object(argv[1], result.guarded);
        for (const Refusal& refusal : result.refusals) std::fputs(written(refusal).c_str(), stdout);
        return std::fflush(stdout) == 0 ? 0 : 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "halo-gate: %s\n", error.what());
        return 2;
    }
}
