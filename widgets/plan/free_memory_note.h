// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/nvml_library.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QFrame>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <vector>

class QPushButton;

namespace stowage {

class Document;
class ElidedLabel;
class LoadController;

/// A strip above the board while other programs hold more, or less, of a real GPU than the plan
/// counts on, with a button that plans again. Asks the driver in a worker, every two seconds while
/// the plan has real GPUs; what is free of simulated ones is always as planned.
class FreeMemoryNote : public QFrame {
    Q_OBJECT
public:
    FreeMemoryNote(Document* document, const LoadController* controller, const Theme* theme,
                   QWidget* parent);

    /// Without a reader nothing is asked.
    void setReader(GpuReader reader);
    /// "python3 (pid 4711) 5.00 GiB" by real GPU, as last read; a GPU of which no program is told
    /// is left out.
    [[nodiscard]] const std::map<DeviceId, QString>& programs() const { return m_programs; }

Q_SIGNALS:
    void programsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void ask();
    void take(std::vector<GpuUse> uses);
    void refresh();
    /// The plan's devices with what other programs hold of them now.
    [[nodiscard]] std::vector<DeviceInfo> present() const;
    void planWithPresent();

    Document* m_document;
    const LoadController* m_controller;
    const Theme* m_theme;
    std::shared_ptr<GpuReader> m_reader;
    std::map<std::string, GpuUse> m_uses;  ///< by UUID
    std::map<DeviceId, QString> m_programs;
    ElidedLabel* m_text;
    QPushButton* m_plan;
    QTimer m_timer;
    Worker m_worker;
};

}  // namespace stowage
