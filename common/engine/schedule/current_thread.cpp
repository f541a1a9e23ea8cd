// Apart from the scheduler, as it is the one file of the engine with debug information: see ../meson.build.
#include "engine/headers/halo/builtins.hpp"

thread_local constinit halo_engine::CurrentThread halo_now{};
