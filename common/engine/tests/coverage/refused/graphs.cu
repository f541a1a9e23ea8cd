// refused: line 4: cudaGraph_t belongs to CUDA graphs
int main()
{
    cudaGraph_t graph;
    return cudaGraphCreate(&graph, 0);
}
