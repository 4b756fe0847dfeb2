// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/logits.h"

#include "engine/base/byte_size.h"
#include "engine/base/checksums.h"
#include "engine/base/file_writer.h"
#include "engine/base/number_text.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/npy_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

namespace stowage {

// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
namespace {

/// What is read of a NumPy file.
struct ArrayFileRule {
    Phrase wanted;                ///< for messages: "a reference is a .npy file of …"
    std::size_t dimensions = 0;   ///< 0: any number from 1
    std::uint64_t mostBytes = 0;  ///< of the file; 0: any number
};

constexpr std::string_view kMagic{"\x93NUMPY\x01\x00", 8};
constexpr std::size_t kPreludeBytes = 10;  ///< magic, version, length of the header

/// An hour of audio is a hundredth of it, an image a thousandth.
constexpr std::uint64_t kMostInputBytes = kGiB;

Unexpected notWanted(const std::string& path, Phrase what, const ArrayFileRule& rule) {
    return fail(ErrorCode::Unsupported, say("%1 contains %2; %3.", path, what, rule.wanted), path);
}

Result<std::string> readHeader(const RandomAccessFile& file) {
    std::array<std::byte, kPreludeBytes> prelude{};
    if (file.size() < prelude.size()) {
        return fail(ErrorCode::UnknownFormat,
                    say("%1 is not a .npy file: it is too short.", file.path()), file.path());
    }
    STOWAGE_TRY(file.readAt(0, prelude));
    if (std::memcmp(prelude.data(), kMagic.data(), kMagic.size()) != 0) {
        return fail(ErrorCode::UnknownFormat,
                    say("%1 is not a .npy file of format 1.0: the first bytes of the file differ.",
                        file.path()),
                    file.path(), {}, 0);
    }
    const std::size_t length =
        std::to_integer<std::size_t>(prelude[8]) | (std::to_integer<std::size_t>(prelude[9]) << 8U);
    if (length > file.size() - prelude.size()) {
        return fail(ErrorCode::Truncated,
                    say("%1 is truncated: the file ends within its header, which has %2 bytes.",
                        file.path(), length),
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
        return notWanted(file.path(), phrase("numbers of the wrong type"), rule);
    }
    if (parsed->isFortranOrder) {
        return notWanted(file.path(), phrase("numbers in Fortran order"), rule);
    }
    const std::vector<std::int64_t>& shape = parsed->shape;
    const bool isAsked = rule.dimensions == 0 ? !shape.empty() : shape.size() == rule.dimensions;
    if (!isAsked || std::ranges::any_of(shape, [](std::int64_t size) { return size < 1; })) {
        return notWanted(file.path(), phrase("an array of the wrong shape"), rule);
    }
    const std::uint64_t begin = kPreludeBytes + header.size();
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
                    say("%1 has %2 bytes, which does not match the shape %3 in its header.",
                        file.path(), file.size(), arrayShapeText(shape)),
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

/// Reads a file as numpy.save writes it: `.npy`, format 1.0, '<f4', C order. The header is held to
/// the file's length before anything is reserved. Errors: FileNotFound, PermissionDenied,
/// NotARegularFile, UnknownFormat (no NumPy file), Unsupported (another dtype, order or number of
/// dimensions), Malformed, Truncated, LimitExceeded, ReadFailed.
Result<InputArray> readArrayFile(const std::string& path, const ArrayFileRule& rule) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if (rule.mostBytes > 0 && (*file)->size() > rule.mostBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has a size of %2, but the limit is %3; %4.", path,
                        formatSize((*file)->size()), formatSize(rule.mostBytes), rule.wanted),
                    path);
    }
    const Result<std::string> header = readHeader(**file);
    STOWAGE_TRY(header);
    auto shape = checkedShape(*header, **file, rule);
    STOWAGE_TRY(shape);
    InputArray array{std::move(*shape)};
    array.values.resize(((*file)->size() - kPreludeBytes - header->size()) / sizeof(float));
    Result<void> read = (*file)->readAt(kPreludeBytes + header->size(),
                                        std::as_writable_bytes(std::span(array.values)));
    return read ? Result<InputArray>(std::move(array)) : read.unexpected();
}

}  // namespace

std::string arrayShapeText(const std::vector<std::int64_t>& shape) {
    return joinedText(shape, " × ");
}

Result<void> checkInput(const std::optional<InputTrait>& wanted, const InputArray* given,
                        const std::string& family) {
    const auto refused = [](const Message& sentence) {
        return fail(ErrorCode::InvalidArgument, sentence, {}, "input");
    };
    if (!wanted) {
        return given != nullptr ? refused(say("A model of the family %1 takes tokens, not an "
                                              "array; leave the input out.",
                                              family))
                                : Result<void>();
    }
    const std::string wantedShape = arrayShapeText(wanted->shape);
    if (given == nullptr) {
        return refused(
            say("This model needs the input %1 with %2 numbers, but no input is given; provide a "
                ".npy file of float32 numbers.",
                wanted->name, wantedShape));
    }
    std::vector<std::int64_t> shape = given->shape;
    if (shape.size() == wanted->shape.size() + 1 && shape.front() == 1) {
        shape.erase(shape.begin());
    }
    if (shape != wanted->shape) {
        return refused(
            say("The input has %1 numbers, but this model needs the input %2 with %3 numbers; "
                "convert the input to that shape, as the processor of the model does.",
                arrayShapeText(given->shape), wanted->name, wantedShape));
    }
    if (!given->values.empty() && given->values.size() != countOf(shape)) {
        return refused(say("The input has %1 numbers, but its shape is %2.", given->values.size(),
                           arrayShapeText(given->shape)));
    }
    return {};
}

