// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/model_card.h"

#include "widgets/lesson/flow_layout.h"
#include "widgets/models/fact_texts.h"
#include "widgets/models/model_fact_texts.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/widget_style.h"

#include <QLabel>
#include <QVBoxLayout>

namespace stowage {
namespace {

constexpr int kMargin = 10;
constexpr int kGap = 18;
constexpr int kLineGap = 8;

}  // namespace

ModelCard::ModelCard(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_head(new QLabel(this)),
      m_figures(new QWidget(this)),
      m_flow(new FlowLayout(kGap, kLineGap, m_figures)),
      m_origin(new QLabel(this)) {
    setObjectName(QStringLiteral("model_card"));
    setAccessibleName(tr("Model card"));
    m_head->setObjectName(QStringLiteral("model_card_class"));
    m_head->setTextFormat(Qt::PlainText);
    m_head->setWordWrap(true);
    m_origin->setObjectName(QStringLiteral("model_card_origin"));
    m_origin->setWordWrap(true);
    m_flow->setContentsMargins(0, 0, 0, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 8, kMargin, 8);
    layout->setSpacing(6);
    layout->addWidget(m_head);
    layout->addWidget(m_figures);
    layout->addWidget(m_origin);
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
        addFigure(
            {QStringLiteral("planned"), sizeText(bytes),
             tr("in %1, as planned").arg(m_plannedWords),
             tr("%1 of weights and buffers, each tied tensor once").arg(exactBytesText(bytes))});
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
    auto* layout = new QVBoxLayout(cell.box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(cell.value);
    layout->addWidget(cell.caption);
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
    const Tokens& colors = m_theme->colors();
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
