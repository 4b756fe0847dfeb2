// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "widgets/support/theme.h"

#include <QFrame>

#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace stowage {

class GuideButton;

/// One sentence above the board, with a Close button: errors of opening and loading, and the
/// progress of writing the sample. Never in the way of work, never a dialog.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Information, Warning, Error };

    MessageBar(const Theme* theme, QWidget* parent = nullptr);

    void showMessage(Kind kind, const QString& text);
    /// With a button that mends it: `remedy` is called when it is clicked, and the message goes.
    void showMessage(Kind kind, const QString& text, const QString& button,
                     std::function<void()> remedy);
    /// An error of the engine: its sentence, and a button to the guide's section on its kind.
    void showError(const Error& error);
    /// Such a button for what is shown, where the guide has a section on it (guideSectionOf()).
    void addHelp(ErrorCode code);
    /// One more button beside that one.
    void addChoice(const QString& button, std::function<void()> choice);
    /// `fraction` 0…1; below 0 means busy without a known end. Stays until the next message.
    /// With `cancel` there is a button for it.
    void showProgress(const QString& text, double fraction, std::function<void()> cancel = {});
    /// Takes a progress away; an error that came meanwhile stays.
    void clearProgress();
    [[nodiscard]] bool isError() const { return !isHidden() && m_kind == Kind::Error; }
    /// "" while hidden.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    /// A message is shown; not sent for a progress.
    void told(MessageBar::Kind kind, const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyColors();
    [[nodiscard]] QPushButton* makeChoice(const char* name, std::function<void()>* choice);

    const Theme* m_theme;
    Kind m_kind = Kind::Information;
    bool m_isProgress = false;
    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_remedyButton;
    QPushButton* m_choiceButton;
    GuideButton* m_help;
    QPushButton* m_cancelButton;
    QPushButton* m_close;
    std::function<void()> m_remedy;
    std::function<void()> m_choice;
    std::function<void()> m_cancel;
};

}  // namespace stowage
