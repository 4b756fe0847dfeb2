// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says of the steps without initial weights: meta device, mapped file, one file a
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
        "On the meta device a model has shapes but no storage, so that building it costs nothing. "
        "Its memory is taken on the GPU, uninitialised. The state dict is loaded onto the GPU "
        "beside it and copied: the host is spared, the GPU is not.");
    texts.fact = Words::tr(
                     "What is uninitialised must be copied: the %1 masks, too, which are no "
                     "parameters.")
                     .arg(facts.masks);
    texts.question = Words::tr(
        "Without initial weights RAM stays low (A). Why is the VRAM peak B as high as that of "
        "the plain load?");
    texts.options = {Words::tr("A model on the meta device takes GPU memory, too"),
                     Words::tr("The state dict still lies on the GPU beside the model"),
                     Words::tr("Uninitialised memory is taken twice")};
    texts.right = 1;
    texts.explanations = {
        Words::tr("Meta tensors have no bytes on any device."),
        Words::tr("Right. Only the initial weights are gone; two copies on the GPU remain."),
        Words::tr("It is taken once: the curve's first step is as high as one model.")};
    return texts;
}

LessonTexts mmapTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The file is mapped into memory, which reads nothing yet. Each tensor goes from the mapped "
        "pages to a new tensor on the GPU, and that becomes the parameter. The pages stay in the "
        "page cache, where they count as resident (RSS), but the system takes them back whenever "
        "somebody needs the memory.");
    texts.fact =
        Words::tr("The model is on the GPU once: %1 in tensors.").arg(sizeText(facts.weightBytes));
    texts.question = Words::tr(
        "A monitor of RSS shows A, and B is what cannot be given back. What lies between them?");
    texts.options = {Words::tr("Pages of the file, which the system may drop at any time"),
                     Words::tr("A hidden second copy of the model"),
                     Words::tr("Memory of the GPU, seen from the host")};
    texts.right = 0;
    texts.explanations = {
        Words::tr("Right. RSS lies about a mapped file: these pages are evictable."),
        Words::tr("It is no copy but the file's own pages; dropping them loses nothing."),
        Words::tr("Memory of the GPU is in no process's RSS; a simulated GPU's is shared memory, "
                  "which is subtracted here.")};
    return texts;
}

LessonTexts perTensorTexts(const LessonFacts& facts) {
    LessonTexts texts;
    texts.body = Words::tr(
        "The checkpoint is split into one file a tensor. The model is built without storage, and "
        "its GPU memory is taken at once. Then each tensor is read into host memory, copied and "
        "freed.");
    texts.fact = Words::tr("The host never holds more than the largest tensor: %1.")
                     .arg(sizeText(facts.largestBytes));
    texts.question =
        Words::tr("Why do the spikes A and B of the RAM curve rise higher than the others?");
    texts.options = {
        Words::tr("The disk's cache was full twice"), Words::tr("The GPU took these tensors twice"),
        Words::tr("%1 and %2 are the largest tensors").arg(facts.largestName, facts.secondName)};
    texts.right = 2;
    texts.explanations = {
        Words::tr("File pages are not anonymous memory; they are not in this curve."),
        Words::tr("VRAM does not move while tensors are copied: every place is taken already."),
        Words::tr("Right: %1 and %2; the next one has %3.")
            .arg(sizeText(facts.largestBytes), sizeText(facts.secondBytes),
                 sizeText(facts.thirdBytes))};
    return texts;
}

}  // namespace stowage
