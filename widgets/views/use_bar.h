// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/device_use.h"
#include "widgets/support/theme.h"

#include <QWidget>

namespace stowage {

/// A device's memory by holder, before the load as a thin bar and now as a thick one under it, at
/// one scale; a tick marks the highest that was reserved. For display only: the figures stand in
/// the card's table, and in tooltip and accessible description with their bytes.
class UseBar : public QWidget {
    Q_OBJECT
public:
    explicit UseBar(const Theme* theme, QWidget* parent = nullptr);

    void setFigures(const DeviceUseFigures& figures);
    /// The colour of a holder's stretch: that of swatches beside its name, too.
    [[nodiscard]] static QColor holderColor(MemoryHolder holder, DeviceId device,
                                            const Tokens& colors);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintHolders(QPainter& painter, const QRect& bar,
                      std::optional<double> HolderUse::*moment) const;
    [[nodiscard]] QRect flipped(const QRect& rect) const;

    const Theme* m_theme;
    DeviceUseFigures m_figures;
};

}  // namespace stowage
