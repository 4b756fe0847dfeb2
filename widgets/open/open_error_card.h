// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/open_failure.h"
#include "widgets/support/theme.h"

#include <QFrame>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace stowage {

class GuideButton;
class SelectableText;

/// What could not be opened, in the place where it would stand: the engine's sentence, the file,
/// the tensor or key, the byte, the rule that was broken, and the ways out as buttons; where a
/// class is the problem, those that there are, and where the model is unknown the person's own
/// Python to ask. Every text can be selected; none is cut: where there is little room, what stands
/// between the title and the buttons scrolls.
class OpenErrorCard : public QFrame {
    Q_OBJECT
public:
    explicit OpenErrorCard(const Theme* theme, QWidget* parent = nullptr);

    /// `stillOpen`: name of the model that stays usable; "" where there is none.
    void showFailure(const OpenFailure& failure, const QString& stillOpen);
    void dismiss();
    /// The Python that is offered to be asked.
    void setPython(const QString& program);
    [[nodiscard]] bool isShown() const { return !isHidden(); }
    [[nodiscard]] const OpenFailure& failure() const { return m_failure; }

    /// What it likes to have, and the least, by its width: a layout takes a height for a width for
    /// the least.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void openRequested();
    void openFolderRequested();
    /// The same file or folder once more, with the same choice or without one.
    void retryRequested(const QString& path, const OpenOptions& options);
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kGap = 8;

    struct Line {
        QLabel* caption;
        SelectableText* value;
    };

    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeDetails();
    [[nodiscard]] QWidget* makePlace();
    [[nodiscard]] QWidget* makeButtons();
    [[nodiscard]] QWidget* makeClassChoice();
    [[nodiscard]] QWidget* makePythonChoice();
    void showPython();
    void askPython();
    void showClasses();
    [[nodiscard]] QPushButton* addButton(const QString& name, const QString& text, QWidget* row);
    static void setLine(const Line& line, const QString& text);
    void showCopied();
    void applyTheme();

    const Theme* m_theme;
    OpenFailure m_failure;
    SelectableText* m_title = nullptr;
    QToolButton* m_close = nullptr;
    QWidget* m_details = nullptr;
    SelectableText* m_sentence = nullptr;
    std::vector<Line> m_lines;
    Line m_file{}, m_key{}, m_offset{}, m_rule{};
    QPushButton* m_open = nullptr;
    QPushButton* m_folder = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_without = nullptr;
    QPushButton* m_copy = nullptr;
    GuideButton* m_help = nullptr;
    QWidget* m_classChoice = nullptr;
    QLabel* m_classCaption = nullptr;
    QComboBox* m_class = nullptr;
    QPushButton* m_openClass = nullptr;
    QWidget* m_pythonChoice = nullptr;
    QLabel* m_pythonCaption = nullptr;
    QLineEdit* m_python = nullptr;
    QPushButton* m_ask = nullptr;
    QLabel* m_ownCode = nullptr;
    QLabel* m_stillOpen = nullptr;
};

}  // namespace stowage
