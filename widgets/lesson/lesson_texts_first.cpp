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
        "The checkpoint of this lesson is a file of named tensors, the state dict; one that is "
        "saved during training holds the optimizer's state, too. To load it the plain way, a "
        "program first builds a model of the same shape, with initial weights that nobody wants, "
        "and then reads the state dict beside it. While both are there, memory holds the model "
        "twice.");
    const QString guide = decimalGigabytes(kGuideParameters * kFloatBytes);
    texts.fact =
        Words::tr(
            "Accelerate's guide calculates: %1 billion parameters × %2 bytes = %3 for the model, "
            "and %3 again for the state dict, where GB are 10^9 bytes. The model of this lesson: "
            "%4 parameters × %2 bytes and %5 attention masks = %6, and %6 again.")
            .arg(kGuideParameters / 1e9, 0, 'f', 0)
            .arg(kFloatBytes, 0, 'f', 0)
            .arg(guide, counted(facts.parameters))
            .arg(facts.masks)
            .arg(sizeText(facts.weightBytes)) +
        QLatin1Char(' ') +
        Words::tr(
            "The name %1 counts fewer parameters, because GPT-2 uses the token embedding as its "
            "output head; here the head is a tensor of its own.")
            .arg(facts.name.section(QStringLiteral(", "), -1));
    texts.question = Words::tr("Which part of the file would training never change?");
    texts.options = {Words::tr("B: the token embedding, it is only a table"),
                     Words::tr("A: the attention masks, which are constants"),
                     Words::tr("None: training changes everything in a checkpoint")};
    texts.right = 1;
    texts.explanations = {
        Words::tr("It is a table, but one of parameters: training changes the rows of the tokens "
                  "that it sees."),
        Words::tr("Right. %1 masks of ones and zeros, %2 in all. They are buffers: they are in the "
                  "state dict but not among the parameters, so a loop over the parameters misses "
                  "them.")
            .arg(facts.masks)
            .arg(sizeText(facts.maskBytes)),
        Words::tr("Look at A: one line of code could compute these bytes.")};
    return texts;
}

LessonTexts naiveTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The model is built in host memory with initial weights and moved to the GPU. Then the "
        "whole state dict is loaded onto the GPU beside it. Every tensor is copied from the state "
        "dict into the model, and only then is the state dict freed.");
    texts.fact = Words::tr("Twice on the GPU: 2 × %1.").arg(sizeText(facts.weightBytes));
    texts.question = Words::tr(
        "Between A and B the VRAM curve climbs by the whole model once more. What is being put on "
        "the GPU?");
    texts.options = {Words::tr("The state dict, beside initial weights that nobody needs"),
                     Words::tr("The gradients"), Words::tr("The file's pages, as a cache")};
    texts.right = 0;
    texts.explanations = {Words::tr("Right. To hold one model, the GPU must have room for two."),
                          Words::tr("Nothing is trained here, so there are no gradients."),
                          Words::tr("The page cache is in host memory, not on the GPU.")};
    return texts;
}

LessonTexts sequentialTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The model is built on the host and moved to the GPU, as before, but the state dict stays "
        "in host memory. For each tensor of the model, a temporary one is made on the GPU, copied "
        "into its place and freed. There are two levels to read: one before the copy, and a peak "
        "a little higher while it lasts.");
    texts.fact = Words::tr("The largest tensor is %1 with %2.")
                     .arg(facts.largestName, sizeText(facts.largestBytes));
    texts.question = Words::tr("B is a little higher than A. What makes the difference?");
    texts.options = {Words::tr("A second copy of one transformer block"),
                     Words::tr("The CUDA context"),
                     Words::tr("The largest tensor, which is there twice for a moment")};
    texts.right = 2;
    texts.explanations = {
        Words::tr("No block is ever copied whole: its tensors go one after another."),
        Words::tr("A context is there before the load, and no allocator counts it."),
        Words::tr("Right: %1, %2. The peak is the model and its largest tensor.")
            .arg(facts.largestName, sizeText(facts.largestBytes))};
    return texts;
}

}  // namespace stowage
