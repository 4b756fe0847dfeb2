// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/first_steps_card.h"

#include "widgets/document/document.h"
#include "widgets/support/formats.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>

#include <algorithm>

namespace stowage {
namespace {

const QString kDismissedKey = QStringLiteral("firstSteps/dismissed");

/// True where there are GPUs and none of them is a card.
bool allSimulated(const std::vector<DeviceInfo>& devices) {
    const auto isGpu = [](const DeviceInfo& device) { return device.id.isGpu(); };
    return std::ranges::any_of(devices, isGpu) &&
           std::ranges::all_of(devices, [&](const DeviceInfo& device) {
               return !isGpu(device) || device.simulated;
           });
}

}  // namespace

FirstStepsCard::FirstStepsCard(Document* document, QSettings* settings, const Theme* theme,
                               QWidget* parent)
    : GivingScroll(kLeastHeight, parent),
      m_document(document),
      m_settings(settings),
      m_theme(theme),
      m_title(makeTextLine(tr("First steps"), theme->font(TextRole::Verdict), nullptr)),
      m_text(
          withName(makeParagraph({}, theme->font(TextRole::Tree), nullptr), "first_steps_text")) {
    withName(this, "first_steps_card", m_title->text());
    m_text->setTextFormat(Qt::PlainText);
    auto* content = new QWidget;
    auto* row = new QWidget(content);
    new FlowLayout(8, 4, row);
    const QFont font = theme->font(TextRole::Tree);
    QPushButton* open = addButton(row, "first_steps_open", tr("Open your own model…"), font);
    QPushButton* devices = addButton(row, "first_steps_devices", tr("Simulated GPUs…"), font);
    QPushButton* keys = addButton(row, "first_steps_shortcuts", tr("Keyboard shortcuts"), font);
    QPushButton* done = addButton(row, "first_steps_dismiss", tr("Got it"), font);
    done->setToolTip(
        tr("Do not show this card again. To show the card later, choose Help → First Steps."));
    connect(open, &QPushButton::clicked, this, &FirstStepsCard::openRequested);
    connect(devices, &QPushButton::clicked, this, &FirstStepsCard::devicesRequested);
    connect(keys, &QPushButton::clicked, this, &FirstStepsCard::shortcutsRequested);
    connect(done, &QPushButton::clicked, this, &FirstStepsCard::dismiss);
    addWidgets(makeColumn(content, 5, {14, 8, 10, 8}), {m_title, m_text, row});
    setContent(content);
    connect(document, &Document::modelChanged, this, [this] {
        m_asked = false;
        showState();
    });
    connect(document, &Document::planChanged, this, &FirstStepsCard::showTexts);
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    showState();
}

void FirstStepsCard::setSample(const QString& file) {
    m_sample = file;
    showState();
}

void FirstStepsCard::showAgain() {
    m_asked = true;
    showState();
}

bool FirstStepsCard::isSampleOpen() const {
    return !m_sample.isEmpty() && m_document->tree() != nullptr && m_document->path() == m_sample;
}

void FirstStepsCard::showState() {
    const bool dismissed = m_settings->value(kDismissedKey, false).toBool();
    setVisible(m_asked || (isSampleOpen() && !dismissed));
    showTexts();
}

void FirstStepsCard::showTexts() {
    QStringList sentences;
    if (isSampleOpen()) {
        sentences.append(tr(
            "The open model is a sample: a small GPT-2 with random weights, created by Stowage."));
    }
    if (allSimulated(m_document->devices())) {
        sentences.append(
            tr("The GPUs are simulated: they follow the memory rules of a real card, and no real "
               "card is needed."));
    }
    sentences.append(
        tr("On the board, a column is a device, and a block is a layer. The height of a block "
           "shows its size in bytes. Drag a block to another device, or type a limit at the top of "
           "a column. The verdict shows at once whether all layers fit."));
    if (isSampleOpen()) {
        sentences.append(tr("Then press Load, and watch the memory use of the devices."));
    }
    m_text->setText(joinedSentences(sentences));
    setAccessibleDescription(m_text->text());
}

void FirstStepsCard::dismiss() {
    m_settings->setValue(kDismissedKey, true);
    m_asked = false;
    showState();
}

void FirstStepsCard::paintEvent(QPaintEvent*) {
    constexpr int kStripe = 4;
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), colors.selectedRow);
    painter.fillRect(visualRect(*viewport(), QRect(0, 0, kStripe, height())), colors.accent);
}

}  // namespace stowage
