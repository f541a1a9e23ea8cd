#pragma once
// Arrays among a thread's local variables. The translator declares those of device code as one of these types:
//
//     float sum[4] = {};   →   CheckedArray, if every use is `sum[i]`: each index is checked, which costs nothing where the
//                              compiler knows that it lies inside, as in a loop over the array.
//     float sum[4];        →   UnsetArray: likewise, and the engine knows which of its elements have been stored.
//     float window[5];     →   LocalArray, if it is also used otherwise, and `window` refers to its member. The engine knows the
//                              array by its address, also through a pointer. It does not know which elements have been stored: the
//                              compiler calls no hook where it copies many at once in a function of the standard library.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "builtins.hpp"

namespace halo_engine {

/// What the engine reports about an array. Lives as long as the program.
struct LocalShape {
    const char* name;
    std::uint32_t bytes, element_bytes;
    std::uint32_t rank;
    const std::size_t* extents;   ///< [rank]
    std::uint32_t gap;            ///< an index in this many bytes before or after the array is known to be one of it
    bool initialised;             ///< all elements have values when the array is declared, or it is not known which have
};

/// One array of a running thread, in its stack.
struct LocalRecord {
    LocalRecord* outer;           ///< of the arrays that were there before it
    const LocalShape* shape;
    std::uintptr_t begin;         ///< the address of the array
    std::uint64_t used;           ///< 0 until the engine has seen an access
    std::uint8_t* stored() { return reinterpret_cast<std::uint8_t*>(this + 1); }   ///< if not initialised; for each 4 bytes of the array: a bit for each byte that has a value
};

/// Of a LocalArray.
constexpr std::size_t kLocalGap = 64;

// These fill in a record and make it the thread's innermost, and make the one before it the innermost again. Not instrumented, and
// without `memory` among what they change: else the compiler would load global memory anew after each declaration, and counts
// would be higher than a card's.
#if defined(__x86_64__)
[[gnu::always_inline]] inline void local_array_begins(LocalRecord* record, const volatile void* array, const LocalShape* shape) noexcept
{
    LocalRecord* outer;
    __asm__ volatile("movq %%fs:halo_now@tpoff+64, %0\n\t"
                     "movq %0, (%1)\n\t"
                     "movq %2, 8(%1)\n\t"
                     "movq %3, 16(%1)\n\t"
                     "movq $0, 24(%1)\n\t"
                     "movq %1, %%fs:halo_now@tpoff+64"
                     : "=&r"(outer)
                     : "r"(record), "r"(shape), "r"(array));
}
[[gnu::always_inline]] inline void local_array_ends(const LocalRecord* record) noexcept
{
    LocalRecord* outer;
    __asm__ volatile("movq (%1), %0\n\t"
                     "movq %0, %%fs:halo_now@tpoff+64"
                     : "=&r"(outer)
                     : "r"(record));
}
#else
[[gnu::noinline]] void local_array_begins(LocalRecord* record, const volatile void* array, const LocalShape* shape) noexcept;
[[gnu::noinline]] void local_array_ends(const LocalRecord* record) noexcept;
#endif

/// `index`, in this dimension, is not in the array. `row`: what the indices of the dimensions before it have selected. Ends
/// the thread, so that the compiler need not assume that memory has changed.
[[noreturn, gnu::cold, gnu::noinline]] void outside_local_array(const LocalShape& shape, std::uint32_t dimension, std::ptrdiff_t row,
                                                                std::ptrdiff_t index);

template <class Array>
struct Extents {
    std::size_t of[std::rank<Array>::value];
};
template <class Element>
constexpr void write_extents(std::size_t*, const Element*)
{
}
template <class Row, std::size_t kExtent>
constexpr void write_extents(std::size_t* to, const Row (*)[kExtent])
{
    *to = kExtent;
    write_extents(to + 1, static_cast<const Row*>(nullptr));
}
template <class Array>
constexpr Extents<Array> extents_of()
{
    Extents<Array> extents{};
    write_extents(extents.of, static_cast<const std::remove_cv_t<Array>*>(nullptr));
    return extents;
}
template <class Array>
constexpr Extents<Array> kExtents = extents_of<Array>();

/// Whether it can be known which elements have been stored. Not for a class: the compiler calls no hook where the result of a
/// function is stored as a whole, and an element that is not complete may be copied.
template <class Array>
constexpr bool kHasSimpleElements = std::is_scalar<std::remove_all_extents_t<Array>>::value;

/// `Name` is declared next to the array: its text() is the array's name.
template <class Name, class Array, bool kInitialised, std::size_t kGap = 0>
constexpr LocalShape kLocalShape = {Name::text(),
                                    std::uint32_t(sizeof(Array)),
                                    std::uint32_t(sizeof(std::remove_all_extents_t<Array>)),
                                    std::uint32_t(std::rank<Array>::value),
                                    kExtents<Array>.of,
                                    std::uint32_t(kGap),
                                    kInitialised};

constexpr std::size_t whole_16(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

/// Registers an array with its thread while it exists.
template <class Name, class Array, bool kInitialised, std::size_t kGap>
class alignas(16) LocalArrayWatch {
public:
    [[gnu::always_inline]] explicit LocalArrayWatch(const volatile Array& array)
    {
        local_array_begins(record(), &array, &kLocalShape<Name, Array, kInitialised, kGap>);
    }
    [[gnu::always_inline]] ~LocalArrayWatch() { local_array_ends(record()); }
    LocalArrayWatch(const LocalArrayWatch&) = delete;
    LocalArrayWatch& operator=(const LocalArrayWatch&) = delete;

private:
    [[gnu::always_inline]] LocalRecord* record() { return reinterpret_cast<LocalRecord*>(room_); }
    unsigned char room_[whole_16(sizeof(LocalRecord) + (kInitialised ? 0 : (sizeof(Array) + 3) / 4))];
};

/// Nothing is stored there. The bytes after an array end at a multiple of 16: the compiler would clear padding.
template <std::size_t kBytes>
struct LocalGap {
    unsigned char bytes[kBytes];
    [[gnu::always_inline]] LocalGap() {}
};
template <class Array, std::size_t kBytes>
using GapBehind = LocalGap<kBytes + whole_16(sizeof(Array)) - sizeof(Array)>;

template <class Name, class Array>
struct alignas(16) LocalArray {
    LocalGap<kLocalGap> before;
    Array array;
    GapBehind<Array, kLocalGap> after{};
    LocalArrayWatch<Name, Array, true, kLocalGap> watch{array};
};

template <class Name, class Whole, class Array, std::uint32_t kDimension, std::uint32_t kIndices>
class CheckedRows;

/// Applies the index of dimension kDimension to `array`, which the indices before it, together `row`, have selected. kIndices:
/// how many the declaration has. Elements that are arrays themselves, by a typedef, are left as they are.
template <class Name, class Whole, std::uint32_t kDimension, std::uint32_t kIndices>
struct Checked {
    template <class Row, std::size_t kExtent>
    [[gnu::always_inline]] static constexpr CheckedRows<Name, Whole, Row, kDimension + 1, kIndices> at(Row (&array)[kExtent], std::ptrdiff_t row, std::ptrdiff_t index)
    {
        if (std::size_t(index) >= kExtent) outside_local_array(kLocalShape<Name, Whole, true>, kDimension, row, index);
        return {array[index], row * std::ptrdiff_t(kExtent) + index};
    }
};
template <class Name, class Whole, std::uint32_t kIndices>
struct Checked<Name, Whole, kIndices, kIndices> {
    template <class Element, std::size_t kExtent>
    [[gnu::always_inline]] static constexpr Element& at(Element (&array)[kExtent], std::ptrdiff_t row, std::ptrdiff_t index)
    {
        if (std::size_t(index) >= kExtent) outside_local_array(kLocalShape<Name, Whole, true>, kIndices, row, index);
        return array[index];
    }
};

template <class Name, class Whole, class Array, std::uint32_t kDimension, std::uint32_t kIndices>
class CheckedRows {
public:
    [[gnu::always_inline]] constexpr CheckedRows(Array& rows, std::ptrdiff_t row) : rows_(rows), row_(row) {}
    template <class Index>
    [[gnu::always_inline]] constexpr decltype(auto) operator[](Index index) const
    {
        static_assert(!std::is_floating_point<Index>::value, "invalid type for array subscript");
        return Checked<Name, Whole, kDimension, kIndices>::at(rows_, row_, index);
    }

private:
    Array& rows_;
    std::ptrdiff_t row_;
};

template <class Name, class Array, std::uint32_t kIndices>
struct CheckedArray {
    Array array;
    template <class Index>
    [[gnu::always_inline]] constexpr decltype(auto) operator[](Index index)
    {
        static_assert(!std::is_floating_point<Index>::value, "invalid type for array subscript");
        return Checked<Name, Array, 0, kIndices - 1>::at(array, 0, index);
    }
    template <class Index>
    [[gnu::always_inline]] constexpr decltype(auto) operator[](Index index) const
    {
        static_assert(!std::is_floating_point<Index>::value, "invalid type for array subscript");
        return Checked<Name, Array, 0, kIndices - 1>::at(array, 0, index);
    }
};

template <class Name, class Array, std::uint32_t kIndices>
struct alignas(16) WatchedArray : CheckedArray<Name, Array, kIndices> {
    GapBehind<Array, 16> after;
    LocalArrayWatch<Name, Array, false, 0> watch{this->array};
};

template <class Name, class Array, std::uint32_t kIndices>
using UnsetArray = std::conditional_t<kHasSimpleElements<Array>, WatchedArray<Name, Array, kIndices>, CheckedArray<Name, Array, kIndices>>;

}  // namespace halo_engine
