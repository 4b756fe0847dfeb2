// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/base/byte_size.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/placement_plan.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>

// Q_INIT_RESOURCE declares a function and must not stand in a namespace. The lines lie in a static
// library, whose resources nothing else would pull in.
static void initLessonFiles() {
    Q_INIT_RESOURCE(lesson);
}

namespace stowage {
namespace {

struct FactsWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonFacts)
};

enum LessonPart { TokenPart, Positions, Attention, Masks, FeedForward, Norms, Head, PartCount };

LessonPart partOf(std::string_view name) {
    const auto has = [name](std::string_view piece) {
        return name.find(piece) != std::string_view::npos;
    };
    if (name.starts_with("tok_emb")) {
        return TokenPart;
    }
    if (name.starts_with("pos_emb")) {
        return Positions;
    }
    if (name.ends_with(".mask")) {
        return Masks;
    }
    if (has(".att.")) {
        return Attention;
    }
    if (has(".ff.")) {
        return FeedForward;
    }
    return name.starts_with("out_head") ? Head : Norms;
}

std::vector<LessonTensorGroup> emptyParts() {
    std::vector<LessonTensorGroup> parts(PartCount);
    parts[TokenPart].name = FactsWords::tr("token embedding");
    parts[Positions].name = FactsWords::tr("position embedding");
    parts[Attention].name = FactsWords::tr("attention");
    parts[Masks].name = FactsWords::tr("attention masks");
    parts[Masks].isTrained = false;
    parts[FeedForward].name = FactsWords::tr("feed-forward");
    parts[Norms].name = FactsWords::tr("layer norms");
    parts[Head].name = FactsWords::tr("output head");
    return parts;
}

struct LessonStepWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonTexts)
};

/// "24 GB", decimal, as the guide counts.
QString decimalGigabytes(double bytes) {
    return LessonStepWords::tr("%1 GB").arg(bytes / 1e9, 0, 'f', 0);
}

QString counted(double number) {
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number, 'f', 0);
}

// The first steps: the checkpoint, the plain load, one parameter at a time.

LessonTexts checkpointTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The checkpoint of this lesson is a file of named tensors, the state dict; one that is "
        "saved during training holds the optimizer's state, too. To load it the plain way, a "
        "program first builds a model of the same shape, with initial weights that are about to be "
        "overwritten, and then reads the state dict next to it. While both are there, memory holds "
        "the model "
        "twice.");
    const QString guide = decimalGigabytes(kGuideParameters * kFloatBytes);
    texts.fact =
        LessonStepWords::tr(
            "Accelerate's guide calculates: %1 billion parameters × %2 bytes = %3 for the model, "
            "and %3 again for the state dict, where 1 GB is 10⁹ bytes. The model of this lesson: "
            "%4 parameters × %2 bytes and %5 attention masks = %6, and %6 again.")
            .arg(kGuideParameters / 1e9, 0, 'f', 0)
            .arg(kFloatBytes, 0, 'f', 0)
            .arg(guide, counted(facts.parameters))
            .arg(facts.masks)
            .arg(sizeText(facts.weightBytes)) +
        QLatin1Char(' ') +
        LessonStepWords::tr(
            "The name %1 counts fewer parameters, because GPT-2 uses the token embedding as its "
            "output head; here the head is a tensor of its own.")
            .arg(facts.name.section(QStringLiteral(", "), -1));
    texts.question = LessonStepWords::tr("Which part of the file would training never change?");
    texts.options = {LessonStepWords::tr("A: the token embedding, it is only a table"),
                     LessonStepWords::tr("B: the attention masks, which are constants"),
                     LessonStepWords::tr("None: training changes everything in a checkpoint")};
    texts.right = 1;
    texts.explanations = {
        LessonStepWords::tr("It is a table, but a table of parameters: training changes the rows "
                            "of the tokens that it sees."),
        LessonStepWords::tr(
            "Right. %1 masks of ones and zeros, %2 in all. They are buffers: they are in the "
            "state dict but not among the parameters, so a loop over the parameters misses "
            "them.")
            .arg(facts.masks)
            .arg(sizeText(facts.maskBytes)),
        LessonStepWords::tr("Look at B: one line of code could compute these bytes.")};
    return texts;
}

