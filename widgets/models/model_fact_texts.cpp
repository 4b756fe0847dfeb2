// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/model_fact_texts.h"

#include "widgets/models/fact_texts.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace stowage {
namespace {

struct ModelFactTexts {
    Q_DECLARE_TR_FUNCTIONS(ModelFactTexts)
};

QString tr(const char* text) {
    return ModelFactTexts::tr(text);
}

QString sizeOf(std::uint64_t bytes) {
    return sizeText(static_cast<double>(bytes));
}

QString countOf(ModelFacts::Number number) {
    return number ? countText(*number) : QString();
}

/// Figures as they are found.
class Figures {
public:
    void add(const char* name, const QString& value, const QString& caption,
             const QString& toolTip) {
        if (!value.isEmpty()) {
            m_figures.push_back({QString::fromLatin1(name), value, caption, toolTip});
        }
    }
    [[nodiscard]] std::vector<ModelFigure> take() { return std::move(m_figures); }

private:
    std::vector<ModelFigure> m_figures;
};

void addShape(const ModelFacts& facts, Figures& figures) {
    if (facts.encoderLayers && facts.layers) {
        figures.add(
            "layers",
            ModelFactTexts::tr("%1 + %2").arg(countOf(facts.encoderLayers), countOf(facts.layers)),
            tr("layers"),
            ModelFactTexts::tr("%1 layers in the encoder and %2 in the decoder")
                .arg(countOf(facts.encoderLayers), countOf(facts.layers)));
    } else {
        figures.add("layers", countOf(facts.layers), tr("layers"),
                    tr("Blocks that every token passes, one after the other"));
    }
    figures.add("hidden", countOf(facts.hiddenSize), tr("hidden size"),
                tr("Numbers that stand for one token between two layers"));
    const bool isShared = facts.keyValueHeads && facts.keyValueHeads != facts.attentionHeads;
    const QString heads = countOf(facts.attentionHeads);
    QStringList tips;
    if (facts.headWidth) {
        tips.append(ModelFactTexts::tr("%1 attention heads of width %2")
                        .arg(heads, countOf(facts.headWidth)));
    }
    if (isShared) {
        tips.append(ModelFactTexts::tr("%1 heads of keys and values, shared by those of queries")
                        .arg(countOf(facts.keyValueHeads)));
    }
    if (facts.latentWidth) {
        tips.append(ModelFactTexts::tr("keys and values are kept as one vector of %1 numbers, "
                                       "whatever the number of heads")
                        .arg(countOf(facts.latentWidth)));
    }
    figures.add("heads",
                isShared ? ModelFactTexts::tr("%1 (%2 kv)").arg(heads, countOf(facts.keyValueHeads))
                         : heads,
                tr("heads"), tips.join(QStringLiteral("; ")));
    figures.add("context", countOf(facts.contextLength), tr("tokens of context"),
                tr("Tokens that the model was made to read at once, as its config.json says"));
}

void addParameters(const ModelFacts& facts, Figures& figures) {
    figures.add(
        "parameters", formatCount(facts.parameters), tr("parameters"),
        ModelFactTexts::tr("%1 parameters, tied tensors once").arg(countText(facts.parameters)));
    if (facts.isMixture()) {
        figures.add(
            "active", formatCount(facts.activeParameters), tr("active a token"),
            ModelFactTexts::tr("%1 parameters take part in one token: all but those of the experts "
                               "that are not chosen (%2 of %3 in each of %4 layers are)")
                .arg(countText(facts.activeParameters), countOf(facts.activeExperts),
                     countOf(facts.experts), countText(facts.expertLayers)));
    }
}

void addEmbeddings(const ModelFacts& facts, Figures& figures) {
    const double share = facts.parameters == 0
                             ? 0
                             : 100 * static_cast<double>(facts.embeddingParameters) /
                                   static_cast<double>(facts.parameters);
    figures.add("embedding", formatCount(facts.embeddingParameters), tr("in embeddings"),
                ModelFactTexts::tr("%1 parameters (%2 %) in tables that are looked up: tokens, "
                                   "positions; a tied head among them")
                    .arg(countText(facts.embeddingParameters))
                    .arg(share, 0, 'f', 1));
}

QString cacheToolTip(const ModelFacts& facts, DType type) {
    const KvCacheFacts& cache = *facts.cache;
    const auto exact = [&cache](DType dtype) { return countText(kvBytesPerToken(cache, dtype)); };
    QStringList lines;
    lines.append(ModelFactTexts::tr("%1 bytes a token in %2: %3 layers × %4 numbers × %5 bytes")
                     .arg(exact(type), dtypeText(type), countText(cache.layers),
                          countText(cache.elements), countText(storedBytes(type, 1))));
    lines.append(
        ModelFactTexts::tr("float32 %1, float16 and bfloat16 %2, fp8 %3")
            .arg(exact(DType::Float32), exact(DType::BFloat16), exact(DType::Float8E4M3FN)));
    if (facts.contextLength) {
        lines.append(ModelFactTexts::tr("%1 for one sequence of the whole context")
                         .arg(sizeOf(kvBytes(cache, type, *facts.contextLength))));
    }
    if (cache.windowLayers > 0) {
        lines.append(ModelFactTexts::tr("%1 of %2 layers look back no further than %3 tokens; "
                                        "beyond them, %4 bytes a token")
                         .arg(countText(cache.windowLayers), countText(cache.layers),
                              countText(cache.window),
                              countText(kvBytesPerTokenBeyond(cache, type))));
    }
    if (cache.crossLayers > 0) {
        lines.append(ModelFactTexts::tr("%1 bytes more for each position of the encoder's output")
                         .arg(countText(crossBytesPerPosition(cache, type))));
    }
    if (cache.libraryElements != cache.elements) {
        lines.append(ModelFactTexts::tr("transformers keeps shared heads apart for every query: "
                                        "%1 bytes a token")
                         .arg(countText(kvBytesPerToken(cache, type, KvLayout::Library))));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

std::vector<ModelFigure> modelFigures(const ModelFacts& facts, DType cacheType) {
    Figures figures;
    addParameters(facts, figures);
    addShape(facts, figures);
    if (facts.isMixture()) {
        figures.add("experts",
                    ModelFactTexts::tr("%1 of %2")
                        .arg(countOf(facts.activeExperts), countOf(facts.experts)),
                    tr("experts a token"),
                    facts.sharedExperts
                        ? ModelFactTexts::tr("Beside them %1 that every token passes")
                              .arg(countOf(facts.sharedExperts))
                        : tr("Chosen anew for every token in every layer"));
    }
    if (facts.cache && facts.cache->layers > 0) {
        figures.add("kv", sizeOf(kvBytesPerToken(*facts.cache, cacheType)),
                    ModelFactTexts::tr("KV cache a token, %1").arg(dtypeText(cacheType)),
                    cacheToolTip(facts, cacheType));
    } else if (facts.cache) {
        figures.add("kv", tr("none"), tr("KV cache"),
                    tr("The model keeps nothing of the tokens that it has read"));
    }
    addEmbeddings(facts, figures);
    return figures.take();
}

QString modelClassWords(const ModelFacts& facts) {
    return ModelFactTexts::tr("%1 · %2").arg(QString::fromStdString(facts.className),
                                             QString::fromStdString(facts.family));
}

QString factsOriginWords(const ModelFacts& facts) {
    return facts.file.empty() ? tr("Calculated from the tensors' shapes; nothing is measured.")
                              : tr("Calculated from the config.json; nothing is measured.");
}

DType likelyCacheType(DType weights) {
    return isFloatingPoint(weights) && !elementBlock(weights) ? weights : DType::BFloat16;
}

}  // namespace stowage