Result<InputArray> readInputFile(const std::string& path) {
    auto array =
        readArrayFile(path, {.wanted = phrase("an input is a .npy file of little-endian float32 "
                                              "in C order, as numpy.save writes it"),
                             .mostBytes = kMostInputBytes});
    if (array && !std::ranges::all_of(array->values, [](float x) { return std::isfinite(x); })) {
        return fail(ErrorCode::Malformed,
                    say("%1 contains NaN or infinite numbers; create the file again.", path), path);
    }
    return array;
}

// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
namespace {

double largestOf(const std::vector<float>& values) {
    double largest = 0;
    for (const float value : values) {
        if (std::isfinite(value)) {
            largest = std::max(largest, std::abs(static_cast<double>(value)));
        }
    }
    return largest;
}

Message placeText(const LogitsComparison& found) {
    return say("position %1, token %2", found.position, found.token);
}

std::string sizeText(const Logits& logits) {
    return std::to_string(logits.positions) + " × " + std::to_string(logits.vocabulary);
}

/// The first number that is not finite, or none.
std::vector<float>::const_iterator firstOddNumber(const std::vector<float>& values) {
    return std::find_if(values.begin(), values.end(),
                        [](float value) { return !std::isfinite(value); });
}

void setPlace(LogitsComparison& found, const Logits& logits, std::ptrdiff_t index) {
    found.position = index / logits.vocabulary;
    found.token = index % logits.vocabulary;
}

void findLargestDifference(const Logits& logits, const Logits& reference, LogitsComparison& found) {
    std::size_t worst = 0;
    for (std::size_t i = 0; i < logits.values.size(); ++i) {
        const double difference = std::abs(static_cast<double>(logits.values[i]) -
                                           static_cast<double>(reference.values[i]));
        if (std::isfinite(difference) && difference > found.maxDifference) {
            found.maxDifference = difference;
            worst = i;
        }
    }
    setPlace(found, logits, static_cast<std::ptrdiff_t>(worst));
}

static_assert(std::endian::native == std::endian::little, "floats are written as they lie");

constexpr std::size_t kAlignment = 64;

std::string headerFor(const Logits& logits) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                         std::to_string(logits.positions) + ", " +
                         std::to_string(logits.vocabulary) + "), }";
    const std::size_t whole = kPreludeBytes + header.size() + 1;
    header.append((kAlignment - whole % kAlignment) % kAlignment, ' ');
    return header + "\n";
}

}  // namespace

void summariseLogits(ForwardReport& report) {
    const std::vector<float>& values = report.logits.values;
    Sha256 digest;
    digest.add(std::as_bytes(std::span(values)));
    report.sha256 = digest.hex();
    report.maxLogit = largestOf(values);
    const auto last = values.end() - static_cast<std::ptrdiff_t>(report.logits.vocabulary);
    report.nextToken = std::max_element(last, values.end()) - last;
}

LogitsComparison compareLogits(const Logits& logits, const Logits& reference) {
    LogitsComparison found;
    if (logits.positions != reference.positions || logits.vocabulary != reference.vocabulary) {
        found.why =
            say("The run produced %1 logits, but the reference contains %2 logits. The reference "
                "belongs to another prompt or another model; create the reference again.",
                sizeText(logits), sizeText(reference));
        return found;
    }
    found.allowed = kLogitTolerance * largestOf(reference.values);
    if (firstOddNumber(reference.values) != reference.values.end()) {
        found.why =
            say("The reference contains NaN or infinite numbers, so it cannot be compared with the "
                "logits; create the reference again.");
        return found;
    }
    findLargestDifference(logits, reference, found);
    if (const auto odd = firstOddNumber(logits.values); odd != logits.values.end()) {
        setPlace(found, logits, odd - logits.values.begin());
        found.why =
            say("The logit at %1 is NaN or infinite; the loaded weights are probably different "
                "from the weights in the file.",
                placeText(found));
        return found;
    }
    found.agrees = found.maxDifference <= found.allowed;
    if (!found.agrees) {
        found.why =
            say("The logits differ from the reference by up to %1 (at %2), but rounding explains "
                "only %3; the loaded weights are probably different from the weights in the file.",
                formatGeneral(found.maxDifference, 3), placeText(found),
                formatGeneral(found.allowed, 3));
    }
    return found;
}

Result<void> writeLogitsFile(const Logits& logits, const std::string& path) {
    const std::string header = headerFor(logits);
    std::string prelude(kMagic);
    prelude.push_back(static_cast<char>(header.size() & 0xffU));
    prelude.push_back(static_cast<char>(header.size() >> 8U));
    auto file = AtomicFileWriter::create(path);
    STOWAGE_TRY(file);
    STOWAGE_TRY((*file)->append(prelude + header));
    STOWAGE_TRY((*file)->append(std::as_bytes(std::span(logits.values))));
    return (*file)->commit();
}

Result<Logits> readLogitsFile(const std::string& path) {
    auto array =
        readArrayFile(path, {.wanted = phrase("a reference is a .npy file of little-endian "
                                              "float32 in C order, [positions × vocabulary]"),
                             .dimensions = 2});
    STOWAGE_TRY(array);
    return Logits{array->shape[0], array->shape[1], std::move(array->values)};
}

}  // namespace stowage
