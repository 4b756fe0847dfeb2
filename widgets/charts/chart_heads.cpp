// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_heads.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace stowage {

namespace {

constexpr int kChartTitleGap = 12, kLeastTitleGap = 5;
constexpr int kSampleGap = 5;
constexpr int kLineSample = 16;
constexpr int kAreaSample = 9;

}  // namespace

ChartTitle::ChartTitle(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize ChartTitle::sizeHint() const {
    return {200, px(kHeight)};
}

void ChartTitle::setTitle(const QString& title, const QString& unit) {
    if (title != m_title || unit != m_unit) {
        m_title = title;
        m_unit = unit;
        setAccessibleName(title);
        update();
    }
}

void ChartTitle::setEntries(std::vector<LegendEntry> entries) {
    m_entries = std::move(entries);
    QStringList names;
    for (const LegendEntry& entry : m_entries) {
        names.append(entry.text);
    }
    setAccessibleDescription(names.join(listSeparator()));
    setToolTip(accessibleDescription());
    update();
}

int ChartTitle::entryWidth(const LegendEntry& entry, const QFontMetrics& metrics) {
    const int sample = entry.area.style() != Qt::NoBrush ? kAreaSample : kLineSample;
    return sample + kSampleGap + metrics.horizontalAdvance(entry.text);
}

QString ChartTitle::shownTitle() const {
    const QFontMetrics metrics(m_theme->font(TextRole::Tree, true));
    const QFontMetrics unit(m_theme->font(TextRole::Caption));
    const int taken = m_unit.isEmpty() ? 0 : kChartTitleGap + unit.horizontalAdvance(m_unit);
    return metrics.elidedText(m_title, Qt::ElideRight, width() - taken);
}

int ChartTitle::unitLeft() const {
    return QFontMetrics(m_theme->font(TextRole::Tree, true)).horizontalAdvance(shownTitle()) +
           kChartTitleGap;
}

int ChartTitle::unitRight() const {
    return unitLeft() + QFontMetrics(m_theme->font(TextRole::Caption)).horizontalAdvance(m_unit);
}

std::vector<LegendEntry> ChartTitle::shownEntries() const {
    return fittingLegend().first;
}

std::pair<std::vector<LegendEntry>, int> ChartTitle::fittingLegend() const {
    const QFontMetrics metrics(m_theme->font(TextRole::Caption));
    std::vector<LegendEntry> unnamed = m_entries;
    std::erase_if(unnamed,
                  [](const LegendEntry& entry) { return entry.need == LegendNeed::NamedInChart; });
    for (const std::vector<LegendEntry>& entries : {m_entries, unnamed}) {
        for (const int gap : {kChartTitleGap, kLeastTitleGap}) {
            int right = unitRight();
            for (const LegendEntry& entry : entries) {
                right += gap + entryWidth(entry, metrics);
            }
            if (right <= width()) {
                return {entries, gap};
            }
        }
    }
    return {};
}

void ChartTitle::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());  // else it is the application's
    painter.setFont(m_theme->font(TextRole::Tree, true));
    painter.setPen(colors.text);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, inReadingOrder(shownTitle()));

    painter.setFont(m_theme->font(TextRole::Caption));
    painter.setPen(colors.secondaryText);
    const QFontMetrics metrics = painter.fontMetrics();
    const auto mirrored = [this](const QRect& place) {
        return QStyle::visualRect(layoutDirection(), rect(), place);
    };
    const auto drawFrom = [&](int left, const QString& text) {
        painter.drawText(mirrored(rect().adjusted(left, 0, 0, 0)), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    };
    drawFrom(unitLeft(), inReadingOrder(m_unit));
    const auto [entries, gap] = fittingLegend();
    int x = unitRight() + gap;
    const int middle = height() / 2;
    for (const LegendEntry& entry : entries) {
        const bool isArea = entry.area.style() != Qt::NoBrush;
        const int sample = isArea ? kAreaSample : kLineSample;
        if (isArea) {
            const QRect square = mirrored(QRect(x, middle - sample / 2, sample, sample));
            painter.fillRect(square, entry.area);
            if (entry.line.style() != Qt::NoPen) {
                paintOutline(painter, square, entry.line.color());
            }
        } else {
            painter.setPen(entry.line);
            const QRect line = mirrored(QRect(x, middle, sample + 1, 1));
            painter.drawLine(line.left(), middle, line.right(), middle);
        }
        painter.setPen(colors.secondaryText);
        drawFrom(x + sample + kSampleGap, inReadingOrder(entry.text));
        x += entryWidth(entry, metrics) + gap;
    }
}

