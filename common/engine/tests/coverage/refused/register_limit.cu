// refused: line 2: __maxnreg__ limits registers, which the CPU engine doesn't count
__global__ void __maxnreg__(40) fill(int* out) { out[threadIdx.x] = int(threadIdx.x); }

int main() {}
