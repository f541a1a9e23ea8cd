// refused: line 2: __cluster_dims__ makes clusters of blocks
__global__ void __cluster_dims__(2, 1, 1) together() {}

int main() {}
