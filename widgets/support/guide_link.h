// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <QObject>
#include <QPushButton>
#include <QString>

#include <optional>

namespace stowage {

/// Where the user guide tells of an error, as "page#heading":
///
///     guideSectionOf(ErrorCode::Truncated)  // "14-troubleshooting.md#truncated"
///
/// The headings of that page are the codes' names (docs/guide/14-troubleshooting.md), so that a new
/// code needs a section there and nothing here.
[[nodiscard]] QString guideSectionOf(ErrorCode code);

/// Who opens the guide: one object, a child of the main window. Whatever stands in that window, or
/// in a dialog of it, finds it there (GuideButton), so that no folder needs to know the guide's.
class GuideOpener : public QObject {
    Q_OBJECT
public:
    explicit GuideOpener(QWidget* window) : QObject(window) {}
    /// The one of the window that `widget` stands in or belongs to; null: there is no guide.
    [[nodiscard]] static GuideOpener* of(const QWidget* widget);

Q_SIGNALS:
    /// Shall be shown, at a section as guideSectionOf() names it.
    void requested(const QString& section);
};

/// The button beside an error that opens the guide where it tells of it. Hidden at first, and where
/// there is no guide.
class GuideButton : public QPushButton {
    Q_OBJECT
public:
    GuideButton(const char* name, QWidget* parent);

    /// The section that it opens from now on; "" takes the button away.
    void setSection(const QString& section);
    /// The same by an error; nothing takes the button away, and so does a cancel, which is no
    /// failure to explain.
    void setError(std::optional<ErrorCode> code);
    [[nodiscard]] const QString& section() const { return m_section; }

private:
    QString m_section;
};

}  // namespace stowage
