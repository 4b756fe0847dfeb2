// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextEdit>

namespace stowage {

/// A text that is read, selected and copied, by mouse and keyboard, on the ground of its parent. It
/// breaks anywhere (paths and tensor names have no spaces) and is as high as its text; beyond some
/// lines it scrolls, so that a name of 4 KiB cannot push everything else away.
class SelectableText : public QTextEdit {
    Q_OBJECT
public:
    explicit SelectableText(QWidget* parent = nullptr);

    /// Shown as it is: nothing in it is markup.
    void setText(const QString& text);
    void setTextColor(const QColor& color);
    /// Lines that are shown without scrolling; 8 at first.
    void setMostLines(int lines);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int lineHeight() const;

    int m_mostLines = 8;
};

}  // namespace stowage
