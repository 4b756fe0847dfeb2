// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/no_split_note.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace stowage {
namespace {

/// Where a model's own no-split classes come from.
QString ownWords(const ModuleTree& tree) {
    if (!tree.guessedClasses().empty()) {
        return NoSplitNote::tr("guessed from names");
    }
    if (!tree.architecture().empty()) {
        return NoSplitNote::tr("from %1's definition")
            .arg(QString::fromStdString(tree.architecture()));
    }
    return tree.noSplitClasses().empty() ? NoSplitNote::tr("none is known")
                                         : NoSplitNote::tr("from the model's file");
}

}  // namespace

NoSplitNote::NoSplitNote(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new QLabel(this)),
      m_own(new QPushButton(tr("Use the model's own"), this)) {
    setObjectName(QStringLiteral("no_split_note"));
    m_text->setObjectName(QStringLiteral("no_split_origin"));
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setWordWrap(true);
    m_own->setObjectName(QStringLiteral("no_split_own"));
    m_own->setProperty("compact", true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGrid * 2);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_own);
    connect(m_own, &QPushButton::clicked, this, &NoSplitNote::ownRequested);
    connect(theme, &Theme::changed, this, &NoSplitNote::applyTheme);
    applyTheme();
}

void NoSplitNote::showPlan(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    const bool byHand = plan.request.constraints.noSplit.has_value();
    const QString words = byHand ? tr("set by hand") : ownWords(tree);
    m_text->setText(tr("No-split classes: %1").arg(words));
    m_own->setVisible(byHand);
    m_own->setText(tree.guessedClasses().empty() ? tr("Use the model's own")
                                                 : tr("Use the guessed ones"));
    QStringList own;
    for (const std::string& name : tree.noSplitClasses()) {
        own.append(QString::fromStdString(name));
    }
    m_own->setToolTip(own.isEmpty() ? tr("None: every module may be split")
                                    : own.join(QStringLiteral(", ")));
}

void NoSplitNote::showEvent(QShowEvent* event) {
    applyTheme();
    QWidget::showEvent(event);
}

void NoSplitNote::applyTheme() {
    m_text->setFont(m_theme->font(TextRole::Caption));
    m_own->setFont(m_theme->font(TextRole::Caption));
}

}  // namespace stowage
