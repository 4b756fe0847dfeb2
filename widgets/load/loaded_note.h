// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QFrame>
#include <QString>

class QLabel;
class QPushButton;

namespace stowage {

class LoadController;

/// The strip above the board and in Run that says that what is loaded, or being loaded, is another
/// model than the one shown, or lies as another plan has it; load what is shown, or unload.
/// Hidden otherwise.
class LoadedNote : public QFrame {
    Q_OBJECT
public:
    /// `name` is its objectName, and begins that of its parts. All but it are borrowed and outlive
    /// the note.
    LoadedNote(const LoadController* controller, const Theme* theme, const QString& name,
               QWidget* parent = nullptr);

    /// Asks the controller and its document again: to be called when either has changed.
    void refresh();

Q_SIGNALS:
    void loadRequested();
    void unloadRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const LoadController* m_controller;
    const Theme* m_theme;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_load;
    QPushButton* m_unload;
};

}  // namespace stowage