namespace {

constexpr int kLiveRowHeight = 40;
constexpr int kHeaderBarHeight = 9;
constexpr int kBarBottom = 7;
constexpr int kNoteHeight = 16;
constexpr int kNoteBottom = 5;
constexpr int kLiveHeaderGap = 8;
constexpr int kIconSize = 16;
constexpr int kWideGap = 20;

const QString kHeaderDot = QStringLiteral("  ·  ");

}  // namespace

std::vector<ProgressSegment> progressSegments(const LoadSchedule& schedule) {
    std::vector<ProgressSegment> segments;
    for (const ReadStep& read : schedule.reads) {
        const DeviceId device = schedule.tensors[read.scheduled].device;
        if (segments.empty() || segments.back().device != device) {
            segments.push_back({device, 0});
        }
        segments.back().bytes += read.length;
    }
    return segments;
}

LiveHeader::LiveHeader(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_cancel(withName(new QPushButton(tr("Cancel"), this), "cancel_button", tr("Cancel"))),
      m_pause(withName(new QPushButton(this), "pause_button")),
      m_step(withName(new QPushButton(tr("Step"), this), "step_button")),
      m_unload(
          withName(new QPushButton(tr("Unload"), this), "unload_button", tr("Unload the weights"))),
      m_follow(withName(new QToolButton(this), "follow_button", tr("Follow"))),
      m_freeze(withName(new QToolButton(this), "freeze_button", tr("Freeze"))) {
    setObjectName(QStringLiteral("live_header"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_unload->setToolTip(tr("Release the loaded weights and the cached memory of the devices"));
    m_follow->setToolTip(tr("Follow: keep the newest values in view (or double-click a chart)"));
    m_freeze->setToolTip(tr("Freeze: stop updating the charts; sampling continues"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_freeze->setCheckable(true);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        const bool resumes = m_content.pause == LiveHeaderContent::PauseButton::Resume;
        resumes ? Q_EMIT resumeClicked() : Q_EMIT pauseClicked();
    });
    connect(m_step, &QPushButton::clicked, this, &LiveHeader::stepClicked);
    connect(m_cancel, &QPushButton::clicked, this, &LiveHeader::cancelClicked);
    connect(m_unload, &QPushButton::clicked, this, &LiveHeader::unloadClicked);
    connect(m_follow, &QToolButton::clicked, this, &LiveHeader::followToggled);
    connect(m_freeze, &QToolButton::clicked, this, &LiveHeader::freezeToggled);
    connect(theme, &Theme::changed, this, &LiveHeader::applyTheme);
    applyTheme();
}

void LiveHeader::applyTheme() {
    m_cancel->setIcon(m_theme->icon(QStringLiteral("stop")));
    m_step->setIcon(m_theme->icon(QStringLiteral("step")));
    m_unload->setIcon(m_theme->icon(QStringLiteral("unload")));
    m_follow->setIcon(m_theme->icon(QStringLiteral("follow")));
    m_freeze->setIcon(m_theme->icon(QStringLiteral("freeze")));
    updateButtons();
    update();
}

QSize LiveHeader::sizeHint() const {
    return {px(760), px(kLiveRowHeight) + (m_content.showBar ? kHeaderBarHeight + kBarBottom : 0) +
                         (m_noteBelow ? px(kNoteHeight) + kNoteBottom : 0)};
}

QSize LiveHeader::minimumSizeHint() const {
    return {px(420), sizeHint().height()};
}

void LiveHeader::setContent(const LiveHeaderContent& content) {
    if (content == m_content) {
        return;
    }
    const bool sameButtons = hasButtonsOf(content);
    const bool sameHeight =
        content.showBar == m_content.showBar && content.note.isEmpty() == m_content.note.isEmpty();
    m_content = content;
    if (!sameButtons) {
        updateButtons();
    }
    if (!sameHeight) {
        updateGeometry();
    }
    placeNote();
    setToolTip(content.mark == LiveHeaderContent::Mark::Error ? content.strong : content.toolTip);
    update();
}

void LiveHeader::setSegments(std::vector<ProgressSegment> segments) {
    m_segments = std::move(segments);
    update();
}

void LiveHeader::setFollowing(bool following) {
    m_follow->setChecked(following);
}

bool LiveHeader::isFrozen() const {
    return m_freeze->isChecked();
}

bool LiveHeader::hasButtonsOf(const LiveHeaderContent& content) const {
    return content.isMoving == m_content.isMoving && content.pause == m_content.pause &&
           content.step == m_content.step && content.canCancel == m_content.canCancel &&
           content.canUnload == m_content.canUnload;
}

void LiveHeader::updateButtons() {
    using PauseButton = LiveHeaderContent::PauseButton;
    using StepButton = LiveHeaderContent::StepButton;
    const bool resume = m_content.pause == PauseButton::Resume;
    m_pause->setText(resume ? tr("Resume") : tr("Pause"));
    m_pause->setAccessibleName(resume ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(m_theme->icon(resume ? QStringLiteral("load") : QStringLiteral("pause")));
    updateStepButton();
    const auto show = [](QPushButton* button, bool isShown, bool isEnabled) {
        button->setVisible(isShown);
        button->setEnabled(isEnabled);
    };
    const bool canStep = m_content.step != StepButton::None;
    const bool showsRest = m_content.isMoving || canStep || m_content.canUnload;
    show(m_cancel, m_content.isMoving, m_content.canCancel);
    show(m_pause, m_content.isMoving, m_content.pause != PauseButton::None);
    show(m_step, showsRest, canStep);
    show(m_unload, showsRest, m_content.canUnload);
    placeButtons();
}

void LiveHeader::placeButtons() {
    int right = width() - metrics::kPadding;
    m_buttonsLeft = right;
    const std::initializer_list<QWidget*> fromTheRight{m_freeze, m_follow, m_unload,
                                                       m_step,   m_pause,  m_cancel};
    for (QWidget* button : fromTheRight) {
        const int width = button == m_pause ? pauseWidth() : button->sizeHint().width();
        const int height = px(metrics::kField);
        button->setGeometry(
            mirrored(QRect(right - width, (px(kLiveRowHeight) - height) / 2, width, height)));
        right -= width + kLiveHeaderGap;
        m_buttonsLeft = button->isHidden() ? m_buttonsLeft : right;
    }
}

/// The same for both of its texts.
int LiveHeader::pauseWidth() const {
    const auto widthOf = [metrics = m_pause->fontMetrics()](const QString& text) {
        return metrics.size(Qt::TextShowMnemonic, text).width();
    };
    return m_pause->sizeHint().width() - widthOf(m_pause->text()) +
           std::max(widthOf(tr("Pause")), widthOf(tr("Resume")));
}

QRect LiveHeader::mirrored(const QRect& place) const {
    return QStyle::visualRect(layoutDirection(), rect(), place);
}

void LiveHeader::updateStepButton() {
    using StepButton = LiveHeaderContent::StepButton;
    const StepButton step = m_content.step;
    const QString what = step == StepButton::FromStart ? tr("Load step by step: pause before the "
                                                            "first tensor")
                         : step == StepButton::Next    ? tr("Load one more tensor")
                                                       : tr("Pause after the current tensor");
    m_step->setAccessibleName(what);
    m_step->setToolTip(what);
}

void LiveHeader::placeNote() {
    const QFontMetrics bold(m_theme->font(TextRole::Tree, true));
    const QFontMetrics plain(m_theme->font(TextRole::Tree));
    const int icon =
        m_content.mark == LiveHeaderContent::Mark::None ? 0 : kIconSize + kLiveHeaderGap;
    const int texts = bold.horizontalAdvance(m_content.strong) +
                      plain.horizontalAdvance(kHeaderDot + m_content.detail + m_content.note);
    const int room = m_buttonsLeft - kLiveHeaderGap - metrics::kPadding - icon - kWideGap;
    const bool below = !m_content.note.isEmpty() && texts > room;
    if (below != m_noteBelow) {
        m_noteBelow = below;
        updateGeometry();
    }
}

void LiveHeader::resizeEvent(QResizeEvent*) {
    placeButtons();
    placeNote();
}

void LiveHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme->colors().base);
    paintTexts(painter);
    if (m_content.showBar) {
        paintBar(painter);
    }
    if (m_noteBelow) {
        paintNote(painter);
    }
    painter.setPen(m_theme->colors().softBorder);
    painter.drawLine(QPointF(0, height() - 0.5), QPointF(width(), height() - 0.5));
}

void LiveHeader::paintTexts(QPainter& painter) {
    const ThemeColors& colors = m_theme->colors();
    int left = metrics::kPadding;
    int right = m_buttonsLeft - kLiveHeaderGap;
    if (m_content.mark != LiveHeaderContent::Mark::None) {
        const bool good = m_content.mark == LiveHeaderContent::Mark::Good;
        paintIcon(painter,
                  mirrored(QRect(left, (px(kLiveRowHeight) - kIconSize) / 2, kIconSize, kIconSize)),
                  good ? QStringLiteral("good") : QStringLiteral("error"),
                  good ? colors.good : colors.error, colors.base);
        left += kIconSize + kLiveHeaderGap;
    }
    if (!m_content.percent.isEmpty()) {
        painter.setFont(m_theme->font(TextRole::Title));
        painter.setPen(colors.text);
        // Room for three digits, so that the text beside it stands still.
        const int width = painter.fontMetrics().horizontalAdvance(tr("100 %"));
        painter.drawText(mirrored(QRect(left, 0, width, px(kLiveRowHeight))),
                         Qt::AlignLeft | Qt::AlignVCenter, m_content.percent);
        left += width + kLiveHeaderGap;
    }
    const QRect room(left, 0, std::max(0, right - left), px(kLiveRowHeight));
    const QFontMetrics metrics(m_theme->font(TextRole::Tree, true));
    if (m_content.mark == LiveHeaderContent::Mark::Error ||
        metrics.horizontalAdvance(m_content.strong) > room.width()) {
        paintSentence(painter, mirrored(room));
    } else {
        paintFigures(painter, room.left(), room.right());
    }
}

void LiveHeader::paintSentence(QPainter& painter, const QRect& room) {
    const ThemeColors& colors = m_theme->colors();
    const bool error = m_content.mark == LiveHeaderContent::Mark::Error;
    painter.setFont(m_theme->font(TextRole::Tree));
    painter.setPen(error ? colors.error : colors.text);
    const QFontMetrics metrics = painter.fontMetrics();
    // A long sentence takes two lines; a longer one ends with dots and stands in the tooltip. Words
    // do not break, so the second line begins with up to a word's width of the first.
    constexpr int kWordCharacters = 14;
    const int twoLines = room.width() * 2 - metrics.averageCharWidth() * kWordCharacters;
    const QString fitting = metrics.elidedText(m_content.strong, Qt::ElideRight, twoLines);
    paintProse(painter, room, Qt::AlignLeft | Qt::AlignVCenter, unbrokenFigures(fitting));
}

void LiveHeader::paintFigures(QPainter& painter, int left, int right) {
    const ThemeColors& colors = m_theme->colors();
    const QFont bold = m_theme->font(TextRole::Tree, true);
    const QFont plain = m_theme->font(TextRole::Tree);
    const QFontMetrics metrics(plain);
    const auto draw = [&](const QString& text, const QFont& font, const QColor& color, int x) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(mirrored(QRect(x, 0, width(), px(kLiveRowHeight))),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    // What finds no room stays away, the least important first.
    int room = right - left - QFontMetrics(bold).horizontalAdvance(m_content.strong);
    const auto take = [&](const QString& text, int gap) {
        const int width = metrics.horizontalAdvance(text) + gap;
        const bool fits = !text.isEmpty() && width <= room;
        room -= fits ? width : 0;
        return fits;
    };
    const bool withLeft = take(m_content.left, kWideGap);
    const bool withRate = take(m_content.rate, kWideGap);
    const bool withDetail = take(kHeaderDot + m_content.detail, 0);
    const bool withSource = withRate && take(m_content.source, 0);

    draw(m_content.strong, bold, colors.text, left);
    left += QFontMetrics(bold).horizontalAdvance(m_content.strong);
    draw(withDetail && !m_content.detail.isEmpty() ? kHeaderDot + m_content.detail : QString(),
         plain, colors.secondaryText, left);
    if (!m_content.note.isEmpty() && !m_noteBelow) {
        right -= metrics.horizontalAdvance(m_content.note);
        draw(m_content.note, plain, colors.secondaryText, right);
        right -= kWideGap;
    }
    if (withLeft) {
        right -= metrics.horizontalAdvance(m_content.left);
        draw(m_content.left, plain, colors.text, right);
        right -= kWideGap;
    }
    if (withRate) {
        const QString rate = m_content.rate + (withSource ? m_content.source : QString());
        right -= metrics.horizontalAdvance(rate);
        draw(rate, plain, colors.secondaryText, right);
    }
}

void LiveHeader::paintBar(QPainter& painter) {
    const ThemeColors& colors = m_theme->colors();
    const QRectF bar(metrics::kPadding, px(kLiveRowHeight) - 1, width() - 2 * metrics::kPadding,
                     kHeaderBarHeight + 1);
    std::uint64_t total = 0;
    for (const ProgressSegment& segment : m_segments) {
        total += segment.bytes;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double done = bar.left() + bar.width() * std::clamp(m_content.fraction, 0.0, 1.0);
    double x = bar.left();
    for (const ProgressSegment& segment : m_segments) {
        const double end =
            x + bar.width() * static_cast<double>(segment.bytes) / static_cast<double>(total);
        painter.fillRect(QRectF(x, bar.top(), end - x, bar.height()),
                         colors.deviceBackground(segment.device));
        if (x < done) {
            painter.fillRect(QRectF(x, bar.top(), std::min(end, done) - x, bar.height()),
                             colors.deviceBrush(segment.device));
        }
        x = end;
    }
    if (m_segments.empty()) {  // what moves through all devices again and again
        painter.fillRect(QRectF(bar.left(), bar.top(), done - bar.left(), bar.height()),
                         colors.accent);
    }
    paintOutline(painter, bar, colors.border);
}

void LiveHeader::paintNote(QPainter& painter) {
    painter.setFont(m_theme->font(TextRole::Tree));
    painter.setPen(m_theme->colors().secondaryText);
    const QRect line(metrics::kPadding, height() - px(kNoteHeight) - kNoteBottom,
                     width() - 2 * metrics::kPadding, px(kNoteHeight));
    painter.drawText(
        line, Qt::AlignLeading | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_content.note, Qt::ElideRight, line.width()));
}

}  // namespace stowage
