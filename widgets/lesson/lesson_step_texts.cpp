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
        "The checkpoint of this lesson is a file of named tensors, the state dict. A checkpoint "
        "that is saved during training also contains the state of the optimizer. For a plain load, "
        "a program first builds a model of the same shape, with initial weights that will be "
        "overwritten. Then the program reads the state dict into memory next to the model. While "
        "the model and the state dict both exist, memory contains the model twice.");
    const QString guide = decimalGigabytes(kGuideParameters * kFloatBytes);
    texts.fact = joinedSentences(
        {LessonStepWords::tr(
             "Accelerate's guide calculates %1 billion parameters × %2 bytes = %3 for the model, "
             "and another %3 for the state dict (1 GB is 10⁹ bytes). The model of this lesson "
             "needs "
             "%4 parameters × %2 bytes plus %5 attention masks = %6, and another %6 for the state "
             "dict.")
             .arg(kGuideParameters / 1e9, 0, 'f', 0)
             .arg(kFloatBytes, 0, 'f', 0)
             .arg(guide, counted(facts.parameters))
             .arg(facts.masks)
             .arg(sizeText(facts.weightBytes)),
         LessonStepWords::tr(
             "The number in the name %1 is smaller than the parameter count of this model: GPT-2 "
             "uses the token embedding as its output head, but in this lesson, the head is a "
             "separate tensor.")
             .arg(facts.name.section(QStringLiteral(", "), -1))});
    texts.question = LessonStepWords::tr("Which part of the file would training never change?");
    texts.options = {LessonStepWords::tr("A: the token embedding, which is only a table"),
                     LessonStepWords::tr("B: the attention masks, which are constants"),
                     LessonStepWords::tr("None: training changes everything in a checkpoint")};
    texts.right = 1;
    texts.explanations = {
        LessonStepWords::tr("The token embedding is a table of parameters: training changes the "
                            "rows of the tokens that occur in the training data."),
        LessonStepWords::tr(
            "Right. The file contains %1 masks of ones and zeros, %2 in total. Masks are buffers: "
            "the state dict contains them, but a loop over the parameters does not include them.")
            .arg(facts.masks)
            .arg(sizeText(facts.maskBytes)),
        LessonStepWords::tr(
            "Look at point B of the curve: one line of code could compute the bytes at B.")};
    return texts;
}

LessonTexts naiveTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The model is built in host memory with initial weights and moved to the GPU. Then the "
        "whole state dict is loaded onto the GPU, next to the model. Every tensor is copied from "
        "the state dict into the model. After that, the state dict is freed.");
    texts.fact = LessonStepWords::tr("The model is on the GPU twice: 2 × %1.")
                     .arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr(
        "Between A and B, the VRAM curve rises again by the size of the whole model. What is "
        "loaded onto the GPU?");
    texts.options = {
        LessonStepWords::tr("The state dict, next to initial weights that will be overwritten"),
        LessonStepWords::tr("The gradients"), LessonStepWords::tr("The file's pages, as a cache")};
    texts.right = 0;
    texts.explanations = {
        LessonStepWords::tr("Right. To load one model, the GPU must have memory for two models."),
        LessonStepWords::tr("This lesson trains no model, so there are no gradients."),
        LessonStepWords::tr("The page cache is in host memory, not on the GPU.")};
    return texts;
}

LessonTexts sequentialTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The model is built on the host and moved to the GPU, as in the previous step. The state "
        "dict remains in host memory. For each tensor of the model, a temporary tensor is created "
        "on the GPU, copied into the model and freed. The VRAM curve has two levels: one before "
        "the copy, and a higher peak during the copy.");
    texts.fact = LessonStepWords::tr("The largest tensor is %1 with a size of %2.")
                     .arg(facts.largestName, sizeText(facts.largestBytes));
    texts.question = LessonStepWords::tr("B is higher than A. What causes the difference?");
    texts.options = {LessonStepWords::tr("A second copy of one transformer block"),
                     LessonStepWords::tr("The CUDA context"),
                     LessonStepWords::tr("The largest tensor, which exists twice for a moment")};
    texts.right = 2;
    texts.explanations = {
        LessonStepWords::tr(
            "No block is copied as a whole: the tensors of a block are copied one after another."),
        LessonStepWords::tr("The CUDA context exists before the load, and the figures of PyTorch's "
                            "allocator do not include it."),
        LessonStepWords::tr("Right: %1, %2. The peak is the model plus its largest tensor.")
            .arg(facts.largestName, sizeText(facts.largestBytes))};
    return texts;
}

