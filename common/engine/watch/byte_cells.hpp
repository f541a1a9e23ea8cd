#pragma once
// Shadow cells for the bytes of words of global memory that are used in pieces. Most words are not: one cell does for all four bytes.

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "engine/memory/arena.hpp"

namespace halo::engine {

/// Of one launch, for all its host threads. A caller holds the lock of the word's page, see GlobalWords.
class ByteCells {
public:
    /// The cells of the four bytes of the aligned word at this address. 0 when first asked for.
    std::uint64_t* of(std::uintptr_t word) { return of_page(word / Arena::kPage) + word % Arena::kPage; }
    std::uint64_t* of_page(std::uintptr_t page)
    {
        std::unique_ptr<Pages>& pages = stripes_[page % kStripes];
        if (pages == nullptr) pages = std::make_unique<Pages>();
        std::unique_ptr<std::uint64_t[]>& cells = (*pages)[page];
        if (cells == nullptr) cells = std::make_unique<std::uint64_t[]>(Arena::kPage);
        return cells.get();
    }
    static constexpr std::size_t kStripes = 1024;   ///< pages with different remainders are independent of each other

private:
    using Pages = std::unordered_map<std::uintptr_t, std::unique_ptr<std::uint64_t[]>>;
    std::array<std::unique_ptr<Pages>, kStripes> stripes_;
};

}  // namespace halo::engine
