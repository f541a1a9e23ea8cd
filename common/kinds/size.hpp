#pragma once
// How large one call is. Each kind has a type of its own for it, whose numbers have names; what knows no kind carries them as a list.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace halo::lab {

/// A number of the kind's own size `S`.
template <class S>
struct SizeNumber {
    const char* name;                 ///< `width`
    int S::*member;
    int step = 8;                     ///< in which the grader draws it, near the stated one; 0: as stated. A sector is 8 elements
};

// clang-format 14 mistakes the braces of a concept for those of a function.
// clang-format off
/// A kind's own size: an aggregate of ints, all of which `numbers()` lists in an array of SizeNumber<S>.
template <class S>
concept KindSize = requires {
    { *S::numbers().begin() } -> std::convertible_to<SizeNumber<S>>;
} && std::default_initializable<S> && std::copyable<S>;
// clang-format on

/// Named numbers. Trivially copyable: processes that time functions exchange its bytes.
class Size {
public:
    static constexpr std::size_t kMostNumbers = 8, kLongestName = 15;
    struct Number {
        char name[kLongestName + 1] = {};
        int value = 0;

        friend bool operator==(const Number&, const Number&) = default;
    };

    Size() = default;

    template <KindSize S>
    Size(const S& own)
    {
        for (const SizeNumber<S>& one : S::numbers()) add(one.name, own.*one.member);
    }

    /// Throws std::invalid_argument if the name is too long, or the list is full.
    void add(std::string_view name, int value)
    {
        if (count_ >= kMostNumbers || name.size() > kLongestName) throw std::invalid_argument("a size has too many numbers, or a name too long: " + std::string(name));
        std::ranges::copy(name, numbers_[count_].name);
        numbers_[count_++].value = value;
    }

    std::span<const Number> numbers() const { return {numbers_.data(), std::min(count_, kMostNumbers)}; }

    /// The value of this name; nullptr if there is none.
    const int* find(std::string_view name) const
    {
        const auto found = std::ranges::find(numbers(), name, [](const Number& one) { return std::string_view(one.name); });
        return found == numbers().end() ? nullptr : &found->value;
    }
    int* find(std::string_view name) { return const_cast<int*>(std::as_const(*this).find(name)); }

    /// The first of the largest numbers; nullptr if there is none.
    int* largest() { return count_ == 0 ? nullptr : &std::ranges::max_element(numbers_.begin(), numbers_.begin() + std::ptrdiff_t(count_), {}, &Number::value)->value; }

    /// As its kind's own type. Throws std::invalid_argument if it lacks one of that type's numbers.
    template <KindSize S>
    S as() const
    {
        S own;
        for (const SizeNumber<S>& one : S::numbers()) {
            const int* const value = find(one.name);
            if (value == nullptr) throw std::invalid_argument("a size without " + std::string(one.name));
            own.*one.member = *value;
        }
        return own;
    }

    friend bool operator==(const Size&, const Size&) = default;

private:
    std::array<Number, kMostNumbers> numbers_ = {};
    std::size_t count_ = 0;
};
static_assert(std::is_trivially_copyable_v<Size>);

}  // namespace halo::lab
