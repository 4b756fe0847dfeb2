// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/peak_reason_text.h"

#include "engine/base/byte_size.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace stowage {
namespace {

using Kind = PeakReason::Kind;

/// Key, words in a table, and a sentence with %1 for the bytes and %2 for the name.
struct Words {
    std::string_view name;
    std::string_view phrase;
    std::string_view sentence;
};

Words wordsOf(Kind kind) {
    switch (kind) {
        case Kind::Weights:
            return {"weights", "model", "%1 are the model's weights themselves"};
        case Kind::AllocatorRounding:
            return {"allocator_rounding", "rounding",
                    "%1 are the allocator's: requests in steps of 512 bytes, and rests of segments "
                    "that it does not split off"};
        case Kind::SecondCopy:
            return {"second_copy", "state dict", "%1 are the state dict beside the model"};
        case Kind::LargestTensor:
            return {"largest_tensor", "largest tensor", "%1 are one tensor on its way%2"};
        case Kind::InitialWeights:
            return {"initial_weights", "initial weights",
                    "%1 are the model as it was built on the host first"};
        case Kind::StateDictOnHost:
            return {"state_dict_on_host", "state dict", "%1 are the state dict on the host"};
        case Kind::LargestShard:
            return {"largest_shard", "largest shard", "%1 are one shard%2"};
        case Kind::Ring:
            return {"ring", "ring", "%1 are the staging buffers"};
        case Kind::FilePages:
            return {"file_pages", "file pages",
                    "%1 are pages of mapped files, which the system can take back"};
        case Kind::CpuPart:
            return {"cpu_part", "CPU's part", "%1 are the weights that stay on the CPU"};
        case Kind::DiskPart:
            return {"disk_part", "disk's part", "%1 of weights stay on disk, in no memory"};
        case Kind::PublishedLower:
            return {"published_lower", "", "the published figure is %1 lower; %3"};
        case Kind::PublishedHigher:
            return {"published_higher", "",
                    "the published figure is %1 higher; it is growth of RSS, which also counts "
                    "pages of libraries and of files"};
        case Kind::PublishedFilePages:
            return {"published_file_pages", "",
                    "%1 of the figure here are file pages, which the published one counts too"};
        case Kind::PublishedMasks:
            return {"published_masks", "",
                    "the notebook's loop over named_parameters() never copied the causal masks, %1 "
                    "that are copied here"};
        case Kind::Other:
            break;
    }
    return {"other", "other", "%1 are none of these: the process's own bookkeeping"};
}

std::string sizeOf(double bytes) {
    return (bytes < 0 ? "-" : "") + formatSize(std::abs(bytes));
}

void replace(std::string& text, std::string_view what, const std::string& by) {
    if (const std::size_t place = text.find(what); place != std::string::npos) {
        text.replace(place, what.size(), by);
    }
}

/// What can have made the published figure lower.
std::string lowerText(const PeakReason& reason) {
    if (!reason.seconds) {
        return "it is growth of RSS above a baseline, sampled every 0.1 s, so that short peaks and "
               "memory the notebook already held are not in it";
    }
    const bool canBeMissed = *reason.seconds < kPublishedSampleSeconds;
    std::array<char, 256> text{};
    std::snprintf(
        text.data(), text.size(),
        canBeMissed ? "the curve here lies above it for %.2f s, which samples 0.1 s apart can miss"
                    : "the curve here lies above it for %.2f s, too long for samples 0.1 s apart "
                      "to miss; the likely cause is the baseline of a notebook that already "
                      "holds freed memory",
        *reason.seconds);
    return text.data();
}

double sumOf(const std::vector<PeakReason>& reasons, PeakReason::Of of) {
    double sum = 0;
    for (const PeakReason& reason : reasons) {
        sum += reason.of == of && !reason.isRemark() ? reason.bytes : 0;
    }
    return sum;
}

std::string partsOf(const std::vector<PeakReason>& reasons, PeakReason::Of of) {
    constexpr double kLeast = 0.02;
    const double sum = sumOf(reasons, of);
    std::string text;
    for (const PeakReason& reason : reasons) {
        const std::string phrase(wordsOf(reason.kind).phrase);
        const bool isSaid = text.find(phrase) != std::string::npos;  // of another GPU
        const bool isPart = reason.of == of && !reason.isRemark() && reason.kind != Kind::Other;
        if (isPart && reason.bytes > kLeast * sum && !isSaid) {
            text += (text.empty() ? "" : " + ") + phrase;
        }
    }
    return text;
}

}  // namespace

std::string_view peakReasonName(Kind kind) {
    return wordsOf(kind).name;
}

std::string peakReasonText(const PeakReason& reason) {
    std::string text(wordsOf(reason.kind).sentence);
    replace(text, "%1", sizeOf(reason.bytes));
    replace(text, "%2", reason.name.empty() ? "" : " (" + reason.name + ")");
    replace(text, "%3", lowerText(reason));
    const char* const of = reason.of == PeakReason::Of::Vram ? "VRAM" : "RAM";
    return std::string(of) + (reason.device ? " of " + deviceLabel(*reason.device) : "") + ": " +
           text + ".";
}

std::string peakReasonPhrase(const std::vector<PeakReason>& reasons) {
    const std::string vram = partsOf(reasons, PeakReason::Of::Vram);
    const std::string ram = partsOf(reasons, PeakReason::Of::Ram);
    return vram + (vram.empty() || ram.empty() ? "" : "; ") + (ram.empty() ? "" : "RAM: " + ram);
}

}  // namespace stowage
