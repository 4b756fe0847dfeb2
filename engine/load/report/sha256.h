// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;

namespace stowage {

/// SHA-256 (FIPS 180-4) of bytes fed in parts, as OpenSSL computes it. Move-only. Every function
/// throws std::bad_alloc where OpenSSL has no memory.
///
///     Sha256 digest;
///     digest.add(part);
///     digest.hex();  // "ba7816bf8f01cfea…"
class Sha256 {
public:
    Sha256();
    void add(std::span<const std::byte> bytes);
    /// 64 lower-case hexadecimal digits of everything added so far.
    [[nodiscard]] std::string hex() const;

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    using Context = std::unique_ptr<evp_md_ctx_st, Free>;

    Context m_context;
};

}  // namespace stowage
