// refused: line 2: libcu++ works with inline PTX
#include <cuda/atomic>

int main() {}
