// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_type.h"

#include <QFontDatabase>
#include <QSettings>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace stowage {
namespace {

constexpr std::array<double, 6> kFactors{0.85, 1, 1.2, LessonType::kProjectorFactor, 1.75, 2};
constexpr double kSame = 0.001;

const QString kFactorKey = QStringLiteral("lesson/type");

int pixelSize(LessonText role) {
    switch (role) {
        case LessonText::Title:
            return 20;
        case LessonText::Body:
            return 15;
        case LessonText::Table:
        case LessonText::Code:
            return 13;
        case LessonText::Caption:
            return 12;
    }
    return 13;
}

}  // namespace

LessonType::LessonType(const Theme* theme, QSettings* settings, QObject* parent)
    : QObject(parent), m_theme(theme), m_settings(settings) {
    if (settings != nullptr) {
        const double kept = settings->value(kFactorKey, 1.0).toDouble();
        m_factor = std::clamp(std::isfinite(kept) ? kept : 1.0, kFactors.front(), kFactors.back());
    }
    connect(theme, &Theme::changed, this, &LessonType::changed);
}

void LessonType::setFactor(double factor) {
    const double bounded = std::clamp(factor, kFactors.front(), kFactors.back());
    if (std::abs(bounded - m_factor) < kSame) {
        return;
    }
    m_factor = bounded;
    if (m_settings != nullptr) {
        m_settings->setValue(kFactorKey, bounded);
    }
    Q_EMIT changed();
}

void LessonType::grow() {
    const auto* const next =
        std::ranges::find_if(kFactors, [this](double one) { return one > m_factor + kSame; });
    setFactor(next == kFactors.end() ? m_factor : *next);
}

void LessonType::shrink() {
    double before = m_factor;
    for (const double one : kFactors) {
        if (one < m_factor - kSame) {
            before = one;
        }
    }
    setFactor(before);
}

bool LessonType::canGrow() const {
    return m_factor < kFactors.back() - kSame;
}

bool LessonType::canShrink() const {
    return m_factor > kFactors.front() + kSame;
}

void LessonType::toggleProjector() {
    setFactor(isProjector() ? 1 : kProjectorFactor);
}

QFont LessonType::font(LessonText role, bool semibold) const {
    QFont font = role == LessonText::Code ? QFontDatabase::systemFont(QFontDatabase::FixedFont)
                                          : m_theme->font(TextRole::Base);
    font.setPixelSize(px(pixelSize(role)));
    font.setWeight(semibold || role == LessonText::Title ? QFont::DemiBold : QFont::Normal);
    return font;
}

int LessonType::px(double pixels) const {
    return static_cast<int>(std::lround(pixels * m_factor));
}

double LessonType::line(double pixels) const {
    return m_factor > 1 ? pixels * (1 + (m_factor - 1) * 1.4) : pixels;
}

void showIndicator(QWidget* checkBox, const Tokens& colors) {
    QPalette palette = checkBox->palette();
    palette.setColor(QPalette::Window, colors.dark ? colors.secondaryText : colors.window);
    checkBox->setPalette(palette);
}

}  // namespace stowage
