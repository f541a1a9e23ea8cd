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

template <class Array>
struct Extents {
    std::size_t of[std::rank<Array>::value];
};
template <class Array>
constexpr Extents<Array> extents_of()
{
    Extents<Array> extents{};
    const std::size_t all[] = {std::extent<Array, 0>::value, std::extent<Array, 1>::value, std::extent<Array, 2>::value, std::extent<Array, 3>::value};
    for (std::size_t i = 0; i < std::rank<Array>::value; ++i) extents.of[i] = all[i];
    return extents;
}
template <class Array>
constexpr Extents<Array> kExtents = extents_of<Array>();

/// `Name` is declared next to the array: its text() is the array's name.
template <class Name, class Array, bool kInitialised>
constexpr LocalShape kLocalShape = {Name::text(),
                                    std::uint32_t(sizeof(Array)),
                                    std::uint32_t(sizeof(std::remove_all_extents_t<Array>)),
                                    std::uint32_t(std::rank<Array>::value),
                                    kExtents<Array>.of,
                                    kInitialised || !std::is_trivially_default_constructible<std::remove_all_extents_t<Array>>::value};

/// Registers an array with its thread while it exists.
template <class Name, class Array, bool kInitialised>
class LocalArrayWatch {
public:
    [[gnu::always_inline]] explicit LocalArrayWatch(const Array& array)
    {
        local_array_begins(record_, &array, kLocalShape<Name, Array, kInitialised>, stored_);
    }
    [[gnu::always_inline]] ~LocalArrayWatch() { local_array_ends(record_); }
    LocalArrayWatch(const LocalArrayWatch&) = delete;
    LocalArrayWatch& operator=(const LocalArrayWatch&) = delete;

private:
    LocalRecord record_;
    std::uint8_t stored_[(sizeof(Array) + 3) / 4];
};

struct alignas(16) LocalGap {
    unsigned char bytes[kLocalGap];
    [[gnu::always_inline]] LocalGap() {}   // nothing is stored there
};

template <class Name, class Array, bool kInitialised>
struct LocalArray {
    LocalGap before;
    Array array;
    LocalGap after{};
    LocalArrayWatch<Name, Array, kInitialised> watch{array};
};

template <class Name, class Whole, class Array, std::uint32_t kDimension>
class CheckedRows;

/// `rows[index]`, of an array of one dimension.
template <class Name, class Whole, std::uint32_t kDimension, class Element, std::size_t kExtent>
[[gnu::always_inline]] constexpr Element& checked(Element (&array)[kExtent], std::ptrdiff_t row, std::ptrdiff_t index)
{
    if (std::size_t(index) >= kExtent) outside_local_array(kLocalShape<Name, Whole, true>, kDimension, row, index);
    return array[index];
}

/// Of an array of several: what the other indices are applied to.
template <class Name, class Whole, std::uint32_t kDimension, class Element, std::size_t kRow, std::size_t kExtent>
[[gnu::always_inline]] constexpr CheckedRows<Name, Whole, Element[kRow], kDimension + 1> checked(Element (&array)[kExtent][kRow], std::ptrdiff_t row,
                                                                                               std::ptrdiff_t index)
{
    if (std::size_t(index) >= kExtent) outside_local_array(kLocalShape<Name, Whole, true>, kDimension, row, index);
    return {array[index], row * std::ptrdiff_t(kExtent) + index};
}

template <class Name, class Whole, class Array, std::uint32_t kDimension>
class CheckedRows {
public:
    [[gnu::always_inline]] constexpr CheckedRows(Array& rows, std::ptrdiff_t row) : rows_(rows), row_(row) {}
    [[gnu::always_inline]] constexpr decltype(auto) operator[](std::ptrdiff_t index) const
    {
        return checked<Name, Whole, kDimension>(rows_, row_, index);
    }

private:
    Array& rows_;
    std::ptrdiff_t row_;
};

template <class Name, class Array>
struct CheckedArray {
    Array array;
    [[gnu::always_inline]] constexpr decltype(auto) operator[](std::ptrdiff_t index) { return checked<Name, Array, 0>(array, 0, index); }
    [[gnu::always_inline]] constexpr decltype(auto) operator[](std::ptrdiff_t index) const { return checked<Name, Array, 0>(array, 0, index); }
};

}  // namespace halo_engine
