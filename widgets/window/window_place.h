// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/window/main_window.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>

namespace stowage {

class ProgramLanguage;

/// The program's window, and another in its place where a language or a text size is chosen: what
/// is open, loaded and run goes on, the project with it, what was typed stands in the new window's
/// fields, and page and keys are where they were. The old window stays until the new one is seen.
/// It is the keeper of what its windows hand over.
class WindowPlace : public QObject {
    Q_OBJECT
public:
    /// Called for each window, before it is shown for the first time.
    using Prepare = std::function<void(MainWindow* window)>;
    /// What stands in the fields of a window, by their names and those of what they lie in.
    using FieldTexts = std::map<QString, QString>;

    /// `parts` (all but the keeper) and `language` are borrowed and outlive it.
    WindowPlace(MainWindowParts parts, ProgramLanguage* language, Prepare prepare);
    ~WindowPlace() override;

    [[nodiscard]] MainWindow* window() const { return m_window.get(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeWindow();
    void replaceWindow();
    void dropLeaving();

    MainWindowParts m_parts;
    ProgramLanguage* m_language;
    Prepare m_prepare;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<MainWindow> m_leaving;  ///< the one before, while it still is seen
    FieldTexts m_texts;                     ///< what stood in that one's fields
    QTimer m_renewal;
    QTimer m_leavingTimer;
};

}  // namespace stowage
