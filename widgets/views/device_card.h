// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/device_use.h"
#include "widgets/support/theme.h"

#include <QFrame>

#include <cstdint>

class QLabel;
class QLineEdit;

namespace stowage {

class FigureTable;
class UseBar;

/// One device as the usual monitor prints it: used before the load, now, the difference, by whom;
/// for a simulated GPU with a field for what other programs hold.
class DeviceCard : public QFrame {
    Q_OBJECT
public:
    DeviceCard(DeviceId device, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] DeviceId device() const { return m_figures.device.id; }
    void setFigures(const DeviceUseFigures& figures);
    [[nodiscard]] const DeviceUseFigures& figures() const { return m_figures; }
    /// Says under the field why other programs cannot hold what was typed; that stays in the field.
    void showRefusal(const QString& sentence);

Q_SIGNALS:
    void othersEdited(DeviceId device, std::uint64_t bytes);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    /// The peaks, and for a simulated GPU what other programs hold.
    [[nodiscard]] QWidget* makeFoot();
    void commitOthers();
    void showTable();
    void showPeaks();
    void showOthers();

    const Theme* m_theme;
    DeviceUseFigures m_figures;
    QLabel* m_name = nullptr;
    QLabel* m_kind = nullptr;
    UseBar* m_bar = nullptr;
    FigureTable* m_table = nullptr;
    QLabel* m_peaks = nullptr;
    QLabel* m_othersCaption = nullptr;
    QLineEdit* m_others = nullptr;
    QLabel* m_message = nullptr;
};

}  // namespace stowage