// The steps without initial weights: meta device, mapped file, one file per tensor.

LessonTexts metaTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "On the meta device, a model has shapes but no storage, so building the model needs no "
        "memory for weights. Then uninitialised memory for the model is allocated on the GPU. The "
        "state dict is loaded onto the GPU, next to the model, and copied into the model. The host "
        "needs less memory than before, but the GPU does not.");
    texts.fact = LessonStepWords::tr(
                     "All uninitialised memory must be filled by copying, including the %1 masks, "
                     "which are buffers and not parameters.")
                     .arg(facts.masks);
    texts.question = LessonStepWords::tr(
        "Without initial weights, RAM remains low (A). Why is the VRAM peak B as high as the VRAM "
        "peak of the plain load?");
    texts.options = {LessonStepWords::tr("A model on the meta device also uses GPU memory"),
                     LessonStepWords::tr("The state dict is still on the GPU, next to the model"),
                     LessonStepWords::tr("Uninitialised memory is allocated twice")};
    texts.right = 1;
    texts.explanations = {LessonStepWords::tr("Meta tensors have no bytes on any device."),
                          LessonStepWords::tr("Right. There are no initial weights, but the GPU "
                                              "still contains two copies of the model."),
                          LessonStepWords::tr("Uninitialised memory is allocated once: the first "
                                              "rise of the curve is as high as one model.")};
    return texts;
}

LessonTexts mmapTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The file is mapped into memory, which does not read any data yet. Each tensor is copied "
        "from the mapped pages to a new tensor on the GPU, which becomes the parameter. RSS "
        "includes the pages that were read until the file is unmapped, but the system can reclaim "
        "these pages whenever memory is needed.");
    texts.fact = LessonStepWords::tr("There is one copy of the model on the GPU: %1 in tensors.")
                     .arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr(
        "RSS includes the memory at A and at B. B is host memory that the system cannot reclaim. "
        "What kind of memory is A?");
    texts.options = {
        LessonStepWords::tr("Pages of the file, which the system may drop at any time"),
        LessonStepWords::tr("A hidden second copy of the model"),
        LessonStepWords::tr("Memory of the GPU, seen from the host")};
    texts.right = 0;
    texts.explanations = {
        LessonStepWords::tr("Right. The pages of the file are resident but evictable, because the "
                            "file still contains every byte."),
        LessonStepWords::tr("The memory at A consists of pages of the file. The system can drop "
                            "these pages without losing data."),
        LessonStepWords::tr(
            "The RSS of a process does not include the memory of a real GPU. The memory of a "
            "simulated GPU is shared memory, which neither curve includes.")};
    return texts;
}

LessonTexts perTensorTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The checkpoint is split into one file per tensor. The model is built without storage, and "
        "its GPU memory is allocated all at once. Then each tensor is read into host memory, "
        "copied and freed.");
    texts.fact = LessonStepWords::tr(
                     "Host memory contains one tensor at a time: at most %1, the largest tensor.")
                     .arg(sizeText(facts.largestBytes));
    texts.question = LessonStepWords::tr(
        "Why are the spikes A and B of the RAM curve higher than the other spikes?");
    texts.options = {LessonStepWords::tr("The disk's cache was full twice"),
                     LessonStepWords::tr("The GPU received the tensors of A and B twice"),
                     LessonStepWords::tr("%1 and %2 are the largest tensors")
                         .arg(facts.largestName, facts.secondName)};
    texts.right = 2;
    texts.explanations = {LessonStepWords::tr("File pages are not anonymous memory, so the curve "
                                              "of anonymous RAM does not include them."),
                          LessonStepWords::tr("VRAM does not change while tensors are copied: the "
                                              "memory for the whole model is already allocated."),
                          LessonStepWords::tr("Right: the sizes of the two tensors are %1 and %2; "
                                              "the size of the next largest tensor is %3.")
                              .arg(sizeText(facts.largestBytes), sizeText(facts.secondBytes),
                                   sizeText(facts.thirdBytes))};
    return texts;
}

// Shards, streaming, and several devices.

