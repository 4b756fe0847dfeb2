// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/variant_figures.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>

namespace stowage {
namespace {

struct FigureTexts {
    Q_DECLARE_TR_FUNCTIONS(VariantFigures)
};

constexpr int kUnknownRank = 3;
/// A prediction needs a name for the folder, not the folder.
constexpr const char* kVariantOffloadFolder = "offload";

QString verdictWord(Verdict verdict) {
    switch (verdict) {
        case Verdict::Fits:
            return FigureTexts::tr("Fits");
        case Verdict::FitsWithOffload:
            return FigureTexts::tr("Fits with offload");
        case Verdict::DoesNotFit:
            break;
    }
    return FigureTexts::tr("Does not fit");
}

MaybeFigure<double> loadSeconds(const EstimateInput& input) {
    if (input.checkpoint->tensors.empty()) {
        return {{}, FigureTexts::tr("A model without weights is not loaded.")};
    }
    const auto schedule =
        makeLoadSchedule(input.plan, input.checkpoint,
                         {.offloadFolder = kVariantOffloadFolder,
                          .dryRun = whyNotLoadedHere(input.plan->request).has_value(),
                          .rates = input.rates});
    if (!schedule) {
        return {{}, translated(schedule.error().message)};
    }
    return {
        (*schedule)->predictedSeconds,
        FigureTexts::tr("This machine's rates are not known for these files; stowagectl devices "
                        "--measure finds them.")};
}

}  // namespace

VariantFigures variantFigures(const EstimateInput& input, const std::stop_token& stop) {
    const auto made = estimateCapacity(input, stop);
    if (!made) {
        VariantFigures figures = figuresWithout(made.error());
        figures.loadSeconds = loadSeconds(input);
        return figures;
    }
    const CapacityEstimate& estimate = **made;
    VariantFigures figures{verdictWord(estimate.verdict),
                           translated(estimateSentence(estimate)),
                           static_cast<int>(estimate.verdict),
                           {{}, FigureTexts::tr("The widths of the model are not known.")},
                           {},
                           loadSeconds(input)};
    if (const TimeEstimate* const time = estimate.toldTime()) {
        if (time->tokensPerSecond > 0) {
            figures.tokensPerSecond.value = time->tokensPerSecond;
        } else {
            figures.tokensPerSecond.whyNot = FigureTexts::tr("No token follows in this model.");
        }
    } else if (estimate.time) {
        figures.tokensPerSecond.whyNot = translated(standInSentence(estimate.time->unknownCard));
    }
    for (const DeviceEstimate& device : estimate.devices) {
        if (device.device.id.isGpu() || device.device.id == DeviceId::cpu()) {
            figures.needed[device.device.id] = device.needed();
        }
    }
    return figures;
}

VariantFigures figuresWithout(const Error& error) {
    const QString sentence = translated(error.message);
    return {
        FigureTexts::tr("Not known"), sentence, kUnknownRank, {{}, sentence}, {}, {{}, sentence}};
}

}  // namespace stowage
