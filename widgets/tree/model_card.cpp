// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/facts_panel.h"

#include "engine/model/model_facts.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QCoreApplication>
#include <QLabel>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <vector>

namespace stowage {

/// One figure about a model, for a card.
struct ModelFigure {
    QString name;     ///< for object names: "layers"
    QString value;    ///< "32", "8.03 B"
    QString caption;  ///< what it counts: "parameters"
    QString toolTip;  ///< the exact number, what it measures and how it is known
};

namespace {

struct ModelFactTexts {
    Q_DECLARE_TR_FUNCTIONS(ModelFactTexts)
};

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
            ModelFactTexts::tr("layers"),
            ModelFactTexts::tr("%1 layers in the encoder and %2 in the decoder")
                .arg(countOf(facts.encoderLayers), countOf(facts.layers)));
    } else {
        figures.add(
            "layers", countOf(facts.layers), ModelFactTexts::tr("layers"),
            ModelFactTexts::tr("Blocks that every token passes through, one after the other"));
    }
    figures.add("hidden", countOf(facts.hiddenSize), ModelFactTexts::tr("hidden size"),
                ModelFactTexts::tr("Numbers that represent one token between two layers"));
    const bool isShared = facts.keyValueHeads && facts.keyValueHeads != facts.attentionHeads;
    const QString heads = countOf(facts.attentionHeads);
    QStringList tips;
    if (facts.headWidth) {
        tips.append(ModelFactTexts::tr("%1 attention heads of width %2")
                        .arg(heads, countOf(facts.headWidth)));
    }
    if (isShared) {
        tips.append(ModelFactTexts::tr("%1 key/value heads, shared by the query heads")
                        .arg(countOf(facts.keyValueHeads)));
    }
    if (facts.latentWidth) {
        tips.append(ModelFactTexts::tr("keys and values are stored as one vector of %1 numbers, "
                                       "regardless of the number of heads")
                        .arg(countOf(facts.latentWidth)));
    }
    figures.add("heads",
                isShared ? ModelFactTexts::tr("%1 (%2 kv)").arg(heads, countOf(facts.keyValueHeads))
                         : heads,
                ModelFactTexts::tr("heads"), tips.join(QStringLiteral("; ")));
    figures.add("context", countOf(facts.contextLength), ModelFactTexts::tr("tokens of context"),
                ModelFactTexts::tr(
                    "Maximum number of tokens that the model is designed to process at once"));
}

void addParameters(const ModelFacts& facts, Figures& figures) {
    figures.add("parameters", formatCount(facts.parameters), ModelFactTexts::tr("parameters"),
                ModelFactTexts::tr("%1 parameters, counting tied tensors once")
                    .arg(countText(facts.parameters)));
    if (facts.isMixture()) {
        figures.add("active", formatCount(facts.activeParameters),
                    ModelFactTexts::tr("active per token"),
                    ModelFactTexts::tr(
                        "%1 parameters are used for one token: all except those of experts that "
                        "are not chosen (%2 of %3 experts are chosen in each of %4 layers)")
                        .arg(countText(facts.activeParameters), countOf(facts.activeExperts),
                             countOf(facts.experts), countText(facts.expertLayers)));
    }
}

void addEmbeddings(const ModelFacts& facts, Figures& figures) {
    const double share = facts.parameters == 0
                             ? 0
                             : 100 * static_cast<double>(facts.embeddingParameters) /
                                   static_cast<double>(facts.parameters);
    figures.add(
        "embedding", formatCount(facts.embeddingParameters), ModelFactTexts::tr("in embeddings"),
        ModelFactTexts::tr(
            "%1 parameters (%2 %) are in lookup tables (tokens, positions), including a tied head")
            .arg(countText(facts.embeddingParameters))
            .arg(share, 0, 'f', 1));
}

