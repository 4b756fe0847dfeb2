// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLayout>
#include <QMargins>
#include <QPalette>
#include <QScrollArea>
#include <QString>
#include <QVBoxLayout>

#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

class QFont;
class QInputDialog;
class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace stowage {

/// An object with its objectName; a control also with what readers of the screen call it.
///
///     m_line = withName(new QLineEdit(row), "chain_line", tr("Models in the order in which they
///     run"));
template <class Object>
Object* withName(Object* object, const char* name) {
    object->setObjectName(QString::fromLatin1(name));
    return object;
}
template <class Control>
Control* withName(Control* control, const char* name, const QString& accessibleName) {
    control->setAccessibleName(accessibleName);
    return withName(control, name);
}

/// A layout of widgets beside each other, or below each other; without a parent for another layout.
[[nodiscard]] QHBoxLayout* makeRow(QWidget* parent, int spacing, const QMargins& margins = {});
[[nodiscard]] QVBoxLayout* makeColumn(QWidget* parent, int spacing, const QMargins& margins = {});
/// A layout in cells, `gap` pixels between its columns and `lineGap` between its rows.
[[nodiscard]] QGridLayout* makeGrid(QWidget* parent, int gap, int lineGap,
                                    const QMargins& margins = {});

/// Adds widgets, in their order, to a layout, a splitter or a stack of pages.
template <class Container>
void addWidgets(Container* container, std::initializer_list<QWidget*> widgets) {
    for (QWidget* widget : widgets) {
        container->addWidget(widget);
    }
}

/// Keeps the keyboard focus among widgets that are made again: called while the old ones (null:
/// none) are there. Its result gives the focus, if they had it, to the widget at the same place of
/// the new ones, else to the other one.
[[nodiscard]] std::function<void(const QWidget* made, QWidget* orElse)> keptFocus(
    const QWidget* old);
void setFontOf(std::initializer_list<QWidget*> widgets, const QFont& font);

/// Two parts beside each other whose widths, `shares` of the whole at first, a person may change.
[[nodiscard]] QSplitter* makeSplitter(QWidget* parent, const char* name, QWidget* left,
                                      QWidget* right, std::pair<int, int> shares);

/// A button whose text is bold while it is checked keeps its width. Once it has text and font.
void keepRoomForBold(QPushButton* button);

/// Makes buttons, which stand beside each other, one choice: always one of them is checked.
void joinSegments(std::initializer_list<QPushButton*> buttons);

/// Gives a widget the background of fields.
void setFieldBackground(QWidget* widget);
/// The content of a scroll area, on that background.
[[nodiscard]] QWidget* makePage(QWidget* parent);

/// A rectangle of a widget as it is painted: mirrored where the widget is laid out from the right.
[[nodiscard]] QRect visualRect(const QWidget& widget, const QRect& rect);

/// The margins of a layout or a label as they are set, which Qt never mirrors: given for a window
/// that is read from the left.
[[nodiscard]] QMargins visualMargins(const QMargins& margins);

/// Gives a dialog a size that grows with the text, as far as its window or the screen has room.
void resizeDialog(QWidget* dialog, const QSize& size);

/// Lets an area make its content as wide as there is room, without a frame or a focus of its own.
void setUpScrollArea(QScrollArea* area);
/// An area that scrolls `content`, as wide as there is room; without a focus of its own.
[[nodiscard]] QScrollArea* makeScrollArea(QWidget* parent, QWidget* content);

/// One more button in a dialog's row, called as it reads. Enter presses only the default one.
QPushButton* addButton(QWidget* row, const char* name, const QString& text, const QFont& font);

/// Names the field and the buttons of a dialog that asks for a line, once it is open: "size" makes
/// "size_text", "size_ok" and "size_cancel".
void nameParts(const QInputDialog& dialog, const QString& name);

/// A thin bar without a text.
[[nodiscard]] QProgressBar* makeProgressBar(QWidget* parent, const char* name,
                                            const QString& accessibleName);

/// A text, in its parent's colour where no role is given; makeParagraph() breaks it into lines.
[[nodiscard]] QLabel* makeTextLine(const QString& text, const QFont& font, QWidget* parent,
                                   QPalette::ColorRole role = QPalette::NoRole);
[[nodiscard]] QLabel* makeParagraph(const QString& text, const QFont& font, QWidget* parent,
                                    QPalette::ColorRole role = QPalette::NoRole);

/// Whole sentences, as they are, that wrap and can be selected.
[[nodiscard]] QLabel* makeSentence(QWidget* parent, const char* name, const QFont& font);

/// In the middle of a page that has nothing else to show yet.
[[nodiscard]] QLabel* makeHint(QWidget* parent, const char* name, const QString& text,
                               int margin = 0);

/// "Limit" before the field that it speaks of, its buddy; without a role in its parent's colour.
[[nodiscard]] QLabel* makeCaption(const QString& text, const QFont& font, QWidget* buddy,
                                  QPalette::ColorRole role = QPalette::NoRole);

/// As high as its content where there is room; where there is less it scrolls, so that large text
/// is read whole and what stands below keeps its room. It has no background of its own.
class GivingScroll : public QScrollArea {
    Q_OBJECT
public:
    /// It is never lower than `leastHeight`, in pixels at the usual text size.
    explicit GivingScroll(int leastHeight, QWidget* parent = nullptr);

    /// Takes `content` over, whose layout has a height for its width.
    void setContent(QWidget* content);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showFocused();

    int m_leastHeight;
};

/// Lays its items out in a line as long as there is room, then in the next one, as words of a
/// text; in lines of a right-to-left language from the right. What is wider than the whole gets a
/// line alone. Nothing is ever cut for lack of width.
class FlowLayout : public QLayout {
    Q_OBJECT
public:
    /// Gaps in pixels, between the items of a line and between the lines.
    FlowLayout(int gap, int lineGap, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void setGaps(int gap, int lineGap);
    /// The items share the width in equal columns, as many as have room, and a line's height.
    void setInColumns() { m_isInColumns = true; }

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;

private:
    enum class Pass { Measure, Place };
    /// The height that the items take in `rect`.
    int arrange(const QRect& rect, Pass pass) const;

    std::vector<QLayoutItem*> m_items;
    int m_gap;
    int m_lineGap;
    bool m_isInColumns = false;
};

}  // namespace stowage
