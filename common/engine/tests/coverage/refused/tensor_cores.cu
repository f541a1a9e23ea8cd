// refused: line 2: tensor cores are not in the CPU engine
#include <mma.h>

int main() {}
