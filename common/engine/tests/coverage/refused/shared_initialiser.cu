// refused: line 4: a __shared__ variable can't have an initialiser
__global__ void k(float* out)
{
    __shared__ float sum = 0.0f;
    out[0] = sum;
}

int main() {}
