// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says of the first steps: the checkpoint, the plain load, one parameter at a time.
#include "widgets/lesson/lesson_texts.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>
#include <QLocale>

namespace stowage {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonTexts)
};

/// "24 GB", decimal, as the guide counts.
QString decimalGigabytes(double bytes) {
    return Words::tr("%1 GB").arg(bytes / 1e9, 0, 'f', 0);
}

QString counted(double number) {
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number, 'f', 0);
}

}  // namespace

LessonTexts checkpointTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "A checkpoint is a file of named tensors, the state dict, and nothing else. To use it, a "
        "program first builds a model of the same shape with initial weights, which nobody wants, "
        "and then reads the state dict beside it. While both are there, memory holds the model "
        "twice.");
    const QString guide = decimalGigabytes(kGuideParameters * kFloatBytes);
    texts.fact =
        Words::tr(
            "The guide of Accelerate reckons: %1 billion parameters × %2 bytes = %3 for the "
            "model, and %3 again for the state dict. The model of this lesson: %4 "
            "parameters × %2 bytes and %5 attention masks = %6, and %6 again.")
            .arg(kGuideParameters / 1e9, 0, 'f', 0)
            .arg(kFloatBytes, 0, 'f', 0)
            .arg(guide, counted(facts.parameters))
            .arg(facts.masks)
            .arg(sizeText(facts.weightBytes));
    texts.question = Words::tr("Which part of the file was never trained?");
    texts.options = {Words::tr("B: the token embedding, it is only a table"),
                     Words::tr("A: the attention masks, which are constants"),
                     Words::tr("None: everything in a checkpoint is trained")};
    texts.right = 1;
    texts.explanations = {
        Words::tr("A table, but a trained one: each token's row was learned."),
        Words::tr("Right. %1 masks of ones and zeros, %2 in all. They are buffers: in the state "
                  "dict, but not among the parameters, so that a loop over parameters forgets "
                  "them.")
            .arg(facts.masks)
            .arg(sizeText(facts.maskBytes)),
        Words::tr("Look at A: these bytes could be computed in one line.")};
    return texts;
}

LessonTexts naiveTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The model is built in host memory with initial weights and moved to the GPU. Then the "
        "whole state dict is loaded onto the GPU beside it. Tensor after tensor is copied from "
        "the one to the other, and only then is the state dict freed.");
    texts.fact = Words::tr("Twice on the GPU: 2 × %1.").arg(sizeText(facts.weightBytes));
    texts.question = Words::tr(
        "Between A and B the VRAM curve climbs by the whole model once more. What is being put on "
        "the GPU?");
    texts.options = {Words::tr("The state dict, beside initial weights that nobody needs"),
                     Words::tr("The gradients"), Words::tr("The file's pages, as a cache")};
    texts.right = 0;
    texts.explanations = {
        Words::tr("Right. The GPU must have room for two models to hold one."),
        Words::tr("Nothing is trained here: there are no gradients."),
        Words::tr("The page cache lies in host memory; see the thin dots of the other chart.")};
    return texts;
}

LessonTexts sequentialTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The model is built on the host and moved to the GPU, as before, but the state dict stays "
        "in host memory. For each parameter a temporary tensor is made on the GPU, copied into "
        "its place and freed. There are two peaks to read: one before the copy, and one a little "
        "higher while it lasts.");
    texts.fact = Words::tr("The largest tensor is %1 with %2.")
                     .arg(facts.largestName, sizeText(facts.largestBytes));
    texts.question = Words::tr("B is a little higher than A. By what?");
    texts.options = {Words::tr("By a second copy of one transformer block"),
                     Words::tr("By the CUDA context"),
                     Words::tr("By the largest tensor, which is there twice for a moment")};
    texts.right = 2;
    texts.explanations = {
        Words::tr("A block is never copied as a whole: its tensors go one after the other."),
        Words::tr("A context is there before the load and counted by no allocator."),
        Words::tr("Right: %1, %2. The peak is the model and its largest tensor.")
            .arg(facts.largestName, sizeText(facts.largestBytes))};
    return texts;
}

}  // namespace stowage
