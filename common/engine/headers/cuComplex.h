#pragma once
#include "halo/complex.hpp"
