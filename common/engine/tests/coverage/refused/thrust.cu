// refused: line 2: Thrust works with inline PTX
#include <thrust/device_vector.h>

int main() {}
