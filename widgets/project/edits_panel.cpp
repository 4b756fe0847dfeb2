// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/edits_panel.h"

#include "widgets/document/document.h"
#include "widgets/project/project_session.h"
#include "widgets/support/forms.h"

#include <QListWidget>

namespace stowage {
namespace {

constexpr int kLeastListHeight = 60;

}  // namespace

EditsPanel::EditsPanel(Document* document, ProjectSession* session, const Theme* theme,
                       QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_session(session),
      m_theme(theme),
      m_list(withName(new QListWidget(this), "edits_list", tr("Edits of the plan"))) {
    setObjectName(QStringLiteral("edits_panel"));
    m_list->setFont(theme->font(TextRole::Tree));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMinimumHeight(px(kLeastListHeight));
    makeColumn(this, 0)->addWidget(m_list);
    connect(m_list, &QListWidget::currentRowChanged, this, &EditsPanel::go);
    connect(document, &Document::planChanged, this, &EditsPanel::follow);
    connect(document->undoGroup(), &QUndoGroup::indexChanged, this, &EditsPanel::follow);
    connect(session, &ProjectSession::variantsChanged, this, &EditsPanel::follow);
    connect(theme, &Theme::changed, this, &EditsPanel::follow);
    follow();
}

void EditsPanel::follow() {
    m_following = true;
    QStringList rows;
    for (const ProjectEdit& edit : m_session->earlierEdits()) {
        rows.append(QString::fromStdString(edit.text));
    }
    const QUndoStack& steps = *m_document->undoStack();
    if (m_document->plan() != nullptr) {
        if (rows.isEmpty()) {
            rows.append(tr("The plan at first"));
        }
        m_firstRow = static_cast<int>(rows.size()) - 1;
        for (int step = 0; step < steps.count(); ++step) {
            rows.append(steps.text(step));
        }
    }
    for (int row = m_list->count() - 1; row >= rows.size(); --row) {
        delete m_list->takeItem(row);
    }
    for (int row = 0; row < rows.size(); ++row) {
        if (row == m_list->count()) {
            m_list->addItem(QString());
        }
        QListWidgetItem& item = *m_list->item(row);
        item.setText(rows[row]);
        const bool isKept = row >= m_firstRow;
        item.setFlags(isKept ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
        item.setForeground(isKept ? m_theme->colors().text : m_theme->colors().secondaryText);
        item.setToolTip(isKept ? rows[row] : tr("Done earlier; no plan is kept of it"));
    }
    m_list->setCurrentRow(m_document->plan() == nullptr ? -1 : m_firstRow + steps.index());
    m_following = false;
}

void EditsPanel::go(int row) {
    if (!m_following && row >= m_firstRow) {
        m_document->walkTo(row - m_firstRow);
    }
}

}  // namespace stowage
