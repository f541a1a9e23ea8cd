// What a student's .cu file sees first.
#include <cuda_runtime.h>
