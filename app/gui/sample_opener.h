// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

namespace stowage {

class WindowPlace;

/// The first start: opens the sample (GPT-2 small, random weights), which is written once into the
/// person's data folder in a worker, with its progress in the window's message bar.
class SampleOpener : public QObject {
    Q_OBJECT
public:
    /// `place` is borrowed and outlives it.
    explicit SampleOpener(WindowPlace* place);
    ~SampleOpener() override;

    void start();
    /// Where the sample lies once it is written.
    [[nodiscard]] static QString filePath();

private:
    void write(const QString& file);

    WindowPlace* m_place;
    Worker m_worker;
};

}  // namespace stowage
