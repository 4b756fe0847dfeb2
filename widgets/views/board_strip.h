// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"
#include "widgets/views/board_scale.h"

#include <QWidget>

class QPushButton;

namespace stowage {

/// The strip above the lanes: Linear and Log (objectNames "scale_linear", "scale_log") and the
/// legend of the capacity bars. While a drag hovers, the legend has two entries more.
class BoardStrip : public QWidget {
    Q_OBJECT
public:
    explicit BoardStrip(const Theme* theme, QWidget* parent = nullptr);
    static constexpr int kHeight = 36;

    void setScale(BoardScale scale);
    void setDragging(bool dragging);
    /// In a comparison the legend explains the accent frames.
    void setComparing(bool comparing, bool proposed);
    [[nodiscard]] QRect buttonRect(BoardScale scale) const;

Q_SIGNALS:
    void scaleChosen(BoardScale scale);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* makeButton(const QString& text, const char* name, BoardScale scale);

    const Theme* m_theme;
    QPushButton* m_linear;
    QPushButton* m_logarithmic;
    bool m_dragging = false;
    bool m_comparing = false;
    bool m_proposed = false;
};

}  // namespace stowage
