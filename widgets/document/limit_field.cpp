// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/limit_field.h"

#include "engine/plan/map/device_map_text.h"
#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"
#include "widgets/support/units.h"

#include <QKeyEvent>

namespace stowage {

LimitField::LimitField(DeviceId device, LimitChecks checks, QWidget* parent)
    : QLineEdit(parent), m_checks(checks) {
    setAccessibleName(tr("Limit of %1").arg(laneLabel(device)));
    if (checks == LimitChecks::WhileTyping) {
        connect(this, &QLineEdit::textEdited, this, &LimitField::check);
    }
    connect(this, &QLineEdit::editingFinished, this, &LimitField::finish);
}

void LimitField::showPlan(const DevicePlacement& placement, LimitState state) {
    const bool checks = m_checks == LimitChecks::WhileTyping;
    const bool isTyped = checks ? text() != m_planText && text() != m_sent : isModified();
    const QString planText = QString::fromStdString(placement.budgetText);
    const bool isSetElsewhere = planText != m_planText || placement.budget != m_planBytes;
    // The person is typing, or must see what was wrong.
    const bool isKept = isTyped && (hasFocus() || (checks && m_isError && !isSetElsewhere));
    setPlaceholderText(state.isNotUsed    ? tr("not used")
                       : placement.budget ? formatCapacity(*placement.budget)
                                          : tr("none"));
    m_planText = planText;
    m_planBytes = placement.budget;
    m_isOver = state.isOver;
    if (!isKept) {
        m_sent = m_planText;
        if (text() != m_planText) {
            setText(m_planText);
        }
    }
    if (!checks) {
        setMessage({}, {}, false);
    } else if (!isKept) {
        check();
        if (m_planText.isEmpty()) {
            m_meaning = placement.budget ? tr("default") : QString();
        }
    }
    mark();
    if (text() == m_planText) {
        setModified(false);  // undo means the plan from now on
    }
}

void LimitField::check() {
    const QString typed = text().trimmed();
    m_meaning.clear();
    if (typed.isEmpty()) {
        setMessage({}, {}, false);
        return;
    }
    if (holdsSeveralLimits(typed.toStdString())) {
        checkLimits(typed);
        return;
    }
    const auto size = parseLimit(typed.toStdString());
    if (!size) {
        setMessage(parseSize(typed.toStdString())
                       ? tr("More than any device has: at most 4 EiB")
                       : tr("Not a size: type 10GiB, 800MB or a number of bytes"),
                   translated(size.error().message), true);
        return;
    }
    m_meaning = fromTheRight(QStringLiteral("= ") + sizeText(size->bytes));
    const QString bits = size->countedBits
                             ? tr("Bits: a small b counts an eighth. Type %1B for bytes")
                                   .arg(typed.left(typed.size() - 1).toUpper())
                             : QString();
    setMessage(bits, bits, false);
}

/// A whole max_memory, typed or pasted into one device's field, is for all devices.
void LimitField::checkLimits(const QString& typed) {
    std::vector<Message> unheard;
    const auto limits = parseLimitsText(typed.toStdString(), unheard);
    m_meaning = limits ? tr("limits of %1 devices").arg(limits->size()) : QString();
    setMessage(limits ? QString() : tr("Not limits: type {0: \"10GiB\", \"cpu\": \"30GiB\"}"),
               limits ? QString() : translated(limits.error().message), !limits);
}

void LimitField::finish() {
    const QString typed = text().trimmed();
    if (m_checks == LimitChecks::WhenSent ? !isModified() : m_isError || typed == m_sent) {
        return;
    }
    if (m_checks == LimitChecks::WhenSent) {
        setModified(false);
    }
    m_sent = typed;
    Q_EMIT limitEdited(typed);
}

void LimitField::refuse(const QString& sentence) {
    m_sent = m_planText;
    setMessage(sentence, sentence, true);
}

void LimitField::setMessage(const QString& message, const QString& detail, bool isError) {
    m_message = message;
    m_detail = detail;
    m_isError = isError;
    mark();
    Q_EMIT messageChanged();
}

void LimitField::mark() {
    setStyleProperty(this, "invalid", m_isError);
    setStyleProperty(this, "warned", m_isOver || (!m_message.isEmpty() && !m_isError));
}

void LimitField::keyPressEvent(QKeyEvent* event) {
    if (m_checks != LimitChecks::WhileTyping || event->key() != Qt::Key_Escape ||
        text() == m_planText) {
        QLineEdit::keyPressEvent(event);
        return;
    }
    setText(m_planText);
    m_sent = m_planText;
    check();
}

}  // namespace stowage