LessonTexts naiveTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The model is built in host memory with initial weights and moved to the GPU. Then the "
        "whole state dict is loaded onto the same GPU, next to the model. Every tensor is copied "
        "from the state "
        "dict into the model, and only then is the state dict freed.");
    texts.fact = LessonStepWords::tr("Twice on the GPU: 2 × %1.").arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr(
        "Between A and B the VRAM curve climbs by the size of the whole model once more. What is "
        "being put on the GPU?");
    texts.options = {
        LessonStepWords::tr(
            "The state dict, next to initial weights that are about to be overwritten"),
        LessonStepWords::tr("The gradients"), LessonStepWords::tr("The file's pages, as a cache")};
    texts.right = 0;
    texts.explanations = {
        LessonStepWords::tr("Right. To hold one model, the GPU must have room for two."),
        LessonStepWords::tr("Nothing is trained here, so there are no gradients."),
        LessonStepWords::tr("The page cache is in host memory, not on the GPU.")};
    return texts;
}

LessonTexts sequentialTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The model is built on the host and moved to the GPU, as before, but the state dict stays "
        "in host memory. For each tensor of the model, a temporary one is made on the GPU, copied "
        "into its place and freed. There are two levels to read: one before the copy, and a "
        "higher peak during the copy.");
    texts.fact = LessonStepWords::tr("The largest tensor is %1 with %2.")
                     .arg(facts.largestName, sizeText(facts.largestBytes));
    texts.question = LessonStepWords::tr("B is higher than A. What makes the difference?");
    texts.options = {LessonStepWords::tr("A second copy of one transformer block"),
                     LessonStepWords::tr("The CUDA context"),
                     LessonStepWords::tr("The largest tensor, which exists twice for a moment")};
    texts.right = 2;
    texts.explanations = {
        LessonStepWords::tr("No block is ever copied whole: its tensors go one after another."),
        LessonStepWords::tr(
            "The CUDA context exists before the load, and PyTorch's allocator does not count it."),
        LessonStepWords::tr("Right: %1, %2. The peak is the model plus its largest tensor.")
            .arg(facts.largestName, sizeText(facts.largestBytes))};
    return texts;
}

// The steps without initial weights: meta device, mapped file, one file per tensor.

LessonTexts metaTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "On the meta device a model has shapes but no storage, so building it takes no memory for "
        "weights. Then its memory is allocated on the GPU, uninitialised. The state dict is loaded "
        "onto the same GPU, next to the model, and copied: the host needs less memory, the GPU "
        "does "
        "not.");
    texts.fact = LessonStepWords::tr(
                     "All uninitialised memory must be filled by copying, including the %1 masks, "
                     "which are buffers and not parameters.")
                     .arg(facts.masks);
    texts.question = LessonStepWords::tr(
        "Without initial weights RAM stays low (A). Why is the VRAM peak B as high as that of "
        "the plain load?");
    texts.options = {LessonStepWords::tr("A model on the meta device takes GPU memory, too"),
                     LessonStepWords::tr("The state dict is still on the GPU, next to the model"),
                     LessonStepWords::tr("Uninitialised memory is allocated twice")};
    texts.right = 1;
    texts.explanations = {
        LessonStepWords::tr("Meta tensors have no bytes on any device."),
        LessonStepWords::tr(
            "Right. Only the initial weights are gone; the GPU still holds two copies."),
        LessonStepWords::tr(
            "It is allocated once: the curve's first step is as high as one model.")};
    return texts;
}

LessonTexts mmapTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The file is mapped into memory, which reads nothing yet. Each tensor is copied from the "
        "mapped pages to a new tensor on the GPU, which becomes the parameter. The pages that were "
        "read count as resident (RSS) until the file is unmapped, but the system can reclaim them "
        "whenever memory is needed.");
    texts.fact = LessonStepWords::tr("There is one copy of the model on the GPU: %1 in tensors.")
                     .arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr(
        "B is the host memory that the system cannot take back. What is the memory at A, which "
        "counts in "
        "RSS as well?");
    texts.options = {
        LessonStepWords::tr("Pages of the file, which the system may drop at any time"),
        LessonStepWords::tr("A hidden second copy of the model"),
        LessonStepWords::tr("Memory of the GPU, seen from the host")};
    texts.right = 0;
    texts.explanations = {
        LessonStepWords::tr(
            "Right. They are resident but evictable: the file still contains every byte."),
        LessonStepWords::tr(
            "It is not a copy but the file's own pages; dropping them loses nothing."),
        LessonStepWords::tr(
            "A card's memory is in no process's RSS; a simulated GPU's is shared memory, "
            "which is in neither curve.")};
    return texts;
}

