#pragma once
// SHA-256 (FIPS 180-4): names a submission, a harness and a seed by what they contain.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace halo::grader {

class Sha256 {
public:
    void add(std::string_view bytes);

    /// Adds the length first, so that ("ab","c") and ("a","bc") differ.
    void add_field(std::string_view bytes);

    /// 64 hexadecimal digits. Call once, at the end.
    std::string hex();

private:
    void block(const unsigned char* data);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> rest_{};
    std::size_t rest_size_ = 0;
    std::uint64_t size_ = 0;
};

std::string sha256(std::string_view bytes);

}  // namespace halo::grader
