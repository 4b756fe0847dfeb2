// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/load_controller.h"
#include "widgets/support/theme.h"

#include <QTimer>
#include <QWidget>

#include <map>

class QAction;
class QHBoxLayout;
class QLabel;
class QStackedWidget;

namespace stowage {

class DeviceCard;

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
    /// What the last command did, "" before the first.
    [[nodiscard]] QString report() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QWidget* makeStrip(const DeviceCardActions& actions);
    [[nodiscard]] QWidget* makeEmpty(const DeviceCardActions& actions);
    [[nodiscard]] QWidget* makeScroll();
    void refresh();
    void makeCards(const MemorySnapshot& now);
    /// The devices as they are now; process and machine as the sampler read them last.
    [[nodiscard]] MemorySnapshot present();

    LoadController* m_controller;
    const Theme* m_theme;
    QLabel* m_state = nullptr;
    QLabel* m_report = nullptr;
    QStackedWidget* m_pages = nullptr;
    QWidget* m_content = nullptr;
    QHBoxLayout* m_row = nullptr;
    std::map<DeviceId, DeviceCard*> m_cards;
    std::uint64_t m_cursor = 0;  ///< into the sampler's series
    MemorySample m_sample;       ///< the newest one
    QTimer m_timer;
};

}  // namespace stowage
