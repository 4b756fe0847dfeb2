// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/peak_reasons.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/lesson/peak_parts.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

using Kind = PeakReason::Kind;

using Of = PeakReason::Of;

PeakReason reasonOf(const PeakPart& part, Of of, const LoadFigures& load) {
    PeakReason reason{part.kind, of, static_cast<double>(part.bytes), part.name, {}, {}};
    const auto isGpu = [](const GpuLoadFigures& device) { return device.device.isGpu(); };
    if (std::ranges::count_if(load.devices, isGpu) > 1) {
        reason.device = part.device;
    }
    return reason;
}

/// The parts by size, then what they leave of the measured figure.
void addParts(std::vector<PeakReason> parts, Of of, const std::optional<double>& measured,
              std::vector<PeakReason>& reasons) {
    if (!measured) {
        return;
    }
    double rest = *measured;
    for (const PeakReason& part : parts) {
        rest -= part.bytes;
    }
    std::ranges::stable_sort(parts, std::ranges::greater(), &PeakReason::bytes);
    reasons.insert(reasons.end(), parts.begin(), parts.end());
    if (std::abs(rest) >= 1) {
        reasons.push_back({Kind::Other, of, rest, {}, {}, {}});
    }
}

/// File-backed pages at the moment when RSS less shared pages was highest.
double filePagesAtPeak(const LoadCurves& curves) {
    double highest = -1;
    double file = 0;
    for (std::size_t i = 0; i < curves.seconds.size(); ++i) {
        const double sum = curves.hostAnon[i] + curves.hostFile[i];
        if (sum > highest) {  // false for what is not known
            highest = sum;
            file = curves.hostFile[i];
        }
    }
    return std::max(file, 0.0);
}

/// For how long the curve lay above a figure.
double secondsAbove(const LoadCurves& curves, double bytes) {
    double seconds = 0;
    for (std::size_t i = 0; i + 1 < curves.seconds.size(); ++i) {
        const double held = curves.hostAnon[i] + curves.hostFile[i];
        seconds += held > bytes ? curves.seconds[i + 1] - curves.seconds[i] : 0;
    }
    return seconds;
}

/// Parameters alone were copied by the notebook's own loops; load_state_dict() copies buffers too.
bool loopsOverParameters(LoadMethod method) {
    return method == LoadMethod::Sequential || method == LoadMethod::Meta ||
           method == LoadMethod::PerTensor;
}

double bufferBytes(const LoadSchedule& schedule) {
    double bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        const TensorSpec& spec = schedule.plan->request.tree->tensor(tensor.tensor);
        bytes += spec.kind == TensorKind::Buffer ? static_cast<double>(tensor.bytes) : 0;
    }
    return bytes;
}

double bytesOnDisk(const LoadSchedule& schedule) {
    double bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += tensor.device.kind == DeviceKind::Disk ? static_cast<double>(tensor.bytes) : 0;
    }
    return bytes;
}

bool needsExplaining(const std::optional<double>& difference) {
    return difference && std::abs(*difference) > kExplainedDifference;
}

/// What is known of why RAM differs from what was published. VRAM was counted there by the
/// allocator itself, so that neither samples nor file pages could touch it.
void explainRam(const LoadRecord& load, const LoadSchedule& schedule, const LessonFigures& figures,
                double filePages, std::vector<PeakReason>& reasons) {
    if (!needsExplaining(figures.ramDifference())) {
        return;
    }
    const double measured = figures.ram().value_or(0);
    const double published = *figures.publishedRam;
    const bool isLower = published < measured;
    PeakReason gap{isLower ? Kind::PublishedLower : Kind::PublishedHigher,
                   Of::Ram,
                   std::abs(measured - published),
                   {},
                   {},
                   {}};
    if (isLower && !load.curves.isEmpty()) {
        gap.seconds = secondsAbove(load.curves, published);
    }
    reasons.push_back(std::move(gap));
    // Without a map they are the process's own libraries.
    if (schedule.prediction->mappedFileBytes > 0 && filePages > kExplainedDifference * measured) {
        reasons.push_back({Kind::PublishedFilePages, Of::Ram, filePages, {}, {}, {}});
    }
    const double masks = bufferBytes(schedule);
    if (loopsOverParameters(load.figures.method) && masks > 0) {
        reasons.push_back({Kind::PublishedMasks, Of::Ram, masks, {}, {}, {}});
    }
}

