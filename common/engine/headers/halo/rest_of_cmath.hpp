#pragma once
// What cuda_runtime.h leaves out of <cmath>: std::cyl_bessel_j, std::riemann_zeta and their like, with the headers that they bring. cucc includes this
// where a file may need it. C++14 has nothing of it.

#if __cplusplus >= 201703L
#define _GLIBCXX_USE_STD_SPEC_FUNCS 1
#include <bits/specfun.h>
#endif
