#pragma once
#include "halo/group_collectives.hpp"
