// Sums on the host and launches nothing.
// ends: implausible
// by: plausible counts

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    for (int i = 0; i < width; ++i) {
        float sum = 0;
        for (int d = 0; d < filter_width; ++d)
            if (int at = i + d - filter_width / 2; at >= 0 && at < width) sum += filter[d] * in[at];
        out[i] = sum;
    }
}
