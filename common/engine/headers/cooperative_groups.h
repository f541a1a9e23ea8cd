#pragma once
#include "halo/cooperative_groups.hpp"
