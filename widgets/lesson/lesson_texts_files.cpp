// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says of the steps without initial weights: meta device, mapped file, one file per
// tensor.
#include "widgets/lesson/lesson_texts.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>

namespace stowage {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonTexts)
};

}  // namespace

LessonTexts metaTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "On the meta device a model has shapes but no storage, so building it takes no memory for "
        "weights. Then its memory is allocated on the GPU, uninitialised. The state dict is loaded "
        "onto the GPU beside it and copied: the host is spared, the GPU is not.");
    texts.fact = Words::tr(
                     "Whatever is uninitialised must be copied, including the %1 masks, which are "
                     "buffers and not parameters.")
                     .arg(facts.masks);
    texts.question = Words::tr(
        "Without initial weights RAM stays low (A). Why is the VRAM peak B as high as that of "
        "the plain load?");
    texts.options = {Words::tr("A model on the meta device takes GPU memory, too"),
                     Words::tr("The state dict is still on the GPU beside the model"),
                     Words::tr("Uninitialised memory is allocated twice")};
    texts.right = 1;
    texts.explanations = {
        Words::tr("Meta tensors have no bytes on any device."),
        Words::tr("Right. Only the initial weights are gone; the GPU still holds two copies."),
        Words::tr("It is allocated once: the curve's first step is as high as one model.")};
    return texts;
}

LessonTexts mmapTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The file is mapped into memory, which reads nothing yet. Each tensor is copied from the "
        "mapped pages to a new tensor on the GPU, and that becomes the parameter. The pages that "
        "were read count as resident (RSS) until the file is unmapped, but the system can take "
        "them back whenever somebody needs the memory.");
    texts.fact =
        Words::tr("The model is on the GPU once: %1 in tensors.").arg(sizeText(facts.weightBytes));
    texts.question = Words::tr(
        "B is the host memory that cannot be given back. What is the memory at A, which counts in "
        "RSS as well?");
    texts.options = {Words::tr("Pages of the file, which the system may drop at any time"),
                     Words::tr("A hidden second copy of the model"),
                     Words::tr("Memory of the GPU, seen from the host")};
    texts.right = 0;
    texts.explanations = {
        Words::tr("Right. They are resident but evictable: the file still has every byte."),
        Words::tr("It is no copy but the file's own pages; dropping them loses nothing."),
        Words::tr("A card's memory is in no process's RSS; a simulated GPU's is shared memory, "
                  "which is in neither curve.")};
    return texts;
}

LessonTexts perTensorTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The checkpoint is split into one file per tensor. The model is built without storage, and "
        "its GPU memory is allocated at once. Then each tensor is read into host memory, copied "
        "and freed.");
    texts.fact = Words::tr("The host never holds more than the largest tensor: %1.")
                     .arg(sizeText(facts.largestBytes));
    texts.question =
        Words::tr("Why do the spikes A and B of the RAM curve rise higher than the others?");
    texts.options = {
        Words::tr("The disk's cache was full twice"),
        Words::tr("The GPU received these tensors twice"),
        Words::tr("%1 and %2 are the largest tensors").arg(facts.largestName, facts.secondName)};
    texts.right = 2;
    texts.explanations = {
        Words::tr("File pages are not anonymous memory, so they are not in this curve."),
        Words::tr("VRAM does not change while tensors are copied: every place is allocated "
                  "already."),
        Words::tr("Right: they have %1 and %2; the next largest has %3.")
            .arg(sizeText(facts.largestBytes), sizeText(facts.secondBytes),
                 sizeText(facts.thirdBytes))};
    return texts;
}

}  // namespace stowage
