// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

class QFrame;
class QLabel;
class QProgressBar;
class QStackedWidget;
class QTabWidget;

namespace stowage {

class CapacityController;
class MemoryView;

/// The Capacity page: the workload on the left; on the right whether the plan carries it, what each
/// device holds, the most that fits, and below that sweeps, ways to run, times, and logs.
class CapacityPage : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    CapacityPage(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// "Fits: 8 sequences of 8,192 tokens." for the status bar; "" where nothing is known.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    /// A sentence for the status bar.
    void noticed(const QString& sentence);
    void devicesRequested();

private:
    QWidget* makeLeft();
    QWidget* makeResults();
    QWidget* makeMemory();
    QWidget* makeTabs();
    void showState();
    void showBanner();
    void applyTheme();

    CapacityController* m_controller;
    const Theme* m_theme;
    QStackedWidget* m_pages;
    QStackedWidget* m_results;  ///< of one model, or of several
    QLabel* m_empty;
    QFrame* m_banner = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_time = nullptr;
    QLabel* m_notes = nullptr;
    QProgressBar* m_busy = nullptr;
    MemoryView* m_memory = nullptr;
};

}  // namespace stowage
