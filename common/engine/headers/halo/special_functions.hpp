#pragma once
// std::cyl_bessel_j, std::riemann_zeta and their like, which cuda_runtime.h leaves out of <cmath>. cucc includes this where a file names one.

#define _GLIBCXX_USE_STD_SPEC_FUNCS 1
#include <bits/specfun.h>
