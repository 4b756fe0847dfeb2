// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/peak_reasons.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/program/program_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

namespace stowage {

namespace {

using Kind = PeakReason::Kind;
using Of = PeakReason::Of;

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
    {Kind::Weights, "weights", phrase("model"), phrase("%1 is weights of the model")},
    {Kind::AllocatorRounding, "allocator_rounding", phrase("rounding"),
     phrase("%1 is added by the allocator: it rounds requests up to multiples of 512 bytes and "
            "does not split some blocks that are too large")},
    {Kind::SecondCopy, "second_copy", phrase("state dict"),
     phrase("%1 is the state dict, which is in memory in addition to the model")},
    {Kind::LargestTensor, "largest_tensor", phrase("largest tensor"),
     phrase("%1 is one tensor in transfer"), phrase("%1 is one tensor in transfer (%2)")},
    {Kind::InitialWeights, "initial_weights", phrase("initial weights"),
     phrase("%1 is the initial model, which is built on the host before the weights are loaded")},
    {Kind::StateDictOnHost, "state_dict_on_host", phrase("state dict"),
     phrase("%1 is the state dict on the host")},
    {Kind::LargestShard, "largest_shard", phrase("largest shard"), phrase("%1 is one shard"),
     phrase("%1 is one shard (%2)")},
    {Kind::Ring, "ring", phrase("ring"), phrase("%1 is staging buffers")},
    {Kind::FilePages, "file_pages", phrase("file pages"),
     phrase("%1 is pages of mapped files, which the system can reclaim")},
    {Kind::CpuPart, "cpu_part", phrase("CPU's part"),
     phrase("%1 is weights that remain on the CPU")},
    {Kind::StateDictLater, "state_dict_later", phrase("state dict"),
     phrase("a later peak, with the state dict of %1 on the host, is about as high")},
    {Kind::DiskPart, "disk_part", phrase("disk's part"),
     phrase("%1 of weights remains on disk and uses no memory")},
    {Kind::PublishedLower,
     "published_lower",
     {},
     phrase("the published figure is %1 lower than the figure of this load; %2")},
    {Kind::PublishedHigher,
     "published_higher",
     {},
     phrase("the published figure is %1 higher than the figure of this load: as the growth of RSS, "
            "it also includes pages of libraries and files")},
    {Kind::PublishedFilePages,
     "published_file_pages",
     {},
     phrase("the figure of this load includes %1 of file pages; the published figure includes file "
            "pages, too")},
    {Kind::PublishedMasks,
     "published_masks",
     {},
     phrase("the notebook's loop over named_parameters() does not copy the causal masks, but this "
            "load copies them (%1)")},
    {Kind::Other, "other", phrase("other"),
     phrase("the remaining %1 belongs to none of the other items")},
};

const Words& wordsOf(Kind kind) {
    return *std::ranges::find(kWords, kind, &Words::kind);
}

/// What can have made the published figure lower.
Message lowerText(const PeakReason& reason) {
    if (!reason.seconds) {
        return say(
            "the published figure, the growth of RSS sampled every 0.1 s, excludes short peaks and "
            "memory that the notebook already used");
    }
    const std::string seconds = secondsText(*reason.seconds);
    return *reason.seconds < kPublishedSampleSeconds
               ? say("the curve of this load is above the published figure for %1, and samples "
                     "every 0.1 s can miss such a short time",
                     seconds)
               : say("the curve of this load is above the published figure for %1, too long for "
                     "samples every 0.1 s to miss; the likely cause is a baseline that includes "
                     "freed memory of the notebook",
                     seconds);
}

/// The sentence without its subject.
Message sentenceOf(const PeakReason& reason) {
    const Words& words = wordsOf(reason.kind);
    const std::string bytes = formatSize(std::abs(reason.bytes));
    if (reason.kind == Kind::Other && reason.bytes < 0) {
        return say(
            "the peak is %1 less than the sum of its parts, which were not all in memory at the "
            "same time",
            bytes);
    }
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
    return kind == Kind::StateDictLater || kind == Kind::DiskPart || kind == Kind::PublishedLower ||
           kind == Kind::PublishedHigher || kind == Kind::PublishedFilePages ||
           kind == Kind::PublishedMasks;
}

std::vector<PeakReason> peakReasons(const LoadRecord& load, const LoadSchedule& schedule,
                                    const LessonFigures& figures) {
    const auto isGpu = [](const GpuLoadFigures& device) { return device.device.isGpu(); };
    const bool namesGpus = std::ranges::count_if(load.figures.devices, isGpu) > 1;
    std::vector<PeakReason> vram;
    std::vector<PeakReason> ram;
    std::vector<PeakReason> later;
    for (PeakReason& part : takePeaksApart(schedule)) {
        part.device = namesGpus ? part.device : std::nullopt;
        (part.isRemark() ? later : part.of == Of::Vram ? vram : ram).push_back(std::move(part));
    }
    const double filePages = figures.ramRss ? filePagesAtPeak(load.curves) : 0;
    // Without a map they are the process's own libraries, which no part of a load explains.
    if (filePages >= 1 && schedule.prediction->mappedFileBytes > 0) {
        ram.push_back({Kind::FilePages, Of::Ram, filePages, {}, {}, {}});
    }
    std::vector<PeakReason> reasons;
    addParts(std::move(vram), Of::Vram, figures.vram, reasons);
    addParts(std::move(ram), Of::Ram, figures.ram(), reasons);
    reasons.insert(reasons.end(), later.begin(), later.end());
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

namespace {

/// What a buffer is for, as far as the program tells.
enum class Role : std::uint8_t { Place, Initial, Dict, Passing, Shard };
constexpr std::size_t kRoles = 5;

struct Held {
    std::array<std::uint64_t, kRoles> bytes{};
    std::uint64_t ring = 0;
    std::uint64_t temporary = 0;    ///< comes and goes within one step
    std::uint32_t passing = kNone;  ///< the last tensor that came to pass, or of a shard

    std::uint64_t& of(Role role) { return bytes[static_cast<std::size_t>(role)]; }
    [[nodiscard]] std::uint64_t of(Role role) const {
        return bytes[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] std::uint64_t sum() const {
        std::uint64_t total = ring + temporary;
        for (const std::uint64_t part : bytes) {
            total += part;
        }
        return total;
    }
};

/// Of the host or a GPU.
struct HeldThere {
    Held now;
    Held atPeak;
    std::uint64_t peak = 0;
};

class PeakWalk final : public ProgramWalk {
public:
    PeakWalk(const LoadSchedule& schedule, const LoadProgram& program, GpuLimits limits)
        : ProgramWalk(schedule, program, limits), m_roles(program.buffers.size(), Role::Passing) {
        findRoles();
    }
    [[nodiscard]] std::vector<PeakReason> take();

private:
    void findRoles();
    void bufferGrew(std::uint32_t buffer, std::uint64_t bytes) override;
    void bufferWent(std::uint32_t buffer) override;
    void memoryGrew() override;
    [[nodiscard]] const std::string& nameOf(std::uint32_t tensor) const;
    [[nodiscard]] std::string shardOf(std::uint32_t tensor) const;
    void addGpu(DeviceId gpu, std::vector<PeakReason>& parts);
    void addHost(std::vector<PeakReason>& parts);

    std::vector<Role> m_roles;  ///< by buffer
    std::map<DeviceId, HeldThere> m_held;
    std::uint64_t m_dictAlone = 0;  ///< the most of it on the host without initial weights
};

/// A buffer that is bound is a place. Of those that are filled from the file one that goes alone,
/// before the next is filled, only passes; others belong to a shard where shards are read one after
/// the other, else to the state dict.
void PeakWalk::findRoles() {
    const Role together = schedule().method == LoadMethod::Sharded ? Role::Shard : Role::Dict;
    std::vector<bool> isRead(program().buffers.size(), false);
    std::uint32_t last = kNone;  // filled last, and still there
    bool othersWent = false;     // since then
    for (const LoadOp& op : program().ops) {
        if (op.kind == LoadOpKind::Initialise) {
            m_roles[op.target] = Role::Initial;
        } else if (op.kind == LoadOpKind::CopyMapped) {
            m_roles[op.target] = together;  // unless it is bound below
        } else if (op.kind == LoadOpKind::Read) {
            m_roles[op.target] = together;
            isRead[op.target] = true;
            last = op.target;
            othersWent = false;
        } else if (op.kind == LoadOpKind::Free && op.target == last) {
            m_roles[op.target] = othersWent ? together : Role::Passing;
            last = kNone;
        } else if (op.kind == LoadOpKind::Free) {
            othersWent = othersWent || isRead[op.target];
        }
    }
    for (const LoadOp& op : program().ops) {
        if (op.kind == LoadOpKind::Bind) {
            m_roles[op.target] = Role::Place;
        }
    }
}

void PeakWalk::bufferGrew(std::uint32_t index, std::uint64_t bytes) {
    const ProgramBuffer& buffer = program().buffers[index];
    const Role role = m_roles[index];
    HeldThere& there = m_held[buffer.device];
    there.now.of(role) += bytes;
    const bool passes =
        buffer.device.isGpu() ? role != Role::Place : role == Role::Passing || role == Role::Shard;
    there.now.passing = passes ? buffer.tensor : there.now.passing;
    if (!buffer.device.isGpu()) {
        return;  // the host is looked at in memoryGrew()
    }
    if (const auto now = gpuOf(buffer.device).allocator.statistics().allocated; now > there.peak) {
        there.peak = now;
        there.atPeak = there.now;
    }
}

void PeakWalk::bufferWent(std::uint32_t index) {
    const ProgramBuffer& buffer = program().buffers[index];
    m_held[buffer.device].now.of(m_roles[index]) -= buffer.bytes;
}

void PeakWalk::memoryGrew() {
    HeldThere& host = m_held[DeviceId::cpu()];
    if (host.now.of(Role::Initial) == 0) {
        m_dictAlone = std::max(m_dictAlone, host.now.of(Role::Dict));
    }
    if (hostBytes() > host.peak) {
        host.peak = hostBytes();
        host.atPeak = host.now;
        host.atPeak.ring = ringBytes();
        host.atPeak.temporary = temporaryBytes();
    }
}

const std::string& PeakWalk::nameOf(std::uint32_t tensor) const {
    return schedule().plan->request.tree->tensor(schedule().tensors[tensor].tensor).name;
}

std::string PeakWalk::shardOf(std::uint32_t tensor) const {
    const std::uint32_t shard = schedule().stored(tensor).location.shard;
    const auto& files = schedule().checkpoint->shards;
    return shard < files.size() ? std::filesystem::path(files[shard]->path()).filename().string()
                                : "shard " + std::to_string(shard + 1);
}

void PeakWalk::addGpu(DeviceId gpu, std::vector<PeakReason>& parts) {
    const Held& held = m_held[gpu].atPeak;
    const auto add = [&](Kind kind, std::uint64_t bytes, std::string name = {}) {
        if (bytes > 0) {
            parts.push_back({kind, Of::Vram, static_cast<double>(bytes), std::move(name), {}, gpu});
        }
    };
    add(Kind::Weights, held.of(Role::Place));
    const std::uint64_t shard = held.of(Role::Shard);
    add(Kind::LargestShard, shard, shard > 0 && held.passing != kNone ? shardOf(held.passing) : "");
    // A temporary on a GPU is no more than one tensor; more of them are a state dict.
    const std::uint64_t beside = held.sum() - held.of(Role::Place) - shard;
    const bool isOne =
        held.passing != kNone && beside == denseBytes(schedule().stored(held.passing));
    add(isOne ? Kind::LargestTensor : Kind::SecondCopy, beside,
        isOne ? nameOf(held.passing) : std::string());
    add(Kind::AllocatorRounding, m_held[gpu].peak - held.sum());
}

void PeakWalk::addHost(std::vector<PeakReason>& parts) {
    const Held& held = m_held[DeviceId::cpu()].atPeak;
    const auto add = [&](Kind kind, std::uint64_t bytes, std::string name = {}) {
        if (bytes > 0) {
            parts.push_back({kind, Of::Ram, static_cast<double>(bytes), std::move(name), {}, {}});
        }
    };
    const bool isNamed = held.passing != kNone;
    add(Kind::CpuPart, held.of(Role::Place));
    add(Kind::InitialWeights, held.of(Role::Initial));
    add(Kind::StateDictOnHost, held.of(Role::Dict));
    add(Kind::LargestShard, held.of(Role::Shard), isNamed ? shardOf(held.passing) : "");
    add(Kind::LargestTensor, held.of(Role::Passing) + held.temporary,
        isNamed && held.of(Role::Passing) > 0 ? nameOf(held.passing) : "");
    add(Kind::Ring, held.ring);
    constexpr double kAsHigh = 0.9;
    const auto peak = static_cast<double>(held.sum());
    if (held.of(Role::Initial) > 0 && held.of(Role::Dict) == 0 &&
        static_cast<double>(m_dictAlone) >= kAsHigh * peak) {
        add(Kind::StateDictLater, m_dictAlone);
    }
}

std::vector<PeakReason> PeakWalk::take() {
    std::vector<PeakReason> parts;
    for (const ModelledGpu& gpu : gpus()) {
        addGpu(gpu.info.id, parts);
    }
    addHost(parts);
    return parts;
}

}  // namespace

std::vector<PeakReason> takePeaksApart(const LoadSchedule& schedule) {
    const LoadProgram program = makeLoadProgram(schedule);
    PeakWalk limited(schedule, program, GpuLimits::Kept);
    if (limited.run()) {
        return limited.take();
    }
    PeakWalk unlimited(schedule, program, GpuLimits::Lifted);
    unlimited.run();
    return unlimited.take();
}

}  // namespace stowage
