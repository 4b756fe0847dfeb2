// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QComboBox;

namespace stowage {

/// One line of plain text that gives way: where it finds no room it is elided, a name in its
/// middle, so that its two ends still tell it from others, and a tooltip says the whole. Its text()
/// is always the whole text, for readers of the screen and for tests.
class FittingLabel : public QLabel {
    Q_OBJECT
public:
    explicit FittingLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);

    /// What is painted: the text, or what there is room for.
    [[nodiscard]] QString shownText() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

/// Lets a combo box whose names may be long be narrower than they are: the chosen one is elided in
/// its middle and said whole by the tooltip; so is each one of the list.
void letNamesGiveWay(QComboBox* combo, int leastCharacters = 8);

}  // namespace stowage
