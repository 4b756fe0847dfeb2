// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace stowage {

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

}  // namespace stowage
