#pragma once
// Arrays among a thread's local variables. The translator declares those of device code as one of these types:
//
//     float sum[4] = {};   →   CheckedArray, if every use is `sum[i]`: each index is checked, which costs nothing where the
//                              compiler knows that it lies inside, as in a loop over the array.
//     float window[5];     →   LocalArray, and `window` refers to its member. The engine knows the array by its address, also
//                              through a pointer, and which of its elements have been stored.

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace halo_engine {

/// What the engine reports about an array. Lives as long as the program.
struct LocalShape {
    const char* name;
    std::uint32_t bytes, element_bytes;
    std::uint32_t rank;
    const std::size_t* extents;   ///< [rank]
    bool initialised;             ///< all elements have values when the array is declared
};

/// One array of a running thread. The engine fills it in.
struct LocalRecord {
    LocalRecord* outer;           ///< of the arrays that were there before it
    const LocalShape* shape;
    std::uintptr_t begin;         ///< the address of the array; 0: not in a kernel
    std::uint8_t* stored;         ///< for each 4 bytes of the array: a bit for each byte that has a value
};

/// An index in this many bytes before or after a LocalArray is known to be one of that array.
constexpr std::size_t kLocalGap = 64;

void local_array_begins(LocalRecord& record, const void* array, const LocalShape& shape, std::uint8_t* stored) noexcept;
void local_array_ends(const LocalRecord& record) noexcept;

/// `index`, in this dimension, is not in the array. `row`: what the indices of the dimensions before it have selected. Ends
/// the thread, so that the compiler need not assume that memory has changed.
[[noreturn, gnu::cold, gnu::noinline]] void outside_local_array(const LocalShape& shape, std::uint32_t dimension, std::ptrdiff_t row,
                                                                std::ptrdiff_t index);

/// A text as a template argument.
template <std::size_t N>
struct Text {
    char characters[N] = {};
    constexpr Text(const char (&from)[N])
    {
        for (std::size_t i = 0; i < N; ++i) characters[i] = from[i];
    }
};

template <class Array>
struct Extents {
    std::size_t of[std::rank_v<Array>] = {};
    constexpr Extents() { fill<Array>(0); }
    template <class Part>
    constexpr void fill(std::size_t i)
    {
        if constexpr (std::rank_v<Part> > 0) {
            of[i] = std::extent_v<Part>;
            fill<std::remove_extent_t<Part>>(i + 1);
        }
    }
};

template <class Array>
inline constexpr Extents<Array> kExtents;

template <Text kName, class Array, bool kInitialised>
inline constexpr LocalShape kLocalShape = {kName.characters,
                                           std::uint32_t(sizeof(Array)),
                                           std::uint32_t(sizeof(std::remove_all_extents_t<Array>)),
                                           std::uint32_t(std::rank_v<Array>),
                                           kExtents<Array>.of,
                                           kInitialised || !std::is_trivially_default_constructible_v<std::remove_all_extents_t<Array>>};

/// Registers an array with the engine while it exists.
template <Text kName, class Array, bool kInitialised>
class LocalArrayWatch {
public:
    [[gnu::always_inline]] constexpr explicit LocalArrayWatch(const Array& array)
    {
        if (!std::is_constant_evaluated()) local_array_begins(record_, &array, kLocalShape<kName, Array, kInitialised>, stored_);
    }
    [[gnu::always_inline]] constexpr ~LocalArrayWatch()
    {
        if (!std::is_constant_evaluated()) local_array_ends(record_);
    }
    LocalArrayWatch(const LocalArrayWatch&) = delete;
    LocalArrayWatch& operator=(const LocalArrayWatch&) = delete;

private:
    LocalRecord record_;
    std::uint8_t stored_[(sizeof(Array) + 3) / 4];
};

struct alignas(16) LocalGap {
    unsigned char bytes[kLocalGap];
    [[gnu::always_inline]] constexpr LocalGap() {}   // nothing is stored there
};

template <Text kName, class Array, bool kInitialised>
struct LocalArray {
    LocalGap before;
    Array array;
    LocalGap after;
    LocalArrayWatch<kName, Array, kInitialised> watch = LocalArrayWatch<kName, Array, kInitialised>(array);
};

/// What an index of an array of several dimensions selects.
template <Text kName, class Whole, class Array, std::uint32_t kDimension>
class CheckedRows;

template <Text kName, class Whole, class Array, std::uint32_t kDimension>
[[gnu::always_inline]] constexpr decltype(auto) checked(Array& array, std::ptrdiff_t row, std::ptrdiff_t index)
{
    constexpr std::ptrdiff_t extent = std::extent_v<Array>;
    if (std::size_t(index) >= std::size_t(extent)) [[unlikely]]
        outside_local_array(kLocalShape<kName, Whole, true>, kDimension, row, index);
    if constexpr (std::rank_v<Array> == 1) return (array[index]);
    else return CheckedRows<kName, Whole, std::remove_reference_t<decltype(array[index])>, kDimension + 1>{array[index], row * extent + index};
}

template <Text kName, class Whole, class Array, std::uint32_t kDimension>
class CheckedRows {
public:
    [[gnu::always_inline]] constexpr CheckedRows(Array& rows, std::ptrdiff_t row) : rows_(rows), row_(row) {}
    [[gnu::always_inline]] constexpr decltype(auto) operator[](std::ptrdiff_t index) const
    {
        return checked<kName, Whole, Array, kDimension>(rows_, row_, index);
    }

private:
    Array& rows_;
    std::ptrdiff_t row_;
};

template <Text kName, class Array>
struct CheckedArray {
    Array array;
    [[gnu::always_inline]] constexpr decltype(auto) operator[](std::ptrdiff_t index) { return checked<kName, Array, Array, 0>(array, 0, index); }
    [[gnu::always_inline]] constexpr decltype(auto) operator[](std::ptrdiff_t index) const
    {
        return checked<kName, Array, const Array, 0>(array, 0, index);
    }
};

}  // namespace halo_engine
