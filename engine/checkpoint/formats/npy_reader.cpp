// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/npy_reader.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/formats/buffered_reads.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace stowage {
namespace {

class NpyHeaderParser {
public:
    NpyHeaderParser(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

    Result<NpyHeader> parse() {
        if (!take('{')) {
            return malformed(phrase("is not a Python dict"));
        }
        while (!take('}')) {
            const auto key = quoted();
            if (!key || !take(':')) {
                return malformed(phrase("is not a dict of named values"));
            }
            STOWAGE_TRY(member(*key));
            if (!take(',') && peek() != '}') {
                return malformed(phrase("lacks a comma or its closing brace"));
            }
        }
        skipSpace();
        if (m_at != m_text.size()) {
            return malformed(phrase("continues after its dict"));
        }
        if (!m_hasDescr || !m_hasOrder || !m_hasShape) {
            return malformed(phrase("lacks 'descr', 'fortran_order' or 'shape'"));
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
            return malformed(isKnown == nullptr
                                 ? say("has the key %1, which does not belong in a .npy file",
                                       quotedForMessage(key))
                                 : say("has the key %1 twice", quotedForMessage(key)));
        }
        *isKnown = true;
        return key == "descr" ? descr() : key == "shape" ? shape() : order();
    }

    Result<void> descr() {
        if (peek() == '[' || peek() == '(' || peek() == '{') {
            return fail(ErrorCode::Unsupported,
                        say("%1 contains a structured NumPy array, but a tensor needs one plain "
                            "dtype; save the fields of the array as separate arrays.",
                            m_file),
                        m_file);
        }
        auto text = quoted();
        if (!text) {
            return malformed(phrase("has a 'descr' that is not a string"));
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
        return malformed(phrase("has a 'fortran_order' that is neither True nor False"));
    }

    Result<void> shape() {
        constexpr std::size_t kMaxDimensions = 64;
        if (!take('(')) {
            return malformed(phrase("has a 'shape' that is not a tuple"));
        }
        while (!take(')')) {
            skipSpace();
            std::int64_t size = 0;
            const char* const begin = m_text.data() + m_at;
            const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), size);
            if (error != std::errc{} || size < 0) {
                return malformed(
                    phrase("has a dimension that is not an integer from 0 to 2^63 - 1"));
            }
            m_at += static_cast<std::size_t>(end - begin);
            // Python 2 wrote long numbers so.
            if (m_at < m_text.size() && m_text[m_at] == 'L') {
                ++m_at;
            }
            if (m_header.shape.size() == kMaxDimensions) {
                return fail(
                    ErrorCode::LimitExceeded,
                    say("The array in %1 has more dimensions than the limit of 64.", m_file),
                    m_file);
            }
            m_header.shape.push_back(size);
            if (!take(',') && peek() != ')') {
                return malformed(phrase("lacks a comma or a bracket in 'shape'"));
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

    Unexpected malformed(const Message& reason) const {
        return fail(
            ErrorCode::Malformed,
            say("The NumPy header of %1 %2 (at character %3 of the header).", m_file, reason, m_at),
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

using namespace std::string_view_literals;

constexpr std::string_view kNpyMagic = "\x93NUMPY"sv;

constexpr std::string_view kNpyEnding = ".npy";

/// numpy itself refuses headers above 10,000 characters unless told otherwise.
constexpr std::uint32_t kMaxHeaderBytes = 64 * 1024;

struct KindName {
    std::string_view kind;  ///< of the array interface, with the item's bytes
    DType dtype;
};

constexpr auto kKinds = std::to_array<KindName>({
    {"b1", DType::Bool},
    {"u1", DType::UInt8},
    {"i1", DType::Int8},
    {"u2", DType::UInt16},
    {"i2", DType::Int16},
    {"u4", DType::UInt32},
    {"i4", DType::Int32},
    {"u8", DType::UInt64},
    {"i8", DType::Int64},
    {"f2", DType::Float16},
    {"f4", DType::Float32},
    {"f8", DType::Float64},
    {"c8", DType::Complex64},
    {"c16", DType::Complex128},
});

Result<DType> dtypeOf(std::string_view descr, const std::string& file) {
    const auto refuse = [&](Message message) {
        return fail(ErrorCode::Unsupported, std::move(message), file);
    };
    const std::string quoted = quotedForMessage(descr);
    std::string_view kind = descr;
    const char order = descr.empty() ? '\0' : descr.front();
    if (order == '<' || order == '>' || order == '|' || order == '=') {
        kind.remove_prefix(1);
    }
    if (kind.starts_with('O')) {
        return refuse(
            say("%1 contains a NumPy array of the dtype %2, that is, Python objects in a pickle, "
                "which Stowage never reads.",
                file, quoted));
    }
    const auto* found = std::ranges::find(kKinds, kind, &KindName::kind);
    if (found == kKinds.end()) {
        return refuse(
            say("%1 contains a NumPy array of the dtype %2, which tensors do not support; save the "
                "array with a plain numeric dtype.",
                file, quoted));
    }
    if (order == '>' && storedBits(found->dtype) > 8) {
        return refuse(
            say("%1 contains a NumPy array of the dtype %2, which is big-endian; convert the array "
                "with `.astype(x.dtype.newbyteorder('<'))` and save it again.",
                file, quoted));
    }
    return found->dtype;
}

/// Column-major strides; empty where C order says the same.
std::vector<std::int64_t> fortranStrides(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> strides;
    std::int64_t step = 1;
    std::size_t longSides = 0;
    for (const std::int64_t size : shape) {
        strides.push_back(step);
        step *= size;
        longSides += size > 1 ? 1 : 0;
    }
    return longSides > 1 && step > 0 ? strides : std::vector<std::int64_t>{};
}

Result<NpyHeader> readHeader(FileCursor& cursor, const std::string& file) {
    const auto magic = cursor.text(kNpyMagic.size());
    const auto version =
        magic ? cursor.number<std::uint16_t>() : Result<std::uint16_t>(magic.unexpected());
    STOWAGE_TRY(version);
    const unsigned major = *version & 0xffU;
    if (*magic != kNpyMagic || major < 1 || major > 3) {
        return fail(
            ErrorCode::Unsupported,
            say("%1 is a NumPy file of version %2; Stowage reads versions 1 to 3.", file, major),
            file, {}, kNpyMagic.size());
    }
    std::uint32_t length = 0;
    if (major == 1) {
        const auto number = cursor.number<std::uint16_t>();
        STOWAGE_TRY(number);
        length = *number;
    } else {
        const auto number = cursor.number<std::uint32_t>();
        STOWAGE_TRY(number);
        length = *number;
    }
    if (length > kMaxHeaderBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has a NumPy header of %2 bytes; the limit is 65536.", file, length),
                    file, {}, kNpyMagic.size());
    }
    const auto text = cursor.text(length);
    return text ? parseNpyHeader(*text, file) : Result<NpyHeader>(text.unexpected());
}

}  // namespace

Result<NpyHeader> parseNpyHeader(std::string_view text, const std::string& file) {
    return NpyHeaderParser(text, file).parse();
}

bool isNpyFile(std::string_view head) {
    return head.starts_with(kNpyMagic);
}

Result<StoredTensor> readNpyTensor(const std::shared_ptr<const RandomAccessFile>& file) {
    FileCursor cursor(file);
    const std::string& path = file->path();
    auto header = readHeader(cursor, path);
    STOWAGE_TRY(header);
    const auto dtype = dtypeOf(header->descr, path);
    STOWAGE_TRY(dtype);
    const auto bytes = checkedByteSize(*dtype, header->shape);
    if (!bytes) {
        return fail(
            ErrorCode::Malformed,
            say("%1 has a shape whose size in bytes does not fit in a 64-bit number.", path), path);
    }
    if (*bytes > cursor.left()) {
        return fail(
            ErrorCode::Truncated,
            say("%1 needs %2 bytes of data but has only %3 bytes; save or fetch the file again.",
                path, *bytes, cursor.left()),
            path, {}, cursor.position());
    }
    StoredTensor tensor;
    tensor.dtype = *dtype;
    if (header->isFortranOrder && *bytes > 0) {
        tensor.strides = fortranStrides(header->shape);
    }
    tensor.shape = std::move(header->shape);
    tensor.location = {0, cursor.position(), *bytes};
    return tensor;
}

Result<Checkpoint> readNpy(const std::shared_ptr<const RandomAccessFile>& file) {
    auto tensor = readNpyTensor(file);
    STOWAGE_TRY(tensor);
    const std::string& path = file->path();
    std::string name = path.substr(path.rfind('/') + 1);
    if (name.size() > kNpyEnding.size() && name.ends_with(kNpyEnding)) {
        name.resize(name.size() - kNpyEnding.size());
    }
    if (!isValidUtf8(name)) {
        return fail(ErrorCode::Malformed,
                    say("The name of %1 is not valid UTF-8 and cannot be the name of a tensor; "
                        "rename the file.",
                        path),
                    path);
    }
    Checkpoint checkpoint;
    checkpoint.path = path;
    checkpoint.format = CheckpointFormat::Npy;
    checkpoint.shards = {file};
    const std::uint64_t end = tensor->location.offset + tensor->location.length;
    if (end < file->size()) {
        const std::uint64_t excess = file->size() - end;
        checkpoint.warnings.push_back(
            excess == 1
                ? say("%1 has %2 extra byte after its array, which was ignored.", path, excess)
                : say("%1 has %2 extra bytes after its array, which were ignored.", path, excess));
    }
    tensor->name = std::move(name);
    checkpoint.tensors.push_back(std::move(*tensor));
    return checkpoint;
}

}  // namespace stowage
