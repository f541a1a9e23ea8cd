// refused: line 2: CUB uses inline PTX
#include <cub/cub.cuh>

int main() {}
