#pragma once
// Arrays whose elements are made one by one: each output depends on one element of the input.

#include <array>

#include "kinds/kind.hpp"

namespace halo::lab {

/// Elements of an array.
struct ArraySize {
    int width = 1;

    static constexpr std::array<SizeNumber<ArraySize>, 1> numbers() { return {{{"width", &ArraySize::width}}}; }
    friend bool operator==(const ArraySize&, const ArraySize&) = default;
};

/// d_out[i] = d_in[i] + amount on device pointers. n is the size's width.
struct AddToEach {
    int amount = 0;
    using Size = ArraySize;
    using Function = void (*)(const float* d_in, float* d_out, int n);

    Caller caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{.name = "n", .number = "width"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
};
static_assert(Kind<AddToEach>);

/// The same on host pointers: the function brings the input to the device and the output back.
struct HostAddToEach {
    int amount = 0;
    using Size = ArraySize;
    using Function = void (*)(const float* h_in, float* h_out, int n);

    Caller caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{.name = "n", .number = "width"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
};
static_assert(Kind<HostAddToEach>);

/// d_out is d_in with the order of each `block` elements reversed, on device pointers; n, the size's width, is a multiple of `block`.
struct ReverseBlocks {
    int block = 1;
    using Size = ArraySize;
    using Function = void (*)(const float* d_in, float* d_out, int n);

    Caller caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{.name = "n", .number = "width", .multiple_of = block}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
};
static_assert(Kind<ReverseBlocks>);

}  // namespace halo::lab