/// Key, words in a table, and a sentence: a pattern with %1 for the bytes, and %2 for the name or,
/// of PublishedLower, for what can have made it lower.
struct Words {
    Kind kind;
    std::string_view name;
    Phrase phrase;
    Phrase sentence;
    Phrase named{};  ///< the sentence where the reason has a name
};

constexpr Words kWords[] = {
    {Kind::Weights, "weights", phrase("model"), phrase("%1 are the model's weights themselves")},
    {Kind::AllocatorRounding, "allocator_rounding", phrase("rounding"),
     phrase("%1 are the allocator's: requests in steps of 512 bytes, and rests of segments "
            "that it does not split off")},
    {Kind::SecondCopy, "second_copy", phrase("state dict"),
     phrase("%1 are the state dict beside the model")},
    {Kind::LargestTensor, "largest_tensor", phrase("largest tensor"),
     phrase("%1 are one tensor on its way"), phrase("%1 are one tensor on its way (%2)")},
    {Kind::InitialWeights, "initial_weights", phrase("initial weights"),
     phrase("%1 are the model as it was built on the host first")},
    {Kind::StateDictOnHost, "state_dict_on_host", phrase("state dict"),
     phrase("%1 are the state dict on the host")},
    {Kind::LargestShard, "largest_shard", phrase("largest shard"), phrase("%1 are one shard"),
     phrase("%1 are one shard (%2)")},
    {Kind::Ring, "ring", phrase("ring"), phrase("%1 are the staging buffers")},
    {Kind::FilePages, "file_pages", phrase("file pages"),
     phrase("%1 are pages of mapped files, which the system can take back")},
    {Kind::CpuPart, "cpu_part", phrase("CPU's part"),
     phrase("%1 are the weights that stay on the CPU")},
    {Kind::DiskPart, "disk_part", phrase("disk's part"),
     phrase("%1 of weights stay on disk, in no memory")},
    {Kind::PublishedLower, "published_lower", {}, phrase("the published figure is %1 lower; %2")},
    {Kind::PublishedHigher,
     "published_higher",
     {},
     phrase("the published figure is %1 higher; it is growth of RSS, which also counts "
            "pages of libraries and of files")},
    {Kind::PublishedFilePages,
     "published_file_pages",
     {},
     phrase("%1 of the figure here are file pages, which the published one counts too")},
    {Kind::PublishedMasks,
     "published_masks",
     {},
     phrase("the notebook's loop over named_parameters() never copied the causal masks, %1 "
            "that are copied here")},
    {Kind::Other, "other", phrase("other"),
     phrase("%1 are none of these: the process's own bookkeeping")},
};

const Words& wordsOf(Kind kind) {
    return *std::ranges::find(kWords, kind, &Words::kind);
}

/// What can have made the published figure lower.
Message lowerText(const PeakReason& reason) {
    if (!reason.seconds) {
        return say(
            "it is growth of RSS above a baseline, sampled every 0.1 s, so that short peaks "
            "and memory the notebook already held are not in it");
    }
    const std::string seconds = secondsText(*reason.seconds);
    return *reason.seconds < kPublishedSampleSeconds
               ? say("the curve here lies above it for %1, which samples 0.1 s apart can miss",
                     seconds)
               : say("the curve here lies above it for %1, too long for samples 0.1 s apart to "
                     "miss; the likely cause is the baseline of a notebook that already holds "
                     "freed memory",
                     seconds);
}

