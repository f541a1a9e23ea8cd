#pragma once
// What wire.cpp writes and response.cpp reads: the records' tags, and a reader that takes bytes off the front.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace halo::lab {

inline constexpr std::string_view kBegun = "CALL", kOutput = "OUT.", kFacts = "FACT", kEnd = "END.";

/// Takes pieces off the front; once one is missing, ok() stays false and everything further is empty.
class Reader {
public:
    explicit Reader(std::string_view bytes) : left_(bytes) {}

    bool ok() const { return ok_; }
    bool empty() const { return left_.empty(); }
    std::size_t size() const { return left_.size(); }

    std::string_view take(std::size_t bytes)
    {
        if (!ok_ || bytes > left_.size()) {
            ok_ = false;
            return {};
        }
        const std::string_view piece = left_.substr(0, bytes);
        left_.remove_prefix(bytes);
        return piece;
    }

    template <class T>
    T take()
    {
        T value{};
        if (const std::string_view piece = take(sizeof(T)); !piece.empty()) std::memcpy(&value, piece.data(), sizeof(T));
        return value;
    }

    std::vector<float> take_floats(std::uint64_t count)
    {
        if (count > left_.size() / sizeof(float)) {
            ok_ = false;
            return {};
        }
        std::vector<float> values(count);
        const std::string_view piece = take(count * sizeof(float));
        if (!piece.empty()) std::memcpy(values.data(), piece.data(), piece.size());
        return values;
    }

private:
    std::string_view left_;
    bool ok_ = true;
};

}  // namespace halo::lab
