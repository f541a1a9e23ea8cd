// refused: line 2: CUB works with inline PTX
#include <cub/cub.cuh>

int main() {}
