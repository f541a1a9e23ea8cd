#pragma once

#include <exception>
#include <string>

namespace halo::grader::record {

/// What is said of an error that the ledger's library threw, in three lines; empty for any other. Only this room knows the library.
std::string ledger_trouble(const std::exception& error);

}  // namespace halo::grader::record
