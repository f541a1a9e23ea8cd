#include "machine/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "machine/errors.hpp"

namespace halo::grader {
namespace {

void check(int done)
{
    if (done != 1) throw GraderFault({"OpenSSL cannot compute SHA-256", "", "apt install --reinstall libssl3"});
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { check(context_ ? EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) : 0); }

void Sha256::add(std::string_view bytes) { check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size())); }

void Sha256::add_field(std::string_view bytes)
{
    add(fmt::format("{}:", bytes.size()));
    add(bytes);
}

std::string Sha256::hex()
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    check(EVP_DigestFinal_ex(context_.get(), digest, &size));
    std::string text;
    for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
}

std::string sha256(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

}  // namespace halo::grader