/// The sentence without its subject.
Message sentenceOf(const PeakReason& reason) {
    const Words& words = wordsOf(reason.kind);
    const std::string bytes = formatSize(reason.bytes);
    if (reason.kind == Kind::PublishedLower) {
        return messageOf(words.sentence.english(), {bytes, lowerText(reason)});
    }
    return reason.name.empty() || words.named.empty()
               ? messageOf(words.sentence.english(), {bytes})
               : messageOf(words.named.english(), {bytes, reason.name});
}

double sumOf(const std::vector<PeakReason>& reasons, PeakReason::Of of) {
    double sum = 0;
    for (const PeakReason& reason : reasons) {
        sum += reason.of == of && !reason.isRemark() ? reason.bytes : 0;
    }
    return sum;
}

Message partsOf(const std::vector<PeakReason>& reasons, PeakReason::Of of) {
    constexpr double kLeast = 0.02;
    const double sum = sumOf(reasons, of);
    std::vector<Message> parts;
    for (const PeakReason& reason : reasons) {
        const Message part = wordsOf(reason.kind).phrase;
        const bool isSaid = std::ranges::find(parts, part) != parts.end();  // of another GPU
        const bool isPart = reason.of == of && !reason.isRemark() && reason.kind != Kind::Other;
        if (isPart && reason.bytes > kLeast * sum && !isSaid) {
            parts.push_back(part);
        }
    }
    return joined(std::move(parts), " + ");
}

}  // namespace

bool PeakReason::isRemark() const {
    return kind == Kind::DiskPart || kind == Kind::PublishedLower ||
           kind == Kind::PublishedHigher || kind == Kind::PublishedFilePages ||
           kind == Kind::PublishedMasks;
}

std::vector<PeakReason> peakReasons(const LoadRecord& load, const LoadSchedule& schedule,
                                    const LessonFigures& figures) {
    const PeakParts parts = takePeaksApart(schedule);
    std::vector<PeakReason> vram;
    for (const PeakPart& part : parts.gpus) {
        vram.push_back(reasonOf(part, Of::Vram, load.figures));
    }
    std::vector<PeakReason> ram;
    for (const PeakPart& part : parts.host) {
        ram.push_back(reasonOf(part, Of::Ram, load.figures));
    }
    const double filePages = figures.ramRss ? filePagesAtPeak(load.curves) : 0;
    // Without a map they are the process's own libraries, which no part of a load explains.
    if (filePages >= 1 && schedule.prediction->mappedFileBytes > 0) {
        ram.push_back({Kind::FilePages, Of::Ram, filePages, {}, {}, {}});
    }
    std::vector<PeakReason> reasons;
    addParts(std::move(vram), Of::Vram, figures.vram, reasons);
    addParts(std::move(ram), Of::Ram, figures.ram(), reasons);
    if (const double onDisk = bytesOnDisk(schedule); onDisk > 0) {
        reasons.push_back({Kind::DiskPart, Of::Ram, onDisk, {}, {}, {}});
    }
    explainRam(load, schedule, figures, filePages, reasons);
    return reasons;
}

std::string_view peakReasonName(Kind kind) {
    return wordsOf(kind).name;
}

Message peakReasonText(const PeakReason& reason) {
    const std::string_view of = reason.of == PeakReason::Of::Vram ? "VRAM" : "RAM";
    return reason.device ? say("%1 of %2: %3.", of, deviceLabel(*reason.device), sentenceOf(reason))
                         : say("%1: %2.", of, sentenceOf(reason));
}

Message peakReasonPhrase(const std::vector<PeakReason>& reasons) {
    const Message vram = partsOf(reasons, PeakReason::Of::Vram);
    const Message ram = partsOf(reasons, PeakReason::Of::Ram);
    return joined({vram, ram.empty() ? Message() : say("RAM: %1", ram)}, "; ");
}

}  // namespace stowage