LessonTexts shardedTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "The checkpoint is split into several files, the shards. An index specifies which shard "
        "contains each tensor. Accelerate maps one safetensors shard after another. With a single "
        "device in the device map, the whole shard is copied directly from the pages of the file "
        "to that device. With several devices, each tensor is copied to its device in the map. "
        "PyTorch .bin shards are first read as a whole into host memory, so the largest shard must "
        "fit there.");
    const auto limit = static_cast<double>(lessonShardLimit(facts.size));
    const bool isSixth = limit < static_cast<double>(kGiB);
    const QString cut = isSixth ? LessonStepWords::tr("%1 (a sixth of the model)")
                                : LessonStepWords::tr("%1 (the model: %2)");
    const QString limitText = lessonSizeLike(limit, limit);
    texts.fact =
        LessonStepWords::tr("Each file of this step is a safetensors shard of at most %1.")
            .arg(isSixth ? cut.arg(limitText) : cut.arg(limitText, sizeText(facts.weightBytes)));
    if (facts.secondBytes > limit) {
        texts.fact = joinedSentences(
            {texts.fact,
             LessonStepWords::tr("The tensors %1 and %2 are larger (%3 each), so each of them has "
                                 "a separate shard.")
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
        LessonStepWords::tr(
            "No block has a separate file: the checkpoint is split into shards by size."),
        LessonStepWords::tr(
            "Right. Smaller shards make smaller and more frequent peaks in the curve."),
        LessonStepWords::tr(
            "No garbage is collected in this step: a tooth ends when its shard is unmapped.")};
    return texts;
}

LessonTexts streamedTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "Parts of the file are read into a small ring of buffers and copied from there directly to "
        "the destinations of the tensors. While one buffer is copied, the next buffers are read, "
        "so that disk and link work at the same time. The required host memory does not depend on "
        "the size of the model or of its largest tensor.");
    texts.fact = LessonStepWords::tr("%1 of weights pass through one ring of buffers.")
                     .arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr(
        "VRAM is at B at the end. RAM never rises above A. What determines the height of A?");
    texts.options = {LessonStepWords::tr("The largest tensor, %1").arg(facts.largestName),
                     LessonStepWords::tr("A fixed fraction of the model's size"),
                     LessonStepWords::tr("The ring of buffers, the same for every model")};
    texts.right = 2;
    texts.explanations = {
        LessonStepWords::tr("The size of %1 is %2. A is smaller, because the tensor passes through "
                            "the ring in parts.")
            .arg(facts.largestName, sizeText(facts.largestBytes)),
        LessonStepWords::tr("Choose another model above: A does not change."),
        LessonStepWords::tr("Right. The ring's size is a choice, not a property of the model.")};
    return texts;
}

LessonTexts severalDevicesTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = LessonStepWords::tr(
        "A device map can name several devices. In this step, the devices are a GPU and a CPU "
        "whose limits are smaller than the model, and the disk. Each layer is loaded onto its "
        "device in the map, and the layers for the disk are written to an offload folder. In the "
        "forward pass, an offloaded layer is copied to the GPU just before the layer runs, and the "
        "copy is freed afterwards.");
    texts.fact =
        LessonStepWords::tr("The total size of the model is %1.").arg(sizeText(facts.weightBytes));
    texts.question = LessonStepWords::tr(
        "At the end, VRAM contains A and RAM contains B, together less than the model. Where is "
        "the rest of the model?");
    texts.options = {LessonStepWords::tr("In the offload folder on the disk"),
                     LessonStepWords::tr("The rest is compressed on the GPU"),
                     LessonStepWords::tr("The rest was left out: the model has lost layers")};
    texts.right = 0;
    texts.explanations = {
        LessonStepWords::tr("Right. Offloaded weights need no memory until their layer runs, but "
                            "need time to be copied whenever the layer runs."),
        LessonStepWords::tr("Nothing is compressed: a weight has the same size on every device."),
        LessonStepWords::tr("No layer is left out: the map names a device for each layer.")};
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
                     "The limits of this step (%1) are set so that every device gets a part of the "
                     "model. Accelerate keeps %2 of each limit free for the largest layer. The "
                     "rest of the model is placed on the disk.")
                     .arg(limits.join(listSeparator()), lessonSizeLike(reserved, weights));
}

}  // namespace stowage