LessonTexts perTensorTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The checkpoint is split into one file per tensor. The model is built without storage, and "
        "its GPU memory is allocated all at once. Then each tensor is read into host memory, "
        "copied and freed.");
    texts.fact = LessonStepWords::tr("The host never holds more than the largest tensor: %1.")
                     .arg(sizeText(facts.largestBytes));
    texts.question = LessonStepWords::tr(
        "Why do the spikes A and B of the RAM curve rise higher than the others?");
    texts.options = {LessonStepWords::tr("The disk's cache was full twice"),
                     LessonStepWords::tr("The GPU received these tensors twice"),
                     LessonStepWords::tr("%1 and %2 are the largest tensors")
                         .arg(facts.largestName, facts.secondName)};
    texts.right = 2;
    texts.explanations = {
        LessonStepWords::tr("File pages are not anonymous memory, so they are not in this curve."),
        LessonStepWords::tr(
            "VRAM does not change while tensors are copied: all of it is already allocated."),
        LessonStepWords::tr("Right: their sizes are %1 and %2; the next largest tensor has %3.")
            .arg(sizeText(facts.largestBytes), sizeText(facts.secondBytes),
                 sizeText(facts.thirdBytes))};
    return texts;
}

// Shards, streaming, and several devices.

LessonTexts shardedTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The checkpoint is split into several files, the shards, with an index that says which "
        "tensor is in which. Accelerate maps one safetensors shard after another: with a single "
        "device in the device map all of it goes straight from the file's pages to that device, "
        "with several, each tensor goes to its own device. PyTorch .bin shards are first read "
        "whole into host memory, which must have room for the largest.");
    const auto limit = static_cast<double>(lessonShardLimit(facts.size));
    const bool isSixth = limit < static_cast<double>(kGiB);
    const QString cut = isSixth ? LessonStepWords::tr("%1, a sixth of the model")
                                : LessonStepWords::tr("%1, for a model of %2");
    const QString limitText = lessonSizeLike(limit, limit);
    texts.fact =
        LessonStepWords::tr("The shards here are safetensors files of at most %1.")
            .arg(isSixth ? cut.arg(limitText) : cut.arg(limitText, sizeText(facts.weightBytes)));
    if (facts.secondBytes > limit) {
        texts.fact = joinedSentences(
            {texts.fact,
             LessonStepWords::tr("%1 and %2 are larger, %3 each: each has a shard of its own.")
                 .arg(facts.largestName, facts.secondName, sizeText(facts.largestBytes))});
    }
    texts.question = LessonStepWords::tr(
        "The file-backed part of RAM rises and falls like a sawtooth; A and B are its highest "
        "points. What is one tooth?");
    texts.options = {LessonStepWords::tr("A transformer block"),
                     LessonStepWords::tr("One shard: mapped, copied, unmapped"),
                     LessonStepWords::tr("Python's garbage collector at work")};
    texts.right = 1;
    texts.explanations = {
        LessonStepWords::tr("No block has a file of its own: shards are cut by size."),
        LessonStepWords::tr(
            "Right. Smaller shards make smaller and more frequent peaks in the curve."),
        LessonStepWords::tr(
            "No garbage is collected here: a tooth ends when its shard is unmapped.")};
    return texts;
}

LessonTexts streamedTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "Parts of the file go through a small ring of buffers straight to the tensors' "
        "destinations. While one buffer is copied, the next ones are read, so that disk and link "
        "work at the same time. The host memory needed depends neither on the model's size nor on "
        "its largest tensor.");
    texts.fact = LessonStepWords::tr("%1 of weights through one ring of buffers.")
                     .arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr("VRAM ends at B, RAM never rises above A. What sets A?");
    texts.options = {LessonStepWords::tr("The largest tensor, %1").arg(facts.largestName),
                     LessonStepWords::tr("A fixed share of the model's size"),
                     LessonStepWords::tr("The ring of buffers, the same for every model")};
    texts.right = 2;
    texts.explanations = {
        LessonStepWords::tr("%1 has %2 and passes through in pieces: A is below that.")
            .arg(facts.largestName, sizeText(facts.largestBytes)),
        LessonStepWords::tr("Choose another model above: A stays where it is."),
        LessonStepWords::tr("Right. The ring's size is a choice, not a property of the model.")};
    return texts;
}

LessonTexts severalDevicesTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "A device map can name several devices: here a GPU and a CPU whose limits are smaller than "
        "the model, and the disk. Each layer is loaded onto its own device, and the layers for the "
        "disk are written to an offload folder. In the forward pass an offloaded layer is brought "
        "to the GPU just before it runs, and freed afterwards.");
    texts.fact = LessonStepWords::tr("The model has %1 in all.").arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr(
        "At the end VRAM holds A and RAM holds B, together less than the model. Where is "
        "the rest?");
    texts.options = {LessonStepWords::tr("In the offload folder on the disk"),
                     LessonStepWords::tr("It is compressed on the GPU"),
                     LessonStepWords::tr("It was left out: the model has lost layers")};
    texts.right = 0;
    texts.explanations = {
        LessonStepWords::tr("Right. Offloaded weights take no memory until their layer runs, but "
                            "they take time whenever it does."),
        LessonStepWords::tr("Nothing is compressed: a weight has the same size on every device."),
        LessonStepWords::tr("No layer is left out: the map names a device for each of them.")};
    return texts;
}

