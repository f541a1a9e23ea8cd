// refused: line 2: Thrust uses inline PTX
#include <thrust/device_vector.h>

int main() {}
