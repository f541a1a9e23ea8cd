#pragma once
// What the engine covers, proved by small CUDA programs. A program's first lines state its claim:
//
//   // covers: Group: feature            one line or several; the program ends with 0, and without a finding
//   // refused: line 7: inline PTX       instead: cucc refuses it at that line, with a message that contains these words
//   // flags: --extended-lambda          optional: arguments for cucc and nvcc
//   // with: parts/other.cu              optional: a further source file, compiled separately and linked

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace halo::coverage {

struct Claim {
    std::string group, feature;
};

struct Program {
    std::filesystem::path source;
    std::vector<Claim> covers;
    bool refused = false;
    std::string expected_line, expected_words;        ///< of the refusal
    std::vector<std::string> flags;
    std::vector<std::filesystem::path> parts;
    std::string fault;                      ///< what is wrong with the first lines; empty if nothing is

    // Filled in by prove():
    std::string complaint;                  ///< why it proves nothing; empty if it proves its claim
    std::string message, advice;            ///< of the refusal: its first line without the place, and what to try
};

/// The groups of the table, in its order.
std::span<const char* const> groups();

/// Reads the first lines of one program.
Program read_program(const std::filesystem::path& source);

/// The programs of `folder` and of `folder`/refused, by name.
std::vector<Program> read_programs(const std::filesystem::path& folder);

/// Builds and runs `program`; fills in `complaint`, `message`, `advice`. Its files go to the folder `work`.
void prove(Program& program, const std::string& cucc, const std::filesystem::path& work);

/// Compiles `program` for a GPU, without linking, and the host's half only where it is another text. Returns what is wrong; empty if nothing is.
std::string compile_for_card(const Program& program, const std::string& nvcc, const std::filesystem::path& work);

/// The page made of the programs' claims. Links are relative to the folder that holds tests/coverage.
std::string page(const std::vector<Program>& programs);

}  // namespace halo::coverage
