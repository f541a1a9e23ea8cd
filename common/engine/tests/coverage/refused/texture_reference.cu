// refused: line 2: texture references were removed from CUDA 12
texture<float, 2, cudaReadModeElementType> image;

int main() {}
