// refused: line 2: libcu++ uses inline PTX
#include <cuda/atomic>

int main() {}
