// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/npy_header.h"

#include "engine/base/utf8.h"

#include <charconv>
#include <optional>

namespace stowage {
namespace {

constexpr std::size_t kMaxDimensions = 64;

class HeaderParser {
public:
    HeaderParser(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

    Result<NpyHeader> parse() {
        if (!take('{')) {
            return malformed("is no Python dict");
        }
        while (!take('}')) {
            const auto key = quoted();
            if (!key || !take(':')) {
                return malformed("is no dict of named values");
            }
            if (const auto read = member(*key); !read) {
                return read.unexpected();
            }
            if (!take(',') && peek() != '}') {
                return malformed("lacks a comma or its closing brace");
            }
        }
        skipSpace();
        if (m_at != m_text.size()) {
            return malformed("goes on behind its dict");
        }
        if (!m_hasDescr || !m_hasOrder || !m_hasShape) {
            return malformed("lacks 'descr', 'fortran_order' or 'shape'");
        }
        return std::move(m_header);
    }

private:
    Result<void> member(const std::string& key) {
        bool* const isKnown = key == "descr"           ? &m_hasDescr
                              : key == "fortran_order" ? &m_hasOrder
                              : key == "shape"         ? &m_hasShape
                                                       : nullptr;
        if (isKnown == nullptr || *isKnown) {
            return malformed("has the key " + quotedForMessage(key) +
                             (isKnown == nullptr ? ", which no .npy file has" : " twice"));
        }
        *isKnown = true;
        return key == "descr" ? descr() : key == "shape" ? shape() : order();
    }

    Result<void> descr() {
        if (peek() == '[' || peek() == '(' || peek() == '{') {
            return fail(ErrorCode::Unsupported,
                        m_file +
                            " holds a structured NumPy array; a tensor needs one plain dtype, so "
                            "save its fields as arrays of their own.",
                        m_file);
        }
        auto text = quoted();
        if (!text) {
            return malformed("gives 'descr' as what is no text");
        }
        m_header.descr = std::move(*text);
        return {};
    }

    Result<void> order() {
        for (const std::string_view word : {"True", "False"}) {
            skipSpace();
            if (m_text.substr(m_at).starts_with(word)) {
                m_at += word.size();
                m_header.isFortranOrder = word == "True";
                return {};
            }
        }
        return malformed("gives 'fortran_order' as neither True nor False");
    }

    Result<void> shape() {
        if (!take('(')) {
            return malformed("gives 'shape' as what is no tuple");
        }
        while (!take(')')) {
            skipSpace();
            std::int64_t size = 0;
            const char* const begin = m_text.data() + m_at;
            const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), size);
            if (error != std::errc{} || size < 0) {
                return malformed("has a dimension that is no size of 63 bits");
            }
            m_at += static_cast<std::size_t>(end - begin);
            // Python 2 wrote long numbers so.
            if (m_at < m_text.size() && m_text[m_at] == 'L') {
                ++m_at;
            }
            if (m_header.shape.size() == kMaxDimensions) {
                return fail(
                    ErrorCode::LimitExceeded,
                    m_file + " has more than 64 dimensions, which is the most that is read.",
                    m_file);
            }
            m_header.shape.push_back(size);
            if (!take(',') && peek() != ')') {
                return malformed("lacks a comma or a bracket in 'shape'");
            }
        }
        return {};
    }

    std::optional<std::string> quoted() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') {
            return std::nullopt;
        }
        const std::size_t end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        std::string text(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return text;
    }

    void skipSpace() {
        const std::size_t next = m_text.find_first_not_of(" \t\r\n", m_at);
        m_at = next == std::string_view::npos ? m_text.size() : next;
    }

    char peek() {
        skipSpace();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool take(char wanted) {
        if (peek() != wanted || m_at == m_text.size()) {
            return false;
        }
        ++m_at;
        return true;
    }

    Unexpected malformed(const std::string& reason) const {
        return fail(ErrorCode::Malformed,
                    "The NumPy header of " + m_file + " " + reason + " (at its character " +
                        std::to_string(m_at) + ").",
                    m_file);
    }

    std::string_view m_text;
    const std::string& m_file;
    std::size_t m_at = 0;
    NpyHeader m_header;
    bool m_hasDescr = false;
    bool m_hasOrder = false;
    bool m_hasShape = false;
};

}  // namespace

Result<NpyHeader> parseNpyHeader(std::string_view text, const std::string& file) {
    return HeaderParser(text, file).parse();
}

}  // namespace stowage
