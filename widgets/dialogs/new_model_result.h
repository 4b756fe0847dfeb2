// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QFrame>
#include <QString>

class QLabel;

namespace stowage {

/// What the typed sizes make, on one ground: figures and a line of details, or why there is no such
/// model. Always as high, so that nothing moves while one types.
class NewModelResult : public QFrame {
    Q_OBJECT
public:
    explicit NewModelResult(const Theme* theme, QWidget* parent = nullptr);

    void showFigures(const QString& figures, const QString& details);
    void showError(const QString& sentence);
    /// The old figures stay, in secondary text, until the new ones are there.
    void setStale(bool stale);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_figures;
    QLabel* m_details;
    bool m_isError = false;
    bool m_isStale = false;
};

}  // namespace stowage
