// covers: Memory: `cudaMemcpy3DBatchAsync`, between pitched memory and CUDA arrays, as in CUDA 13 and as in CUDA 12, with `failIdx`
#include <cstdint>
#include <cstdio>
#include <vector>

int failures = 0;
void expect(bool holds, const char* what)
{
    if (holds) return;
    ++failures;
    std::printf("not so: %s\n", what);
}

cudaMemcpy3DOperand memory(void* pointer, size_t row_length = 0, size_t layer_height = 0)
{
    cudaMemcpy3DOperand out = {};
    out.type = cudaMemcpyOperandTypePointer;
    out.op.ptr.ptr = pointer;
    out.op.ptr.rowLength = row_length;
    out.op.ptr.layerHeight = layer_height;
    return out;
}
cudaMemcpy3DOperand part(cudaArray_t array, cudaOffset3D offset)
{
    cudaMemcpy3DOperand out = {};
    out.type = cudaMemcpyOperandTypeArray;
    out.op.array.array = array;
    out.op.array.offset = offset;
    return out;
}
cudaMemcpy3DBatchOp copy(cudaMemcpy3DOperand from, cudaMemcpy3DOperand to, cudaExtent extent)
{
    cudaMemcpy3DBatchOp out = {};
    out.src = from;
    out.dst = to;
    out.extent = extent;
    out.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    return out;
}

int main()
{
    constexpr size_t kWidth = 7, kHeight = 5, kDepth = 3, kPitch = 16;      // elements
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    std::vector<int> image(kWidth * kHeight * kDepth), back(image.size(), -1), window(2 * 3 * 2, -1);
    for (size_t i = 0; i < image.size(); ++i) image[i] = int(i);
    int* d_rows;
    cudaMalloc(&d_rows, kPitch * kHeight * kDepth * sizeof(int));
    cudaMemset(d_rows, 0, kPitch * kHeight * kDepth * sizeof(int));
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaMalloc3DArray(&array, &format, {kWidth, kHeight, kDepth});

    // Between two pointers an element is a byte; with an array, it is the array's.
    const cudaExtent in_bytes = {kWidth * sizeof(int), kHeight, kDepth}, in_elements = {kWidth, kHeight, kDepth};
    cudaMemcpy3DBatchOp there[] = {copy(memory(image.data()), memory(d_rows, kPitch * sizeof(int), kHeight), in_bytes),
                                   copy(memory(image.data()), part(array, {0, 0, 0}), in_elements)};
    expect(cudaMemcpy3DBatchAsync(2, there, 0, stream) == cudaSuccess, "two boxes");
    cudaMemcpy3DBatchOp here[] = {copy(memory(d_rows, kPitch * sizeof(int)), memory(back.data()), in_bytes),
                                  copy(part(array, {1, 2, 1}), memory(window.data()), {2, 3, 2})};
    expect(cudaMemcpy3DBatchAsync(2, here, 0, stream) == cudaSuccess, "two boxes back");
    expect(cudaStreamSynchronize(stream) == cudaSuccess, "it ends well");
    expect(back == image, "rows with gaps");
    for (size_t z = 0; z < 2; ++z)
        for (size_t y = 0; y < 3; ++y)
            for (size_t x = 0; x < 2; ++x)
                expect(window[(z * 3 + y) * 2 + x] == int(((z + 1) * kHeight + y + 2) * kWidth + x + 1), "a part of the array");

    const auto refused = [&](cudaMemcpy3DBatchOp one) {
        const cudaError_t status = cudaMemcpy3DBatchAsync(1, &one, 0, stream);
        return status == cudaErrorInvalidValue && cudaGetLastError() == status;
    };
    expect(refused(copy(part(array, {6, 0, 0}), memory(window.data()), {2, 3, 2})), "a part beyond the array");
    expect(refused(copy(memory(image.data(), 3), memory(d_rows), {4, 1, 1})), "a row shorter than the extent");
    expect(refused(copy(memory(image.data()), memory(d_rows), {4, 1, 0})), "no layer");
    expect(refused(copy(memory(nullptr), memory(d_rows), {4, 1, 1})), "no memory");
    cudaMemcpy3DBatchOp without_order = there[0];
    without_order.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    expect(refused(without_order), "an order is needed");
    expect(cudaMemcpy3DBatchAsync(2, there, 1, stream) == cudaErrorInvalidValue, "flags are for later");
    expect(cudaMemcpy3DBatchAsync(2, there, 0, 0) == cudaErrorInvalidValue, "the default stream takes no batch");

#if CUDART_VERSION < 13000
    size_t failed = 7;
    back.assign(back.size(), -1);
    expect(cudaMemcpy3DBatchAsync(2, here, &failed, 0, stream) == cudaSuccess, "two boxes, as CUDA 12 copies them");
    expect(cudaStreamSynchronize(stream) == cudaSuccess && back == image && failed == 7, "what was copied, and nothing failed");
    expect(cudaMemcpy3DBatchAsync(1, &without_order, &failed, 0, stream) == cudaErrorInvalidValue && failed == SIZE_MAX, "a refused batch");
    expect(cudaMemcpy3DBatchAsync(1, &without_order, nullptr, 0, stream) == cudaErrorInvalidValue, "nobody asks which one failed");
#endif
    cudaGetLastError();
    cudaFreeArray(array);
    cudaFree(d_rows);
    cudaStreamDestroy(stream);
    return failures != 0;
}
