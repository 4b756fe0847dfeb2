// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <new>

namespace stowage {
namespace {

/// SHA-256 itself cannot fail: what OpenSSL can lack is memory.
void require(bool isDone) {
    if (!isDone) {
        throw std::bad_alloc();
    }
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : m_context(EVP_MD_CTX_new()) {
    require(m_context && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(std::span<const std::byte> bytes) {
    require(EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() const {
    const Context last(EVP_MD_CTX_new());  // a copy, so that more can be added
    std::array<unsigned char, 32> digest{};
    require(last && EVP_MD_CTX_copy_ex(last.get(), m_context.get()) == 1 &&
            EVP_DigestFinal_ex(last.get(), digest.data(), nullptr) == 1);
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 0xfU];
    }
    return text;
}

}  // namespace stowage
