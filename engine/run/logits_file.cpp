// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/logits_file.h"

#include "engine/base/atomic_file_writer.h"
#include "engine/base/random_access_file.h"

#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace stowage {

// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
namespace {

static_assert(std::endian::native == std::endian::little, "floats are written as they lie");

constexpr std::string_view kMagic{"\x93NUMPY\x01\x00", 8};
constexpr std::size_t kPreludeBytes = 10;  ///< magic, version, length of the header
constexpr std::size_t kAlignment = 64;

std::string headerFor(const Logits& logits) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                         std::to_string(logits.positions) + ", " +
                         std::to_string(logits.vocabulary) + "), }";
    const std::size_t whole = kPreludeBytes + header.size() + 1;
    header.append((kAlignment - whole % kAlignment) % kAlignment, ' ');
    return header + "\n";
}

/// A look at the header's Python dict, which numpy.save writes in one way only.
class HeaderText {
public:
    explicit HeaderText(std::string_view text) : m_text(text) {}

    /// The text after `'key':`, without blanks before it.
    [[nodiscard]] std::optional<std::string_view> valueOf(std::string_view key) const {
        const std::string quoted = "'" + std::string(key) + "':";
        const std::size_t at = m_text.find(quoted);
        if (at == std::string_view::npos) {
            return std::nullopt;
        }
        std::string_view value = m_text.substr(at + quoted.size());
        value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
        return value;
    }

private:
    std::string_view m_text;
};

/// "(3, 50257)…" → 3 and 50257; nothing for another number of dimensions.
std::optional<std::array<std::int64_t, 2>> parseShape(std::string_view text) {
    if (!text.starts_with('(')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    std::array<std::int64_t, 2> shape{};
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const auto [end, failure] =
            std::from_chars(text.data(), text.data() + text.size(), shape[i]);
        if (failure != std::errc{} || shape[i] < 1) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.starts_with(i == 0 ? "," : ")")) {
            return std::nullopt;
        }
        text.remove_prefix(1);
    }
    return shape;
}

Unexpected notOurs(const std::string& path, const std::string& what) {
    return fail(ErrorCode::Unsupported,
                path + " holds " + what +
                    "; a reference is a .npy file of little-endian float32 in C order, "
                    "[positions × vocabulary].",
                path);
}

Result<std::string> readHeader(const RandomAccessFile& file) {
    std::array<std::byte, kPreludeBytes> prelude{};
    if (file.size() < prelude.size()) {
        return fail(ErrorCode::UnknownFormat, file.path() + " is no .npy file: it is too short.",
                    file.path());
    }
    if (Result<void> read = file.readAt(0, prelude); !read) {
        return read.unexpected();
    }
    if (std::memcmp(prelude.data(), kMagic.data(), kMagic.size()) != 0) {
        return fail(ErrorCode::UnknownFormat,
                    file.path() + " is no .npy file of format 1.0: it begins otherwise.",
                    file.path(), {}, 0);
    }
    const std::size_t length =
        std::to_integer<std::size_t>(prelude[8]) | (std::to_integer<std::size_t>(prelude[9]) << 8U);
    if (length > file.size() - prelude.size()) {
        return fail(
            ErrorCode::Truncated,
            file.path() + " ends within its header of " + std::to_string(length) + " bytes.",
            file.path());
    }
    std::string header(length, ' ');
    if (Result<void> read = file.readAt(prelude.size(), std::as_writable_bytes(std::span(header)));
        !read) {
        return read.unexpected();
    }
    return header;
}

/// Sizes that fill the rest of the file exactly.
Result<std::array<std::int64_t, 2>> checkedShape(const std::string& header,
                                                 const RandomAccessFile& file) {
    const HeaderText text(header);
    const auto dtype = text.valueOf("descr");
    const auto order = text.valueOf("fortran_order");
    const auto shapeText = text.valueOf("shape");
    if (!dtype || !order || !shapeText) {
        return fail(ErrorCode::Malformed,
                    file.path() + " has a .npy header without descr, fortran_order or shape.",
                    file.path(), {}, kPreludeBytes);
    }
    if (!dtype->starts_with("'<f4'")) {
        return notOurs(file.path(), "numbers of another type");
    }
    if (!order->starts_with("False")) {
        return notOurs(file.path(), "numbers in Fortran order");
    }
    const auto shape = parseShape(*shapeText);
    if (!shape) {
        return notOurs(file.path(), "another number of dimensions");
    }
    const std::uint64_t room = (file.size() - kPreludeBytes - header.size()) / sizeof(float);
    const auto rows = static_cast<std::uint64_t>((*shape)[0]);
    const auto columns = static_cast<std::uint64_t>((*shape)[1]);
    if (rows > room / columns ||
        kPreludeBytes + header.size() + rows * columns * sizeof(float) != file.size()) {
        return fail(ErrorCode::Truncated,
                    file.path() + " has " + std::to_string(file.size()) +
                        " bytes, which is not what its header's shape " + std::to_string(rows) +
                        " × " + std::to_string(columns) + " needs.",
                    file.path());
    }
    return *shape;
}

}  // namespace

Result<void> writeLogitsFile(const Logits& logits, const std::string& path) {
    const std::string header = headerFor(logits);
    std::string prelude(kMagic);
    prelude.push_back(static_cast<char>(header.size() & 0xffU));
    prelude.push_back(static_cast<char>(header.size() >> 8U));
    auto file = AtomicFileWriter::create(path);
    if (!file) {
        return file.unexpected();
    }
    if (Result<void> written = (*file)->append(prelude + header); !written) {
        return written;
    }
    if (Result<void> written = (*file)->append(std::as_bytes(std::span(logits.values))); !written) {
        return written;
    }
    return (*file)->commit();
}

Result<Logits> readLogitsFile(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    if (!file) {
        return file.unexpected();
    }
    const Result<std::string> header = readHeader(**file);
    if (!header) {
        return header.unexpected();
    }
    const auto shape = checkedShape(*header, **file);
    if (!shape) {
        return shape.unexpected();
    }
    Logits logits{(*shape)[0], (*shape)[1], {}};
    logits.values.resize(static_cast<std::size_t>(logits.positions * logits.vocabulary));
    Result<void> read = (*file)->readAt(kPreludeBytes + header->size(),
                                        std::as_writable_bytes(std::span(logits.values)));
    return read ? Result<Logits>(std::move(logits)) : read.unexpected();
}

}  // namespace stowage
