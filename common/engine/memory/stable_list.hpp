#pragma once
// A list to which one thread at a time adds while others read.

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <iterator>
#include <memory>

namespace halo::engine {

/// Elements never move, and a reader needs no lock for one of which it knows the index.
template <class T>
class StableList {
public:
    StableList() = default;
    StableList(const StableList&) = delete;
    StableList& operator=(const StableList&) = delete;
    ~StableList()
    {
        for (std::atomic<T*>& block : blocks_) std::unique_ptr<T[]>(block.load(std::memory_order_relaxed));
    }

    std::size_t size() const { return size_.load(std::memory_order_acquire); }
    T& operator[](std::size_t index) { return at(index); }
    const T& operator[](std::size_t index) const { return at(index); }
    T& back() { return at(size() - 1); }

    /// Returns the new element, which readers may see as it is made here.
    T& add(T element)
    {
        const std::size_t index = size_.load(std::memory_order_relaxed);
        std::atomic<T*>& block = blocks_[block_of(index)];
        if (block.load(std::memory_order_relaxed) == nullptr) block.store(std::make_unique<T[]>(kFirst << block_of(index)).release(), std::memory_order_release);
        T& added = at(index);
        added = std::move(element);
        size_.store(index + 1, std::memory_order_release);
        return added;
    }

    template <class List, class Element>
    struct Iterator {
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = Element*;
        using reference = Element&;
        List* list;
        std::size_t index;
        Element& operator*() const { return (*list)[index]; }
        Element* operator->() const { return &(*list)[index]; }
        Iterator& operator++() { return ++index, *this; }
        bool operator==(const Iterator&) const = default;
    };
    auto begin() { return Iterator<StableList, T>{this, 0}; }
    auto end() { return Iterator<StableList, T>{this, size()}; }
    auto begin() const { return Iterator<const StableList, const T>{this, 0}; }
    auto end() const { return Iterator<const StableList, const T>{this, size()}; }

private:
    static constexpr std::size_t kFirst = 64;      // elements of the first block; each further one has twice as many
    static constexpr std::size_t kBlocks = 40;

    static std::size_t block_of(std::size_t index) { return std::size_t(std::bit_width(index / kFirst + 1)) - 1; }
    T& at(std::size_t index) const
    {
        const std::size_t block = block_of(index), before = kFirst * ((std::size_t(1) << block) - 1);
        return blocks_[block].load(std::memory_order_acquire)[index - before];
    }

    std::array<std::atomic<T*>, kBlocks> blocks_{};
    std::atomic<std::size_t> size_{0};
};

}  // namespace halo::engine
