#pragma once
#include "halo/profiler_marks.hpp"
