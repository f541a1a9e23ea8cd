#pragma once
// The host side of the CUDA runtime.

#include "array_api.hpp"
#include "device_api.hpp"
#include "error_api.hpp"
#include "function_api.hpp"
#include "memory_api.hpp"
#include "pool_api.hpp"
#include "stream_api.hpp"
#include "symbol_api.hpp"
#include "texture_api.hpp"
#include "vector_types.hpp"
