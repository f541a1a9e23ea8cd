#include "doctor.hpp"

#include <iostream>

#include "cli/commands.hpp"

namespace halo::grader::cli {

Run declare_doctor(Options&)
{
    return [] { return print_doctor(std::cout); };
}

}  // namespace halo::grader::cli
