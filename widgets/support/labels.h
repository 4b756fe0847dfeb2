// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QLabel>
#include <QList>
#include <QTextEdit>
#include <QWidget>

#include <optional>

class QComboBox;
class QPainter;
class QToolBar;
class QToolButton;

namespace stowage {

/// One line of plain text that gives way: where it finds no room it is elided, a name in its
/// middle, so that its two ends still tell it from others, and a tooltip says the whole. Its text()
/// is always the whole text, for readers of the screen and for tests.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);

    /// What is painted: the text, or what there is room for.
    [[nodiscard]] QString shownText() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

/// Plain text over several lines, which never break between a figure and its unit. Its text() has
/// spaces there, as it was set, and so has what is copied. Markup is shown as QLabel does it.
class ProseLabel : public QLabel {
    Q_OBJECT
public:
    explicit ProseLabel(QWidget* parent = nullptr);
    explicit ProseLabel(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] bool isPlain() const;
    /// Of a text that cannot be selected: it is painted here.
    [[nodiscard]] bool isOurs() const;
    /// One that can lies in a document of QLabel's.
    void keepFiguresWhole() const;
    [[nodiscard]] int textFlags() const;
};

/// Text over several lines, as drawText() paints it where words wrap: that moves lines which are
/// read from the right by the space at which they break.
void paintProse(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const QString& text);

/// Lets a combo box whose names may be long be narrower than they are: the chosen one is elided in
/// its middle and said whole by the tooltip; so is each one of the list.
void letNamesBeElided(QComboBox* combo, int leastCharacters = 8);

/// Typing in the list finds any part of a name, with or without spaces: "4090" or "rtx 40".
void searchAnyPart(QComboBox* combo);

/// Keeps the tools of a bar in reach while it narrows: first some buttons give up their texts, one
/// after the other, and keep their icons; what still finds no room is in the menu at the bar's end.
/// `shrinking`: buttons with icons, in the order in which they give up their texts.
void fitToolBar(QToolBar* bar, QList<QToolButton*> shrinking);

/// A device chip as a widget, for rows of tables; "mixed" (dashed) where no device is given.
class ChipLabel : public QWidget {
    Q_OBJECT
public:
    ChipLabel(const Theme* theme, std::optional<DeviceId> device, QWidget* parent = nullptr);

    void setDevice(std::optional<DeviceId> device);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    std::optional<DeviceId> m_device;
};

/// A text that is read, selected and copied, by mouse and keyboard, on the background of its
/// parent. It breaks anywhere (paths and tensor names have no spaces) and is as high as its text;
/// beyond some lines it scrolls, so that a name of 4 KiB cannot push everything else away.
class SelectableText : public QTextEdit {
    Q_OBJECT
public:
    explicit SelectableText(QWidget* parent = nullptr);

    /// Shown as it is: nothing in it is markup.
    void setText(const QString& text);
    void setTextColor(const QColor& color);
    /// Lines that are shown without scrolling; 8 at first.
    void setMaximumLines(int lines);

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

    int m_maximumLines = 8;
};

}  // namespace stowage
