// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace stowage {

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
};

}  // namespace stowage
