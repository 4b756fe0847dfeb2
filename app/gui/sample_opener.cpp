// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sample_opener.h"

#include "engine/checkpoint/write/sample_checkpoint.h"
#include "widgets/document/document.h"
#include "widgets/support/message_bar.h"
#include "widgets/window/main_window.h"
#include "widgets/window/window_place.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace stowage {

SampleOpener::SampleOpener(WindowPlace* place) : m_place(place) {}

SampleOpener::~SampleOpener() {
    m_worker.stopAndJoin();
}

QString SampleOpener::filePath() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
           QStringLiteral("/sample/gpt2/model.pth");
}

void SampleOpener::start() {
    const QString file = filePath();
    if (QFileInfo::exists(file)) {
        m_place->window()->document()->open(file);
        return;
    }
    write(file);
}

void SampleOpener::write(const QString& file) {
    const QString folder = QFileInfo(file).absolutePath();
    QDir().mkpath(folder);
    const QString text = tr("Writing a sample model with random weights (GPT-2 small)…");
    m_place->window()->messages()->showProgress(text, 0);
    const std::uint64_t generation = m_worker.nextGeneration();
    const auto progress = [this, generation, text](const Progress& report) {
        m_worker.post(generation, [this, report, text] {
            const double fraction = report.bytesTotal == 0
                                        ? -1
                                        : static_cast<double>(report.bytesDone) /
                                              static_cast<double>(report.bytesTotal);
            m_place->window()->messages()->showProgress(text, fraction);
        });
    };
    m_worker.start(
        [folder, progress](std::stop_token stop) {
            SampleOptions options;
            options.folder = folder.toStdString();
            options.format = CheckpointFormat::TorchZip;
            return writeSampleCheckpoint(options, stop, progress);
        },
        [this](Result<SampleSummary> written) {
            m_place->window()->messages()->clearProgress();
            // The person may have opened something else meanwhile.
            if (m_place->window()->document()->plan() != nullptr ||
                m_place->window()->document()->isBusy()) {
                return;
            }
            if (written) {
                m_place->window()->document()->open(QString::fromStdString(written->path));
            } else if (written.error().code != ErrorCode::Cancelled) {
                m_place->window()->messages()->showError(written.error());
            }
        });
}

}  // namespace stowage
