#include "report/markup.hpp"

#include <array>

#include <openssl/evp.h>

#include "findings/markup.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::report {

std::string escaped(std::string_view bytes) { return halo::escaped(printable(bytes)); }

std::string policy_hash(std::string_view content)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (EVP_Digest(content.data(), content.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) throw GraderFault({"SHA-256 failed", "libcrypto", ""});
    std::array<unsigned char, 64> text{};       // 32 bytes are 44 characters, and a 0
    const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(size));
    return "'sha256-" + std::string(text.begin(), text.begin() + length) + "'";
}

}  // namespace halo::grader::report