QString cacheToolTip(const ModelFacts& facts, DType type) {
    const KvCacheFacts& cache = *facts.cache;
    const auto exact = [&cache](DType dtype) { return countText(kvBytesPerToken(cache, dtype)); };
    QStringList lines;
    lines.append(ModelFactTexts::tr("%1 bytes per token in %2: %3 layers × %4 numbers × %5 bytes")
                     .arg(exact(type), dtypeText(type), countText(cache.layers),
                          countText(cache.elements), countText(storedBytes(type, 1))));
    lines.append(
        ModelFactTexts::tr("Bytes per token: float32 %1, float16 and bfloat16 %2, fp8 %3")
            .arg(exact(DType::Float32), exact(DType::BFloat16), exact(DType::Float8E4M3FN)));
    if (facts.contextLength) {
        lines.append(ModelFactTexts::tr("%1 for one sequence that fills the whole context")
                         .arg(sizeText(kvBytes(cache, type, *facts.contextLength))));
    }
    if (cache.windowLayers() > 0) {
        lines.append(ModelFactTexts::tr("%1 of %2 layers use only the last %3 tokens; in a longer "
                                        "context, each token adds %4 bytes")
                         .arg(countText(cache.windowLayers()), countText(cache.layers),
                              countText(cache.window),
                              countText(kvBytesPerTokenBeyond(cache, type))));
    }
    if (cache.crossLayers > 0) {
        lines.append(ModelFactTexts::tr("plus %1 bytes for each position of the encoder's output")
                         .arg(countText(crossBytesPerPosition(cache, type))));
    }
    if (cache.libraryElements != cache.elements) {
        lines.append(ModelFactTexts::tr("transformers stores shared heads separately for every "
                                        "query head: %1 bytes per token")
                         .arg(countText(kvBytesPerToken(cache, type, KvLayout::Library))));
    }
    return lines.join(QLatin1Char('\n'));
}

/// What a person asks of a model first, in that order; what is not known is left out.
/// `cacheType`: the dtype that keys and values are counted in.
std::vector<ModelFigure> modelFigures(const ModelFacts& facts, DType cacheType) {
    Figures figures;
    addParameters(facts, figures);
    addShape(facts, figures);
    if (facts.isMixture()) {
        figures.add("experts",
                    ModelFactTexts::tr("%1 of %2")
                        .arg(countOf(facts.activeExperts), countOf(facts.experts)),
                    ModelFactTexts::tr("experts per token"),
                    facts.sharedExperts
                        ? ModelFactTexts::tr("Shared experts, which every token also uses: %1")
                              .arg(countOf(facts.sharedExperts))
                        : ModelFactTexts::tr(
                              "The experts are chosen separately for every token in every layer"));
    }
    if (facts.cache && facts.cache->layers > 0) {
        figures.add("kv", sizeText(kvBytesPerToken(*facts.cache, cacheType)),
                    ModelFactTexts::tr("KV cache per token, %1").arg(dtypeText(cacheType)),
                    cacheToolTip(facts, cacheType));
    } else if (facts.cache) {
        figures.add("kv", ModelFactTexts::tr("none"), ModelFactTexts::tr("KV cache"),
                    ModelFactTexts::tr("The model stores no keys and values of earlier tokens"));
    }
    addEmbeddings(facts, figures);
    return figures.take();
}

/// "LlamaForCausalLM, family llama".
QString modelClassWords(const ModelFacts& facts) {
    return ModelFactTexts::tr("%1 · %2").arg(QString::fromStdString(facts.className),
                                             QString::fromStdString(facts.family));
}

/// Where the figures come from: a sentence.
QString factsOriginWords(const ModelFacts& facts) {
    if (facts.isOfKeyValues) {
        return ModelFactTexts::tr("Calculated from the file's key-values; nothing is measured.");
    }
    return facts.file.empty()
               ? ModelFactTexts::tr("Calculated from the tensors' shapes; nothing is measured.")
               : ModelFactTexts::tr("Calculated from the config.json; nothing is measured.");
}

/// The dtype that a cache most likely has where the weights have this one: that one, but bfloat16
/// for blocks and for what is no floating-point type.
DType likelyCacheType(DType weights) {
    return isFloatingPoint(weights) && !elementBlock(weights) ? weights : DType::BFloat16;
}

}  // namespace

