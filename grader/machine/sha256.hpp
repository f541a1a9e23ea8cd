#pragma once
// SHA-256, which identifies submissions and harnesses by content, and derives seeds.

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;     // EVP_MD_CTX of OpenSSL

namespace halo::grader {

class Sha256 {
public:
    Sha256();

    void add(std::string_view bytes);

    /// Adds the length first, so that ("ab","c") and ("a","bc") differ.
    void add_field(std::string_view bytes);

    /// 64 hexadecimal digits. Call once, at the end.
    std::string hex();

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> context_;
};

std::string sha256(std::string_view bytes);

}  // namespace halo::grader
