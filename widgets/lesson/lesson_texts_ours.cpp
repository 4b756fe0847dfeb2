// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says of shards, of streaming, and of several devices.
#include "widgets/lesson/lesson_texts.h"
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
        "The checkpoint lies in several files, the shards, with an index that says which tensor "
        "is where. Accelerate reads one shard whole into host memory, sends its tensors where the "
        "device map says, and drops it. So the host needs room for the largest shard, not for the "
        "model.");
    texts.fact = Words::tr("Shards here are cut at %1, the model has %2.")
                     .arg(sizeText(static_cast<double>(lessonShardLimit(facts.size))),
                          sizeText(facts.weightBytes));
    texts.question = Words::tr(
        "RAM rises and falls like the teeth of a saw; A and B are the "
        "highest. What is one tooth?");
    texts.options = {Words::tr("A transformer block"), Words::tr("One shard: read, sent, dropped"),
                     Words::tr("Python's garbage collector at work")};
    texts.right = 1;
    texts.explanations = {
        Words::tr("A block has no file of its own: several lie in one shard."),
        Words::tr("Right. Smaller shards make smaller teeth, and more of them."),
        Words::tr("There is no Python here; each tooth ends when a shard has been sent.")};
    return texts;
}

LessonTexts streamedTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "Ranges of the file go through a small ring of buffers straight to where the tensors will "
        "lie. Reads are on their way while earlier ones are copied, so that disk and link work at "
        "the same time. Neither the model's size nor its largest tensor sets what the host needs.");
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
        Words::tr("Take another size of model above: A stays where it is."),
        Words::tr("Right. The ring's size is a choice, not a property of the model.")};
    return texts;
}

LessonTexts severalDevicesTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "A device map may name several devices: here a GPU that is too small, the CPU, and the "
        "disk. Each layer is brought to its own device, and what shall lie on the disk is written "
        "to an offload folder. In the forward pass an offloaded layer is brought to the GPU just "
        "before it runs, and freed after it.");
    texts.fact =
        Words::tr("%1 in all: no single device holds it.").arg(sizeText(facts.weightBytes));
    texts.question = Words::tr(
        "At the end VRAM holds A and RAM holds B, together less than the model. Where is "
        "the rest?");
    texts.options = {Words::tr("In the offload folder on the disk"),
                     Words::tr("It is compressed on the GPU"),
                     Words::tr("It was left out: the model has lost layers")};
    texts.right = 0;
    texts.explanations = {
        Words::tr("Right. Offloaded weights take no memory until their layer runs, and time "
                  "whenever it does."),
        Words::tr("Nothing is compressed: every byte was compared with the file."),
        Words::tr("The forward pass agrees with the reference: no layer is missing.")};
    return texts;
}

}  // namespace stowage
