#include "engine/memory/textures.hpp"

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

namespace halo::engine {
namespace {

/// Handles start at 1. Kernels look them up while other host threads may add more, so objects are kept in blocks that
/// never move.
class TextureTable {
public:
    static TextureTable& instance()
    {
        static TextureTable* table = new TextureTable;
        return *table;
    }

    /// 0 when there is no room for more.
    unsigned long long add(const Texture& texture)
    {
        const std::lock_guard lock(mutex_);
        std::size_t index = used_;
        if (free_.size() > kMinFree) {  // delays the reuse of a destroyed handle
            index = free_.front();
            free_.pop_front();
        } else if (used_ == kBlocks * kBlock) {
            return 0;
        } else {
            if (index % kBlock == 0) blocks_[index / kBlock] = new Slot[kBlock];
            ++used_;
        }
        Slot& slot = blocks_[index / kBlock][index % kBlock];
        slot.texture = texture;
        slot.live = true;
        return index + 1;
    }

    Texture* find(unsigned long long handle) noexcept
    {
        const std::size_t index = handle - 1;
        if (index >= kBlocks * kBlock) return nullptr;
        Slot* block = blocks_[index / kBlock];
        return block == nullptr || !block[index % kBlock].live ? nullptr : &block[index % kBlock].texture;
    }

    bool remove(unsigned long long handle)
    {
        const std::lock_guard lock(mutex_);
        if (find(handle) == nullptr) return false;
        blocks_[(handle - 1) / kBlock].load()[(handle - 1) % kBlock].live = false;
        free_.push_back(handle - 1);
        return true;
    }

    std::vector<const Texture*> live()
    {
        const std::lock_guard lock(mutex_);
        std::vector<const Texture*> all;
        for (std::size_t i = 0; i < used_; ++i)
            if (const Texture* texture = find(i + 1); texture != nullptr && !texture->surface) all.push_back(texture);
        return all;
    }

private:
    struct Slot {
        Texture texture;
        std::atomic<bool> live{false};
    };
    static constexpr std::size_t kBlock = 1024, kBlocks = 1024, kMinFree = 1024;

    std::mutex mutex_;
    std::array<std::atomic<Slot*>, kBlocks> blocks_{};
    std::size_t used_ = 0;
    std::deque<std::size_t> free_;
};

}  // namespace

const Texture* find_texture(unsigned long long handle) noexcept { return TextureTable::instance().find(handle); }
unsigned long long add_texture(const Texture& texture) { return TextureTable::instance().add(texture); }
std::vector<const Texture*> live_textures() { return TextureTable::instance().live(); }
void remove_texture(unsigned long long handle) { TextureTable::instance().remove(handle); }

}  // namespace halo::engine
