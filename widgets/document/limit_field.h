// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <QLineEdit>

#include <optional>

namespace stowage {

/// Who says that a typed limit is none, and what becomes of its text.
enum class LimitChecks {
    /// The field, while one types: such a text is marked, never sent and kept until it is right
    /// or the limit is set elsewhere; Escape brings back the plan's.
    WhileTyping,
    /// The document, which refuses the edit: all that was typed is sent, and the next plan's text
    /// takes its place.
    WhenSent
};

/// How a plan leaves a device, as its limit's field shows it.
struct LimitState {
    bool isNotUsed = false;  ///< where no limit is typed, "not used" stands for it
    bool isOver = false;     ///< more lies there than the limit or the device can take
};

/// The memory limit of one device as a line to type in: "10GiB", a number of bytes, or a whole
/// max_memory for all devices. What is being typed is the person's, not the plan's.
class LimitField : public QLineEdit {
    Q_OBJECT
public:
    LimitField(DeviceId device, LimitChecks checks, QWidget* parent);

    /// Shows what the plan was made with, unless the person is typing, or what was typed last is
    /// no limit and the plan's is still the same.
    void showPlan(const DevicePlacement& placement, LimitState state);
    /// Marks it with the document's sentence.
    void refuse(const QString& sentence);

    /// "= 1.49 GiB", "default"; "" where there is nothing to say.
    [[nodiscard]] const QString& meaning() const { return m_meaning; }
    /// What is wrong or surprising, and the whole sentence about it; "" for both where nothing is.
    [[nodiscard]] const QString& message() const { return m_message; }
    [[nodiscard]] const QString& detail() const { return m_detail; }
    [[nodiscard]] bool isError() const { return m_isError; }

Q_SIGNALS:
    /// A new text was finished with Enter or by leaving the field.
    void limitEdited(const QString& text);
    /// message() and what goes with it were set.
    void messageChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void check();
    void checkLimits(const QString& typed);
    void finish();
    void setMessage(const QString& message, const QString& detail, bool isError);
    void mark();

    LimitChecks m_checks;
    QString m_planText;  ///< what the plan was made with
    std::optional<double> m_planBytes;
    QString m_sent;  ///< the newest text that was sent
    QString m_meaning;
    QString m_message;
    QString m_detail;
    bool m_isError = false;
    bool m_isOver = false;
};

}  // namespace stowage