/// By step, in the order of the lesson.
constexpr std::array kTextsOf{checkpointTexts, naiveTexts,    sequentialTexts,
                              metaTexts,       mmapTexts,     perTensorTexts,
                              shardedTexts,    streamedTexts, severalDevicesTexts};

}  // namespace

QString lessonSizeText(LessonSize size) {
    constexpr std::array kFamily{"small", "medium", "large", "XL"};  // by size
    return QStringLiteral("GPT-2 %1, %2")
        .arg(QLatin1String(kFamily[static_cast<std::size_t>(size)]),
             QString::fromUtf8(lessonSizeName(size)));
}

LessonFacts lessonFacts(LessonSize size) {
    LessonFacts facts;
    facts.size = size;
    facts.name = lessonSizeText(size);
    facts.parts = emptyParts();
    const auto model = describedLessonModel(size);
    std::vector<std::pair<double, std::string>> bySize;
    for (const StoredTensor& tensor : model->tensors) {
        const auto bytes = static_cast<double>(denseBytes(tensor));
        LessonTensorGroup& part = facts.parts[partOf(tensor.name)];
        part.bytes += bytes;
        ++part.tensors;
        facts.weightBytes += bytes;
        facts.parameterBytes += part.isTrained ? bytes : 0;
        bySize.emplace_back(bytes, tensor.name);
    }
    facts.parameters = facts.parameterBytes / kFloatBytes;
    facts.maskBytes = facts.parts[Masks].bytes;
    facts.masks = facts.parts[Masks].tensors;
    facts.blocks = facts.masks;  // one in each block
    std::ranges::stable_sort(bySize, std::greater(), &std::pair<double, std::string>::first);
    if (bySize.size() > 2) {
        facts.largestName = QString::fromStdString(bySize[0].second);
        facts.secondName = QString::fromStdString(bySize[1].second);
        facts.largestBytes = bySize[0].first;
        facts.secondBytes = bySize[1].first;
        facts.thirdBytes = bySize[2].first;
    }
    return facts;
}

LessonTexts lessonTexts(LessonStep step, const LessonFacts& facts) {
    return kTextsOf[static_cast<std::size_t>(step)](facts);
}

QString lessonFact(const LessonTexts& texts, const LessonStepState& state) {
    return joinedSentences({texts.fact, severalDevicesLimits(state)});
}

QString lessonCode(LessonStep step) {
    initLessonFiles();
    const QString key = QString::fromUtf8(lessonStepName(step));
    QFile file(QStringLiteral(":/stowage/lesson/step_%1.py").arg(QString(key).replace(u'-', u'_')));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    // The licence's line is the file's, not the lesson's.
    while (!lines.isEmpty() && lines.front().startsWith(QLatin1String("# SPDX"))) {
        lines.removeFirst();
    }
    return lines.join(u'\n').trimmed();
}

QByteArray lessonModule() {
    initLessonFiles();
    QFile file(QStringLiteral(":/stowage/lesson/gpt.py"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString severalDevicesLimits(const LessonStepState& state) {
    if (state.schedule == nullptr || state.step != LessonStep::SeveralDevices) {
        return {};
    }
    const auto& request = state.schedule->plan->request;
    const auto weights = static_cast<double>(request.tree->totalBytes());
    double reserved = 0;
    for (const PlacementDecision& decision : decisionsOf(*state.schedule->plan)) {
        reserved = std::max(reserved, decision.reserved);
    }
    QStringList limits;
    for (const MemoryBudget& budget : request.budgets) {
        if (budget.device.kind != DeviceKind::Disk) {
            limits.append(LessonStepWords::tr("%1 %2", "GPU 0 240.0 MiB")
                              .arg(translated(deviceLabel(budget.device)),
                                   lessonSizeLike(budget.bytes, weights)));
        }
    }
    return limits.isEmpty()
               ? QString()
               : LessonStepWords::tr(
                     "Limits of this step, set so that every device gets a part: %1. "
                     "Accelerate keeps %2 of each of them free, for the largest "
                     "layer; the rest of the model goes to the disk.")
                     .arg(limits.join(listSeparator()), lessonSizeLike(reserved, weights));
}

}  // namespace stowage
