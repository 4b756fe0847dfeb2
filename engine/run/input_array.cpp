// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/input_array.h"

#include "engine/base/byte_size.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/npy_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

namespace stowage {

// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
namespace {

constexpr std::string_view kArrayMagic{"\x93NUMPY\x01\x00", 8};

constexpr std::size_t kArrayPreludeBytes = 10;  ///< magic, version, length of the header

/// An hour of audio is a hundredth of it, an image a thousandth.
constexpr std::uint64_t kMostInputBytes = kGiB;

Unexpected notWanted(const std::string& path, const std::string& what, const ArrayFileRule& rule) {
    return fail(ErrorCode::Unsupported,
                path + " holds " + what + "; " + std::string(rule.wanted) + ".", path);
}

Result<std::string> readHeader(const RandomAccessFile& file) {
    std::array<std::byte, kArrayPreludeBytes> prelude{};
    if (file.size() < prelude.size()) {
        return fail(ErrorCode::UnknownFormat, file.path() + " is no .npy file: it is too short.",
                    file.path());
    }
    STOWAGE_TRY(file.readAt(0, prelude));
    if (std::memcmp(prelude.data(), kArrayMagic.data(), kArrayMagic.size()) != 0) {
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
    STOWAGE_TRY(file.readAt(prelude.size(), std::as_writable_bytes(std::span(header))));
    return header;
}

/// Sizes that fill the rest of the file exactly.
Result<std::vector<std::int64_t>> checkedShape(const std::string& header,
                                               const RandomAccessFile& file,
                                               const ArrayFileRule& rule) {
    const Result<NpyHeader> parsed = parseNpyHeader(header, file.path());
    STOWAGE_TRY(parsed);
    if (parsed->descr != "<f4") {
        return notWanted(file.path(), "numbers of another type", rule);
    }
    if (parsed->isFortranOrder) {
        return notWanted(file.path(), "numbers in Fortran order", rule);
    }
    const std::vector<std::int64_t>& shape = parsed->shape;
    const bool isAsked = rule.dimensions == 0 ? !shape.empty() : shape.size() == rule.dimensions;
    if (!isAsked || std::ranges::any_of(shape, [](std::int64_t size) { return size < 1; })) {
        return notWanted(file.path(), "an array of another shape", rule);
    }
    const std::uint64_t begin = kArrayPreludeBytes + header.size();
    const std::uint64_t room = (file.size() - begin) / sizeof(float);
    std::uint64_t count = 1;
    const bool fits = std::ranges::all_of(shape, [&](std::int64_t size) {
        const auto more = static_cast<std::uint64_t>(size);
        const bool isWithin = more <= room / count;
        count = isWithin ? count * more : count;
        return isWithin;
    });
    if (!fits || begin + count * sizeof(float) != file.size()) {
        return fail(ErrorCode::Truncated,
                    file.path() + " has " + std::to_string(file.size()) +
                        " bytes, which is not what its header's shape " + arrayShapeText(shape) +
                        " needs.",
                    file.path());
    }
    return shape;
}

/// How many numbers; nothing where they are more than any memory holds.
std::optional<std::uint64_t> countOf(const std::vector<std::int64_t>& shape) {
    std::uint64_t count = 1;
    for (const std::int64_t size : shape) {
        const auto more = static_cast<std::uint64_t>(std::max<std::int64_t>(size, 0));
        if (more != 0 && count > (std::uint64_t{1} << 48) / more) {
            return std::nullopt;
        }
        count *= more;
    }
    return count;
}

}  // namespace

std::string arrayShapeText(const std::vector<std::int64_t>& shape) {
    return joinedText(shape, " × ");
}

Result<void> checkInput(const std::optional<InputTrait>& wanted, const InputArray* given,
                        const std::string& family) {
    const auto refused = [](const std::string& sentence) {
        return fail(ErrorCode::InvalidArgument, sentence, {}, "input");
    };
    if (!wanted) {
        return given != nullptr ? refused("A model of the family " + family +
                                          " takes tokens and no array; leave the input out.")
                                : Result<void>();
    }
    const std::string takes = wanted->name + " of " + arrayShapeText(wanted->shape) + " numbers";
    if (given == nullptr) {
        return refused("This model takes " + takes +
                       ", and no input is given; give a .npy file of float32 with them.");
    }
    std::vector<std::int64_t> shape = given->shape;
    if (shape.size() == wanted->shape.size() + 1 && shape.front() == 1) {
        shape.erase(shape.begin());
    }
    if (shape != wanted->shape) {
        return refused("The input has " + arrayShapeText(given->shape) +
                       " numbers, and this model takes " + takes +
                       "; bring it into that shape, as the model's own processor does.");
    }
    if (!given->values.empty() && given->values.size() != countOf(shape)) {
        return refused("The input has " + std::to_string(given->values.size()) +
                       " numbers, and its shape is " + arrayShapeText(given->shape) + ".");
    }
    return {};
}

Result<InputArray> readArrayFile(const std::string& path, const ArrayFileRule& rule) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if (rule.mostBytes > 0 && (*file)->size() > rule.mostBytes) {
        return fail(ErrorCode::LimitExceeded,
                    path + " has " + formatSize((*file)->size()) + ", and what is read here has " +
                        formatSize(rule.mostBytes) + " at most; " + std::string(rule.wanted) + ".",
                    path);
    }
    const Result<std::string> header = readHeader(**file);
    STOWAGE_TRY(header);
    auto shape = checkedShape(*header, **file, rule);
    STOWAGE_TRY(shape);
    InputArray array{std::move(*shape)};
    array.values.resize(((*file)->size() - kArrayPreludeBytes - header->size()) / sizeof(float));
    Result<void> read = (*file)->readAt(kArrayPreludeBytes + header->size(),
                                        std::as_writable_bytes(std::span(array.values)));
    return read ? Result<InputArray>(std::move(array)) : read.unexpected();
}

Result<InputArray> readInputFile(const std::string& path) {
    auto array = readArrayFile(path, {.wanted = "an input is a .npy file of little-endian float32 "
                                                "in C order, as numpy.save writes it",
                                      .mostBytes = kMostInputBytes});
    if (array && !std::ranges::all_of(array->values, [](float x) { return std::isfinite(x); })) {
        return fail(ErrorCode::Malformed,
                    path +
                        " holds numbers that are not finite, of which no model makes sense; "
                        "make it anew.",
                    path);
    }
    return array;
}

}  // namespace stowage
