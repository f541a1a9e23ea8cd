// refused: line 2: cuBLAS is a library for GPUs
#include <cublas_v2.h>

int main() {}
