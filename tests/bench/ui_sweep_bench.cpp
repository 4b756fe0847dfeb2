// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of the UI thread per event while the slider of a sweep is dragged from end to end, over
// the map of a model of 80 layers on two cards of 80 GB, with the whole window around it. Whether
// that keeps 60 frames a second: an event, painting included, may take 16 ms.
//
//     QT_QPA_PLATFORM=offscreen ui_sweep_bench [--drags 5] [--width 1680] [--height 1050]
#include "app/backends.h"
#include "tests/bench/event_weights.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/window/main_window.h"

#include <QAction>
#include <QCommandLineParser>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMouseEvent>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using namespace stowage;
using namespace stowage::bench;

constexpr const char* kConfig =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 8192,
        "intermediate_size": 28672, "num_hidden_layers": 80, "num_attention_heads": 64,
        "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 131072,
        "torch_dtype": "bfloat16"})";
constexpr int kMovesADrag = 120;  // two seconds at 60 a second
constexpr double kFrameMilliseconds = 16;

void send(QSlider& slider, QEvent::Type type, double x) {
    const QPointF at(x, slider.height() / 2.0);
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    const auto held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, slider.mapToGlobal(at), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(&slider, &event);
    QCoreApplication::processEvents();  // what it asks to be painted
}

int complain(const char* sentence) {
    std::fprintf(stderr, "%s\n", sentence);
    return 1;
}

int run(WeighingApplication& application, const QCommandLineParser& parser) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("config.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(kConfig) < 0) {
        return complain("The configuration cannot be written.");
    }
    file.close();
    Theme theme(&application, ThemeMode::Light);
    QSettings layout(folder.filePath(QStringLiteral("layout.ini")), QSettings::IniFormat);
    Document document(withHostAndDisk(*parseSimulatedGpus("a100-80gb*2"), readHostMemory()));
    LoadController controller(&document, makeLoadBackends);
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    MainWindow window({&document, &controller, &theme, &layout, dialogs.get()});
    window.resize(parser.value(QStringLiteral("width")).toInt(),
                  parser.value(QStringLiteral("height")).toInt());
    window.show();
    window.open()->openPath(path);
    if (!runUntil([&] { return document.plan() != nullptr; })) {
        return complain("The model was not planned within a minute.");
    }
    window.findChild<QAction*>(QStringLiteral("capacity_action"))->trigger();
    auto* slider = window.findChild<QSlider*>(QStringLiteral("sweep_slider"));
    if (slider == nullptr ||
        !runUntil([&] { return slider->isVisible() && slider->maximum() > 1; })) {
        return complain("There was no sweep within a minute.");
    }
    const int drags = std::max(parser.value(QStringLiteral("drags")).toInt(), 1);
    int changes = 0;
    QObject::connect(slider, &QSlider::valueChanged, &application, [&changes] { ++changes; });
    application.recording = true;
    for (int drag = 0; drag < drags; ++drag) {
        slider->setValue(0);
        send(*slider, QEvent::MouseButtonPress, 8);
        for (int move = 1; move <= kMovesADrag; ++move) {
            send(*slider, QEvent::MouseMove, 8 + (slider->width() - 8.0) * move / kMovesADrag);
        }
        send(*slider, QEvent::MouseButtonRelease, slider->width());
    }
    application.recording = false;
    std::vector<double> milliseconds = application.milliseconds;
    std::sort(milliseconds.begin(), milliseconds.end());
    const QJsonObject summary{{QStringLiteral("moves"), drags * kMovesADrag},
                              {QStringLiteral("values_passed"), changes},
                              {QStringLiteral("events"), static_cast<qint64>(milliseconds.size())},
                              {QStringLiteral("p50_ms"), percentile(milliseconds, 0.5)},
                              {QStringLiteral("p99_ms"), percentile(milliseconds, 0.99)},
                              {QStringLiteral("max_ms"), percentile(milliseconds, 1)},
                              {QStringLiteral("p99_share_of_frame"),
                               percentile(milliseconds, 0.99) / kFrameMilliseconds}};
    std::printf("%s", QJsonDocument(summary).toJson().constData());
    return changes > drags ? 0 : complain("The slider did not move.");
}

}  // namespace

int main(int argc, char** argv) {
    WeighingApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{QStringLiteral("drags"), QStringLiteral("How often to drag."),
                        QStringLiteral("n"), QStringLiteral("5")},
                       {QStringLiteral("width"), QStringLiteral("Of the window."),
                        QStringLiteral("px"), QStringLiteral("1680")},
                       {QStringLiteral("height"), QStringLiteral("Of the window."),
                        QStringLiteral("px"), QStringLiteral("1050")}});
    parser.process(application);
    return run(application, parser);
}
