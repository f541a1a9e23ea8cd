#pragma once
// Convolutions: of signals and of images, and with a filter that is a column times a row.

#include <array>

#include "data/extent.hpp"
#include "kinds/kind.hpp"

namespace halo::lab {

/// Elements of a signal.
struct SignalSize {
    int width = 1;
    int offset = 0;                   ///< floats by which d_in and d_out lie after a multiple of 16 bytes

    int apart = 0;                    ///< so many more for d_out

    static constexpr std::array<SizeNumber<SignalSize>, 3> numbers() { return {{{"width", &SignalSize::width}, {"offset", &SignalSize::offset, 0}, {"apart", &SignalSize::apart, 0}}}; }
    Extent extent() const { return {width, 1}; }
    friend bool operator==(const SignalSize&, const SignalSize&) = default;
};

/// Of a function that takes filters of any odd width.
struct SignalAndFilterSize {
    int width = 1;
    int filter_width = 5;
    int offset = 0;                   ///< floats by which d_in and d_out lie after a multiple of 16 bytes

    static constexpr std::array<SizeNumber<SignalAndFilterSize>, 3> numbers() { return {{{"width", &SignalAndFilterSize::width}, {"filter_width", &SignalAndFilterSize::filter_width, 0}, {"offset", &SignalAndFilterSize::offset, 0}}}; }
    Extent extent() const { return {width, 1}; }
    friend bool operator==(const SignalAndFilterSize&, const SignalAndFilterSize&) = default;
};

/// Pixels of a row, and rows.
struct ImageSize {
    int width = 1;
    int height = 1;
    int offset = 0;                   ///< floats by which d_in and d_out lie after a multiple of 16 bytes

    int apart = 0;                    ///< so many more for d_out

    static constexpr std::array<SizeNumber<ImageSize>, 4> numbers() { return {{{"width", &ImageSize::width}, {"height", &ImageSize::height}, {"offset", &ImageSize::offset, 0}, {"apart", &ImageSize::apart, 0}}}; }
    Extent extent() const { return {width, height}; }
    friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

/// 1-D convolution on host pointers, of any odd filter width: the function allocates, copies and frees.
struct HostConv1d {
    using Size = SignalAndFilterSize;
    using Function = void (*)(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);

    Caller caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width"}, {.name = "filter_width", .odd = true, .filter = true}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
};
static_assert(Kind<HostConv1d>);

/// The same on device pointers, except for the filter.
struct DeviceConv1d {
    using Size = SignalAndFilterSize;
    using Function = void (*)(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width"}, {.name = "filter_width", .odd = true, .filter = true}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<DeviceConv1d>);

/// 1-D convolution on device pointers. `tile` outputs per block; 0 for a function that does not tile.
struct Conv1d {
    int radius = 1;
    int tile = 0;
    bool core_only = false;           ///< design 3: the halo is read from global memory, once for each tap
    using Size = SignalSize;
    using Function = void (*)(const float* d_in, const float* h_filter, float* d_out, int width);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<Conv1d>);

/// 2-D convolution on device pointers. `tile` × `tile` outputs per block; 0 for a function that does not tile.
struct Conv2d {
    int radius = 1;
    int tile = 0;
    bool core_only = false;           ///< as in Conv1d
    bool any_kernel = false;          ///< what a block and a thread do is the student's choice
    bool by_shuffles = false;         ///< pixels stay in registers, and lanes exchange them
    bool by_texture = false;          ///< pixels are fetched
    using Size = ImageSize;
    using Function = void (*)(const float* d_in, const float* h_filter, float* d_out, int width, int height);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width"}, {"height"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<Conv2d>);

/// 2-D convolution on device pointers with a filter that is a column times a row: a pass along each.
struct SeparableConv2d {
    int radius = 1;
    using Size = ImageSize;
    using Function = void (*)(const float* d_in, const float* h_column, const float* h_row, float* d_out, int width, int height);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width"}, {"height"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<SeparableConv2d>);

}  // namespace halo::lab
