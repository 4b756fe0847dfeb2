// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QObject>
#include <QPushButton>
#include <QString>

#include <optional>

class QDialogButtonBox;
class QFont;

namespace stowage {

/// Where the user guide tells of an error, as "page#heading":
///
///     guideSectionOf(ErrorCode::Truncated)  // "14-troubleshooting.md#truncated"
///
/// The headings of that page are the codes' names (docs/guide/14-troubleshooting.md), so that a new
/// code needs a section there and nothing here.
[[nodiscard]] QString guideSectionOf(ErrorCode code);
/// Where it tells of a dialog, by the dialog's object name; "" where it does not:
///
///     guideSectionOf(QStringLiteral("chain_dialog"))  // "09-running.md#chains"
[[nodiscard]] QString guideSectionOf(const QString& dialog);

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

/// The button beside an error that opens the guide where it tells of it, and the Help button of a
/// dialog (addDialogHelp()). Hidden at first, and where there is no guide.
class GuideButton : public QPushButton {
    Q_OBJECT
public:
    GuideButton(const char* name, QWidget* parent);

    /// The section that it opens while there is no error; F1 presses it, too.
    void setDialogSection(const QString& section);
    /// The section that it opens from now on is that of the error. Nothing, and a cancel, which is
    /// no failure to explain, bring back that of the dialog, or take the button away.
    void setError(std::optional<ErrorCode> code);
    [[nodiscard]] const QString& section() const { return m_section; }

private:
    enum class About { Error, Dialog };
    void lead(const QString& section, About about);

    QString m_dialogSection;
    QString m_section;
};

/// Gives a dialog its Help button, as the next in the row of its other buttons; a row of the table
/// behind guideSectionOf() says where it leads. The dialog has its object name by then.
GuideButton* addDialogHelp(QWidget* row, const QFont& font);
void addDialogHelp(QDialogButtonBox* buttons);

}  // namespace stowage
