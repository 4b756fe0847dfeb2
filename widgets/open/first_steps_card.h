// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/forms.h"
#include "widgets/support/theme.h"

class QLabel;
class QSettings;

namespace stowage {

class Document;

/// Says to whoever sees the window for the first time what it shows: that the open model is a
/// sample, that the GPUs are simulated, how to open one's own, what to try. One click dismisses it
/// for good; Help brings it back. As high as its text where there is room, else it scrolls, so that
/// large text is read whole and the board below is still seen.
class FirstStepsCard : public GivingScroll {
    Q_OBJECT
public:
    FirstStepsCard(Document* document, QSettings* settings, const Theme* theme,
                   QWidget* parent = nullptr);

    /// From now on the card shows itself while the model of this file is open, unless it was
    /// dismissed.
    void setSample(const QString& file);
    /// Shows it, dismissed or not.
    void showAgain();

Q_SIGNALS:
    void openRequested();
    void devicesRequested();
    void shortcutsRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kLeastHeight = 72;

    [[nodiscard]] bool isSampleOpen() const;
    void showState();
    void showTexts();
    void dismiss();

    Document* m_document;
    QSettings* m_settings;
    const Theme* m_theme;
    QLabel* m_title;
    QLabel* m_text;
    QString m_sample;
    bool m_asked = false;  ///< brought back by hand
};

}  // namespace stowage
