// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

class QListWidget;

namespace stowage {

class Document;
class ProjectSession;

/// The edits of the plan that is shown, oldest first: a click, or the keys, go back and forth to
/// the plan as it was after one of them. What was done before the project was opened, or to the
/// variant that this one began as, is told in grey but for the last of it, after which the plan is
/// as it was then; no plan is kept of what is grey.
class EditsPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    EditsPanel(Document* document, ProjectSession* session, const Theme* theme,
               QWidget* parent = nullptr);

private:
    void follow();
    void go(int row);

    Document* m_document;
    ProjectSession* m_session;
    const Theme* m_theme;
    QListWidget* m_list;
    int m_firstRow = 0;  ///< of the plan before any edit that can be undone
    bool m_following = false;
};

}  // namespace stowage
