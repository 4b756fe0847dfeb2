// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/device_cards.h"

#include "widgets/models/device_use.h"
#include "widgets/views/device_card.h"
#include "widgets/views/widget_style.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr int kTickMilliseconds = 250;
constexpr int kCardGap = 8;
constexpr int kLeastCardWidth = 268;
constexpr int kMostCardWidth = 380;

/// A button for an action of the menu: same words, state and effect.
QPushButton* buttonFor(QAction* action, const QString& name, const QString& accessible,
                       const QFont& font, QWidget* parent) {
    auto* button = new QPushButton(action->text(), parent);
    button->setObjectName(name);
    button->setAccessibleName(accessible);
    button->setFont(font);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setIcon(action->icon());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

}  // namespace

DeviceCards::DeviceCards(LoadController* controller, const Theme* theme,
                         const DeviceCardActions& actions, QWidget* parent)
    : QWidget(parent), m_controller(controller), m_theme(theme) {
    setObjectName(QStringLiteral("device_cards"));
    setAccessibleName(tr("Memory of the devices, before and after"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(makeEmpty(actions));
    m_pages->addWidget(makeScroll());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 4, metrics::kPadding, 4);
    layout->setSpacing(4);
    layout->addWidget(makeStrip(actions));
    layout->addWidget(m_pages, 1);
    m_timer.setInterval(kTickMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &DeviceCards::refresh);
    connect(controller, &LoadController::stateChanged, this, &DeviceCards::refresh);
    connect(controller, &LoadController::memoryChanged, this, [this](const MemoryChange& change) {
        m_report->setText(memoryChangeText(change));
        refresh();
    });
    connect(controller, &LoadController::othersRefused, this,
            [this](DeviceId gpu, const QString& sentence) {
                if (DeviceCard* refused = card(gpu)) {
                    refused->showRefusal(sentence);
                }
            });
    refresh();
}

QWidget* DeviceCards::makeStrip(const DeviceCardActions& actions) {
    auto* strip = new QWidget(this);
    m_state = new QLabel(strip);
    m_state->setObjectName(QStringLiteral("cards_state"));
    m_state->setFont(m_theme->font(TextRole::Tree, true));
    m_report = new QLabel(strip);
    m_report->setObjectName(QStringLiteral("cards_report"));
    m_report->setFont(m_theme->font(TextRole::Tree));
    m_report->setForegroundRole(QPalette::PlaceholderText);
    m_report->setTextFormat(Qt::PlainText);
    m_report->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_report->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    const QFont font = m_theme->font(TextRole::Tree);
    auto* layout = new QHBoxLayout(strip);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_state);
    layout->addWidget(m_report, 1);
    layout->addWidget(buttonFor(actions.resetPeaks, QStringLiteral("cards_reset_peaks"),
                                tr("Count the peaks from now on"), font, strip));
    layout->addWidget(buttonFor(actions.emptyCache, QStringLiteral("cards_empty_cache"),
                                tr("Give cached memory back"), font, strip));
    layout->addWidget(buttonFor(actions.unload, QStringLiteral("cards_unload"),
                                tr("Unload the weights"), font, strip));
    return strip;
}

QWidget* DeviceCards::makeEmpty(const DeviceCardActions& actions) {
    auto* page = new QWidget(this);
    auto* text = new QLabel(tr("Nothing was loaded yet. After a load each device has a card here: "
                               "used before it, after it, the difference, and by whom."),
                            page);
    text->setObjectName(QStringLiteral("cards_empty"));
    text->setFont(m_theme->font(TextRole::Tree));
    text->setForegroundRole(QPalette::PlaceholderText);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    QPushButton* load = buttonFor(actions.load, QStringLiteral("cards_load"),
                                  tr("Load the weights"), m_theme->font(TextRole::Tree), page);
    auto* layout = new QVBoxLayout(page);
    layout->addStretch(1);
    layout->addWidget(text);
    layout->addWidget(load, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    return page;
}

QWidget* DeviceCards::makeScroll() {
    m_content = new QWidget(this);
    m_content->setBackgroundRole(QPalette::Base);
    m_content->setAutoFillBackground(true);
    m_row = new QHBoxLayout(m_content);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(kCardGap);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("device_cards_scroll"));
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_content);
    return scroll;
}

DeviceCard* DeviceCards::card(DeviceId device) const {
    const auto found = m_cards.find(device);
    return found == m_cards.end() ? nullptr : found->second;
}

QString DeviceCards::report() const {
    return m_report->text();
}

void DeviceCards::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
    m_timer.start();
}

void DeviceCards::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_timer.stop();
}

MemorySnapshot DeviceCards::present() {
    MemorySnapshot now;
    for (const std::shared_ptr<DeviceMemory>& device : m_controller->devices()) {
        now.devices.push_back({device->info(), m_controller->statisticsOf(*device)});
    }
    const MemorySeries::Batch batch = m_controller->sampler().series().since(m_cursor);
    for (const MemorySample& sample : batch.samples) {
        // The machine is read less often than the process.
        const MemorySample last = std::exchange(m_sample, sample);
        m_sample.available = sample.available ? sample.available : last.available;
        m_sample.cgroupLimit = sample.cgroupLimit ? sample.cgroupLimit : last.cgroupLimit;
        m_sample.cgroupLeft = sample.cgroupLeft ? sample.cgroupLeft : last.cgroupLeft;
    }
    now.process = m_sample.process;
    now.machine = m_controller->beforeLoad()->machine;
    now.machine.available = m_sample.available;
    now.machine.cgroupLimit = m_sample.cgroupLimit;
    now.machine.cgroupLeft = m_sample.cgroupLeft;
    return now;
}

void DeviceCards::refresh() {
    const bool any = m_controller->beforeLoad().has_value();
    m_pages->setCurrentIndex(any ? 1 : 0);
    m_state->setText(any ? tr("Before the load and now") : tr("Devices"));
    if (!any) {
        return;
    }
    const MemorySnapshot now = present();
    makeCards(now);
    for (const auto& [device, card] : m_cards) {
        card->setFigures(deviceUseFigures(device, *m_controller->beforeLoad(), now));
    }
}

void DeviceCards::makeCards(const MemorySnapshot& now) {
    std::vector<DeviceId> wanted;
    for (const DeviceUse& use : now.devices) {
        wanted.push_back(use.device.id);
    }
    const bool same = wanted.size() == m_cards.size() &&
                      std::ranges::all_of(wanted, [this](DeviceId id) { return card(id); });
    if (same) {
        return;
    }
    while (QLayoutItem* item = m_row->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_cards.clear();
    for (const DeviceId device : wanted) {
        auto* card = new DeviceCard(device, m_theme, m_content);
        card->setMinimumWidth(kLeastCardWidth);
        card->setMaximumWidth(kMostCardWidth);
        connect(card, &DeviceCard::othersEdited, m_controller, &LoadController::setUsedByOthers);
        m_cards.emplace(device, card);
        m_row->addWidget(card, 1);
    }
    m_row->addStretch(0);
}

}  // namespace stowage
