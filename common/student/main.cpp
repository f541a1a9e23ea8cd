// halo: what the students' make commands call.

#include "student/commands.hpp"

int main(int argc, char** argv) { return halo::student::run_any_command(argc, argv); }
