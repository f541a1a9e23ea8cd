#include "command.hpp"

int main(int argc, char** argv) { return halo::engine::translate_command(argc, argv); }
