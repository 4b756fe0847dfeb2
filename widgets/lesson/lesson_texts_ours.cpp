// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says of shards, of streaming, and of several devices.
#include "engine/plan/placement_plan.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/lesson/lesson_words.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>

namespace stowage {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonTexts)
};

}  // namespace

LessonTexts shardedTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The checkpoint is split into several files, the shards, with an index that says which "
        "tensor is in which. Accelerate maps one safetensors shard after another: with a single "
        "device in the device map all of it goes straight from the file's pages to that device, "
        "with several each tensor goes to its own. PyTorch's .bin shards it reads whole into host "
        "memory first, which then needs room for the largest of them.");
    const auto limit = static_cast<double>(lessonShardLimit(facts.size));
    texts.fact =
        facts.largestBytes > limit
            ? Words::tr(
                  "The shards here are safetensors, cut at %1; %2 is larger, %3, and has a "
                  "shard of its own.")
                  .arg(lessonSizeLike(limit, facts.largestBytes), facts.largestName,
                       lessonSizeLike(facts.largestBytes, facts.largestBytes))
            : Words::tr("The shards here are safetensors, cut at %1; the model has %2.")
                  .arg(lessonSizeLike(limit, facts.weightBytes),
                       lessonSizeLike(facts.weightBytes, facts.weightBytes));
    texts.question = Words::tr(
        "The file-backed part of RAM rises and falls like the teeth of a saw; A and B are the "
        "highest. What is one tooth?");
    texts.options = {Words::tr("A transformer block"),
                     Words::tr("One shard: mapped, copied, unmapped"),
                     Words::tr("Python's garbage collector at work")};
    texts.right = 1;
    texts.explanations = {
        Words::tr("No block has a file of its own: what one shard holds is cut by size."),
        Words::tr("Right. Smaller shards make smaller teeth, and more of them."),
        Words::tr("Nothing is collected here: a tooth ends when its shard is unmapped.")};
    return texts;
}

LessonTexts streamedTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "Parts of the file go through a small ring of buffers straight to where the tensors "
        "belong. While one buffer is copied, the next ones are read, so that disk and link work at "
        "the same time. What the host needs depends neither on the model's size nor on its largest "
        "tensor.");
    texts.fact =
        Words::tr("%1 of weights through one ring of buffers.").arg(sizeText(facts.weightBytes));
    texts.question = Words::tr("VRAM ends at B, RAM never rises above A. What sets A?");
    texts.options = {Words::tr("The largest tensor, %1").arg(facts.largestName),
                     Words::tr("A fixed share of the model's size"),
                     Words::tr("The ring of buffers, the same for every model")};
    texts.right = 2;
    texts.explanations = {
        Words::tr("%1 has %2 and goes through in pieces: A is below it.")
            .arg(facts.largestName, sizeText(facts.largestBytes)),
        Words::tr("Choose another model above: A stays where it is."),
        Words::tr("Right. The ring's size is a choice, not a property of the model.")};
    return texts;
}

LessonTexts severalDevicesTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "A device map can name several devices: here a GPU and a CPU whose limits are smaller than "
        "the model, and the disk. Each layer is loaded onto its own device, and what belongs on "
        "the disk is written to an offload folder. In the forward pass an offloaded layer is "
        "brought to the GPU just before it runs, and freed after it.");
    texts.fact = Words::tr("The model has %1 in all.").arg(sizeText(facts.weightBytes));
    texts.question = Words::tr(
        "At the end VRAM holds A and RAM holds B, together less than the model. Where is "
        "the rest?");
    texts.options = {Words::tr("In the offload folder on the disk"),
                     Words::tr("It is compressed on the GPU"),
                     Words::tr("It was left out: the model has lost layers")};
    texts.right = 0;
    texts.explanations = {
        Words::tr("Right. Offloaded weights take no memory until their layer runs, but time "
                  "whenever it does."),
        Words::tr("Nothing is compressed: a weight has the same size on every device."),
        Words::tr("No layer is left out: the map names a device for each of them.")};
    return texts;
}

QString severalDevicesLimits(const LessonStepState& state) {
    if (state.schedule == nullptr || state.step != LessonStep::SeveralDevices) {
        return {};
    }
    const auto& request = state.schedule->plan->request;
    const auto weights = static_cast<double>(request.tree->totalBytes());
    QStringList limits;
    for (const MemoryBudget& budget : request.budgets) {
        if (budget.device.kind != DeviceKind::Disk) {
            limits.append(Words::tr("%1 %2", "GPU 0 240.0 MiB")
                              .arg(QString::fromStdString(deviceLabel(budget.device)),
                                   lessonSizeLike(budget.bytes, weights)));
        }
    }
    return limits.isEmpty() ? QString()
                            : Words::tr(
                                  "Limits of this step, set so that every device gets a "
                                  "part: %1; the rest goes to the disk.")
                                  .arg(limits.join(QStringLiteral(", ")));
}

}  // namespace stowage
