// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_guess_fields.h"

#include "engine/base/byte_size.h"
#include "widgets/views/widget_style.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <cmath>
#include <utility>

namespace stowage {
namespace {

constexpr int kGap = 6;
/// Room for "700.25 MiB".
constexpr int kDigits = 8;

QString shownGuess(const std::optional<double>& bytes) {
    return bytes ? QString::fromStdString(formatGiB(*bytes)) : QString();
}

}  // namespace

std::optional<double> guessFromText(const QString& text) {
    QString size = text.simplified().remove(QLatin1Char(' '));
    size.replace(QLatin1Char(','), QLatin1Char('.'));
    bool isNumber = false;
    const double plain = size.toDouble(&isNumber);
    if (isNumber) {
        return plain >= 0 && std::isfinite(plain)
                   ? std::optional(std::round(plain * static_cast<double>(kGiB)))
                   : std::nullopt;
    }
    const auto parsed = parseAccelerateSize(size.toStdString());
    return parsed ? std::optional(parsed->bytes) : std::nullopt;
}

LessonGuessFields::LessonGuessFields(const LessonType* type, QWidget* parent)
    : QWidget(parent), m_type(type), m_unit(new QLabel(tr("GiB"), this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    const std::array<std::pair<const char*, QString>, 2> names{
        {{"lesson_guess_vram", tr("VRAM")}, {"lesson_guess_ram", tr("RAM")}}};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        Field& field = m_fields[i];
        field.label = new QLabel(names[i].second, this);
        field.edit = new QLineEdit(this);
        field.edit->setObjectName(QString::fromLatin1(names[i].first));
        field.edit->setAccessibleName(tr("Peak of %1, your guess in GiB").arg(names[i].second));
        field.label->setBuddy(field.edit);
        layout->addWidget(field.label);
        layout->addWidget(field.edit);
        connect(field.edit, &QLineEdit::textEdited, this, [this] {
            markErrors();
            Q_EMIT guessChanged(typed());
        });
        connect(field.edit, &QLineEdit::returnPressed, this,
                [this, edit = field.edit] { goOn(edit); });
    }
    layout->addWidget(m_unit);
    connect(type, &LessonType::changed, this, &LessonGuessFields::applyType);
    applyType();
}

void LessonGuessFields::applyType() {
    const QFont font = m_type->font(LessonText::Table);
    m_unit->setFont(font);
    for (const Field& field : m_fields) {
        field.label->setFont(font);
        field.edit->setFont(font);
        field.edit->setFixedWidth(QFontMetrics(font).horizontalAdvance(QLatin1Char('8')) * kDigits +
                                  m_type->px(2 * kGap));
    }
}

LessonGuess LessonGuessFields::typed() const {
    return {.vram = guessFromText(m_fields[0].edit->text()),
            .ram = guessFromText(m_fields[1].edit->text())};
}

void LessonGuessFields::markErrors() {
    for (const Field& field : m_fields) {
        const bool bad = !field.edit->text().trimmed().isEmpty() &&
                         !guessFromText(field.edit->text()).has_value();
        setStyleProperty(field.edit, "invalid", bad);
        field.edit->setToolTip(bad ? tr("A number of GiB, or a size with its unit: 700 MiB")
                                   : QString());
    }
}

void LessonGuessFields::showGuess(const LessonGuess& guess) {
    const std::array<std::optional<double>, 2> shown{guess.vram, guess.ram};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        QLineEdit* const edit = m_fields[i].edit;
        const auto there = guessFromText(edit->text());
        // A text that is no size yet is being typed.
        const bool isTyping = edit->hasFocus() && !edit->text().isEmpty() && !there && !shown[i];
        if (!isTyping && there != shown[i] && edit->text() != shownGuess(shown[i])) {
            edit->setText(shownGuess(shown[i]));
        }
    }
    markErrors();
}

void LessonGuessFields::takeFocus() {
    for (const Field& field : m_fields) {
        if (field.edit->text().isEmpty()) {
            field.edit->setFocus(Qt::OtherFocusReason);
            return;
        }
    }
    m_fields[0].edit->setFocus(Qt::OtherFocusReason);
    m_fields[0].edit->selectAll();
}

void LessonGuessFields::takeKey(QKeyEvent* event, LessonPeak peak) {
    QLineEdit* const edit = m_fields[static_cast<std::size_t>(peak)].edit;
    edit->setFocus(Qt::OtherFocusReason);
    edit->selectAll();
    QApplication::sendEvent(edit, event);
}

void LessonGuessFields::goOn(const QLineEdit* from) {
    const LessonGuess guess = typed();
    QLineEdit* const other = m_fields[from == m_fields[0].edit ? 1 : 0].edit;
    if (guess.vram && guess.ram) {
        Q_EMIT entered();
    } else if (other->text().isEmpty()) {
        other->setFocus(Qt::TabFocusReason);
    }
}

}  // namespace stowage