ModelCard::ModelCard(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_head(withName(new ProseLabel(this), "model_card_class")),
      m_figures(new QWidget(this)),
      m_flow(new FlowLayout(kGap, kLineGap, m_figures)),
      m_origin(withName(new ProseLabel(this), "model_card_origin")) {
    constexpr int kMargin = 10;
    withName(this, "model_card", ModelFactTexts::tr("Model card"));
    m_head->setTextFormat(Qt::PlainText);
    m_flow->setContentsMargins(0, 0, 0, 0);
    auto* layout = makeColumn(this, 6, {kMargin, 8, kMargin, 8});
    addWidgets(layout, {m_head, m_figures, m_origin});
    connect(theme, &Theme::changed, this, &ModelCard::applyTheme);
    hide();
}

void ModelCard::setFacts(const std::shared_ptr<const ModelFacts>& facts, DType stored) {
    m_facts = facts;
    m_type = stored;
    m_plannedBytes = 0;
    rebuild();
}

void ModelCard::setPlanned(DType type, std::uint64_t bytes, const QString& words) {
    if (type != m_type || bytes != m_plannedBytes || words != m_plannedWords) {
        m_type = type;
        m_plannedBytes = bytes;
        m_plannedWords = words;
        rebuild();
    }
}

void ModelCard::rebuild() {
    for (const Cell& cell : m_cells) {
        delete cell.box;
    }
    m_cells.clear();
    setVisible(m_facts != nullptr);
    if (m_facts == nullptr) {
        return;
    }
    m_head->setText(modelClassWords(*m_facts));
    m_origin->setText(factsOriginWords(*m_facts));
    for (const ModelFigure& figure : modelFigures(*m_facts, likelyCacheType(m_type))) {
        addFigure(figure);
    }
    if (m_plannedBytes > 0) {
        const auto bytes = static_cast<double>(m_plannedBytes);
        addFigure({QStringLiteral("planned"), sizeText(bytes),
                   ModelFactTexts::tr("in %1, as planned").arg(m_plannedWords),
                   ModelFactTexts::tr("%1 of weights and buffers, counting each tied tensor once")
                       .arg(exactBytesText(bytes))});
    }
    applyTheme();
}

void ModelCard::addFigure(const ModelFigure& figure) {
    Cell cell{new QWidget(m_figures), nullptr, nullptr};
    cell.value = new QLabel(figure.value, cell.box);
    cell.caption = new QLabel(figure.caption, cell.box);
    cell.box->setObjectName(QStringLiteral("model_card_") + figure.name);
    cell.box->setAccessibleName(figure.value + QLatin1Char(' ') + figure.caption);
    cell.box->setAccessibleDescription(figure.toolTip);
    cell.box->setToolTip(figure.toolTip);
    cell.value->setObjectName(cell.box->objectName() + QStringLiteral("_value"));
    for (QLabel* label : {cell.value, cell.caption}) {
        label->setTextFormat(Qt::PlainText);
    }
    auto* layout = makeColumn(cell.box, 0);
    addWidgets(layout, {cell.value, cell.caption});
    m_flow->addWidget(cell.box);
    cell.box->show();
    m_cells.push_back(cell);
}

void ModelCard::showEvent(QShowEvent* event) {
    // Becoming part of a dock takes fonts away that were set before.
    applyTheme();
    QFrame::showEvent(event);
}

void ModelCard::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    setStyleSheet(QStringLiteral("#model_card { background: %1; border: 1px solid %2; "
                                 "border-radius: %3px; }")
                      .arg(colors.alternate.name(), colors.softBorder.name())
                      .arg(metrics::kRadius));
    m_head->setFont(m_theme->font(TextRole::Tree, true));
    m_origin->setFont(m_theme->font(TextRole::Caption));
    setTextColor(m_origin, colors.secondaryText);
    for (const Cell& cell : m_cells) {
        cell.value->setFont(m_theme->font(TextRole::Verdict));
        cell.caption->setFont(m_theme->font(TextRole::Caption));
        setTextColor(cell.caption, colors.secondaryText);
    }
}

}  // namespace stowage
