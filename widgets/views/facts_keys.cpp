// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/facts_keys.h"

#include "engine/checkpoint/key_check.h"
#include "widgets/lesson/flow_layout.h"
#include "widgets/models/fact_texts.h"
#include "widgets/views/fact_table_view.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

/// More than these are no near misses any more.
constexpr std::size_t kMostProposals = 3;
constexpr int kGap = 8;

}  // namespace

FactsKeys::FactsKeys(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_sentence(new QLabel(this)),
      m_buttons(new QWidget(this)),
      m_flow(new FlowLayout(kGap, kGap / 2, m_buttons)),
      m_choose(new QPushButton(tr("Hold against a .tree.json…"), m_buttons)),
      m_table(new FactTableView(QStringLiteral("facts_keys"), tr("Keys that do not agree"), theme,
                                this)) {
    m_sentence->setObjectName(QStringLiteral("facts_keys_sentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_choose->setObjectName(QStringLiteral("facts_choose_tree"));
    m_choose->setProperty("compact", true);
    m_flow->addWidget(m_choose);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_sentence);
    layout->addWidget(m_buttons);
    layout->addWidget(m_table, 1);
    connect(m_choose, &QPushButton::clicked, this, &FactsKeys::treeFileRequested);
    connect(theme, &Theme::changed, this, &FactsKeys::applyTheme);
    applyTheme();
}

void FactsKeys::setModel(const FactSource& source, const OpenOptions& options) {
    const auto& check = source.facts->keyCheck;
    m_options = options;
    m_sentence->setVisible(check != nullptr && !check->agrees());
    m_sentence->setText(check == nullptr ? QString() : keyCheckWords(*check));
    m_choose->setVisible(source.facts->hasWeights());
    showProposals(check == nullptr ? std::vector<KeyRename>() : check->proposals);
    m_table->setTable(keyTable(source));
}

void FactsKeys::showProposals(const std::vector<KeyRename>& proposals) {
    for (QPushButton* button : m_proposals) {
        delete button;
    }
    m_proposals.clear();
    for (std::size_t i = 0; i < std::min(proposals.size(), kMostProposals); ++i) {
        auto* button = new QPushButton(renameWords(proposals[i]), m_buttons);
        button->setObjectName(QStringLiteral("facts_rename_%1").arg(i));
        button->setToolTip(tr("More keys agree then; the file stays as it is"));
        button->setProperty("compact", true);
        button->setFont(m_theme->font(TextRole::Tree));
        m_flow->addWidget(button);
        m_proposals.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, rename = proposals[i]] {
            OpenOptions options = m_options;
            options.renames.push_back(rename);
            Q_EMIT choiceRequested(options);
        });
    }
}

void FactsKeys::setBusy(bool busy) {
    m_buttons->setEnabled(!busy);
}

void FactsKeys::showEvent(QShowEvent* event) {
    // As in FactTableView: becoming the page of a tab takes fonts away.
    applyTheme();
    QWidget::showEvent(event);
}

void FactsKeys::applyTheme() {
    m_sentence->setFont(m_theme->font(TextRole::Tree));
    m_choose->setFont(m_theme->font(TextRole::Tree));
    for (QPushButton* button : m_proposals) {
        button->setFont(m_theme->font(TextRole::Tree));
    }
}

}  // namespace stowage
