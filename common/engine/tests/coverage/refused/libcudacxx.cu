// refused: line 2: libcu++ is a part of the CUDA toolkit
#include <cuda/atomic>

int main() {}
