// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/logits.h"

#include "engine/base/checksums.h"
#include "engine/base/file_writer.h"
#include "engine/base/number_text.h"
#include "engine/run/input_array.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

namespace stowage {

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
            say("There are %1 logits and %2 in the reference, which is of another prompt "
                "or another model; make it anew.",
                sizeText(logits), sizeText(reference));
        return found;
    }
    found.allowed = kLogitTolerance * largestOf(reference.values);
    if (firstOddNumber(reference.values) != reference.values.end()) {
        found.why =
            say("The reference holds numbers that are not finite, so nothing can be held "
                "against it; make it anew.");
        return found;
    }
    findLargestDifference(logits, reference, found);
    if (const auto odd = firstOddNumber(logits.values); odd != logits.values.end()) {
        setPlace(found, logits, odd - logits.values.begin());
        found.why =
            say("The forward pass gave a logit that is not finite at %1; the loaded "
                "weights are not those of the file.",
                placeText(found));
        return found;
    }
    found.agrees = found.maxDifference <= found.allowed;
    if (!found.agrees) {
        found.why =
            say("The logits differ from the reference by up to %1 (at %2), where %3 is "
                "rounding; the loaded weights are not those of the file.",
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
