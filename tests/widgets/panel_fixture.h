// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/live_fixture.h"
#include "tests/widgets/named_curve.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/live/live_panel.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QJsonArray>
#include <QMouseEvent>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <string>
#include <utility>

namespace stowage {

inline constexpr int kTimeout = 60000;
inline const std::string kSlowGpus = "64MiB:link=5MB/s,64MiB:link=5MB/s";
inline const std::string kFastGpus = "64MiB,64MiB";

/// A panel on the screen over a real controller.
struct PanelFixture : LiveFixture {
    explicit PanelFixture(const std::string& gpus, int blocks = 24)
        : LiveFixture(gpus, blocks),
          theme(qApp, ThemeMode::Light),
          panel(controller.get(), &theme) {
        panel.resize(1000, 260);
        panel.show();
    }
    QPushButton* button(const char* name) const {
        return panel.findChild<QPushButton*>(QString::fromLatin1(name));
    }
    QToolButton* toolButton(const char* name) const {
        return panel.findChild<QToolButton*>(QString::fromLatin1(name));
    }
    QWidget* chart(const char* name) const {
        return panel.findChild<QWidget*>(QString::fromLatin1(name));
    }
    QJsonValue state(const char* key) const {
        return panel.state().value(QString::fromLatin1(key));
    }
    double viewEnd() const { return state("view").toArray().at(1).toDouble(); }
    double viewBegin() const { return state("view").toArray().at(0).toDouble(); }
    ChartPlot* plot(const char* name) const {
        return panel.findChild<ChartPlot*>(QString::fromLatin1(name));
    }
    /// The last figure of a curve, bytes.
    double lastBytes(const char* chartName, const std::string& curve) const {
        const ChartPlot* shown = plot(chartName);
        const QCPGraph* graph = namedCurve(*shown, QString::fromStdString(curve));
        if (graph == nullptr || graph->dataCount() == 0) {
            return std::nan("");
        }
        return std::round((graph->data()->constEnd() - 1)->value * shown->unit().bytes);
    }
    /// Moves the pointer over a chart to a share of its width.
    void moveTo(const char* chartName, double share) const {
        ChartPlot* shown = plot(chartName);
        const QRect area = shown->axisRect()->rect();
        const QPoint at(area.left() + static_cast<int>(area.width() * share), area.center().y());
        QMouseEvent move(QEvent::MouseMove, at, shown->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(shown, &move);
    }
    /// As if everything on this machine ran at `bytesPerSecond`.
    std::shared_ptr<const MachineRates> allRates(double bytesPerSecond) const {
        MachineRates rates;
        rates.bytesPerSecond.fill(bytesPerSecond);
        rates.initialise["float32"] = bytesPerSecond;
        FileSystemRates disk;
        disk.identity = fileSystemOf(folder.path().toStdString()).value_or(FileSystemIdentity{});
        disk.bytesPerSecond.fill(bytesPerSecond);
        rates.setDisk(std::move(disk));
        return std::make_shared<const MachineRates>(std::move(rates));
    }
    bool load() {
        controller->start(LoadMethod::Streamed);
        return QTest::qWaitFor([this] { return controller->state() == LoadState::Loaded; },
                               kTimeout);
    }

    Theme theme;
    LivePanel panel;
};

}  // namespace stowage
