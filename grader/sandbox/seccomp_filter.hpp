#pragma once

#include <string>

namespace halo::grader::sandbox {

/// Which sockets a job may open. `within`: those that have no address outside, AF_UNIX in a network of its own.
enum class Sockets { none, within };

/// A new memory file with the compiled filter, for bwrap's --seccomp; read position at 0, close-on-exec.
/// -1 and `why` if it can't be created. Everything is allowed except a list of calls that a CUDA test never needs and
/// that reach outside the program: tracing, mounting, namespaces, sockets, keyrings, bpf, io_uring, shared memory
/// that no limit counts, and so on.
int seccomp_filter_fd(std::string& why, Sockets sockets = Sockets::none);

}  // namespace halo::grader::sandbox
