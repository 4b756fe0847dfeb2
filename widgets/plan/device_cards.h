// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/load/load_controller.h"
#include "widgets/plan/device_use.h"
#include "widgets/support/theme.h"

#include <QFrame>
#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

class QAction;
class QGridLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QStackedWidget;

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

/// The commands that stand above the cards, as the Load menu has them; borrowed.
struct DeviceCardActions {
    QAction* load = nullptr;
    QAction* unload = nullptr;
    QAction* emptyCache = nullptr;
    QAction* resetPeaks = nullptr;
};

/// A card for every GPU and the CPU: before the load, now, the difference, by whom. Asks the
/// devices four times a second while it is seen; before the first load it says what to do.
class DeviceCards : public QWidget {
    Q_OBJECT
public:
    DeviceCards(LoadController* controller, const Theme* theme, const DeviceCardActions& actions,
                QWidget* parent = nullptr);

    /// Null where no load had that device.
    [[nodiscard]] DeviceCard* card(DeviceId device) const;
    /// Who the other programs on a device are, for the tooltip of their row.
    void setPrograms(std::map<DeviceId, QString> programs) { m_programs = std::move(programs); }
    /// What the last command did, "" before the first.
    [[nodiscard]] QString report() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kGap = 8;

    [[nodiscard]] QWidget* makeStrip(const DeviceCardActions& actions);
    [[nodiscard]] QWidget* makeEmpty(const DeviceCardActions& actions);
    [[nodiscard]] QWidget* makeScroll();
    void refresh();
    void makeCards(const MemorySnapshot& now);
    void placeCards();
    /// The devices as they are now; process and machine as the sampler read them last.
    [[nodiscard]] MemorySnapshot present();

    LoadController* m_controller;
    const Theme* m_theme;
    QLabel* m_state = nullptr;
    QLabel* m_report = nullptr;
    QStackedWidget* m_pages = nullptr;
    QWidget* m_content = nullptr;
    QScrollArea* m_scroll = nullptr;
    QGridLayout* m_grid = nullptr;
    std::size_t m_columns = 0;  ///< cards beside each other; 0: not placed yet
    std::map<DeviceId, DeviceCard*> m_cards;
    std::vector<DeviceCard*> m_order;  ///< of the devices
    std::map<DeviceId, QString> m_programs;
    std::uint64_t m_cursor = 0;  ///< into the sampler's series
    MemorySample m_sample;       ///< the newest one
    QTimer m_timer;
};

}  // namespace stowage
