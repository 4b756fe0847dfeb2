// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_fixture.h"

#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/model/module_tree_json.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace stowage::test {

void failOnWarnings() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

QString writeSmallSample(const QString& folder, CheckpointFormat format, std::int64_t layers) {
    SampleOptions options;
    options.folder = folder.toStdString();
    options.format = format;
    options.sizes =
        SampleSizes{.vocabulary = 2000, .context = 64, .width = 256, .layers = layers, .heads = 4};
    const auto written = writeSampleCheckpoint(options);
    return written ? QString::fromStdString(written->path) : QString();
}

QString writeTreeFile(const QString& folder, int layers) {
    const QString sample = writeSmallSample(folder + QStringLiteral("/for_tree"),
                                            CheckpointFormat::Safetensors, layers);
    const auto checkpoint = openCheckpoint(sample.toStdString());
    const auto tree = buildModuleTree(**checkpoint);
    const QString path = folder + QStringLiteral("/model.tree.json");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    file.write(QByteArray::fromStdString(writeModuleTreeJson(**tree, "a test")));
    return path;
}

std::vector<DeviceInfo> windowDevices(const std::string& gpus) {
    std::vector<DeviceInfo> devices = *parseSimulatedGpus(gpus);
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.name = "RAM";
    cpu.capacity = kGiB;
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    devices.push_back(cpu);
    devices.push_back(disk);
    return devices;
}

bool waitUntilIdle(const Document& document) {
    return QTest::qWaitFor([&document] { return document.isIdle(); }, 60000);
}

bool openAndWait(Document& document, const QString& path) {
    document.open(path);
    return waitUntilIdle(document) && document.plan() != nullptr && document.path() == path;
}

WindowFixture::WindowFixture(const std::string& gpus, const std::string& recoveryFolder,
                             LoadHistory* history)
    : settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat),
      theme(qApp, ThemeMode::Light),
      document(windowDevices(gpus)),
      controller(&document,
                 [](const std::vector<DeviceInfo>& devices) -> Result<LoadBackends> {
                     auto memories = stowage::makeDevices(devices);
                     if (!memories) {
                         return memories.unexpected();
                     }
                     auto tensors = openTensorBackend(STOWAGE_BIN_DIR);
                     if (!tensors) {
                         return tensors.unexpected();
                     }
                     return LoadBackends{*memories, *tensors};
                 }),
      window({.document = &document,
              .controller = &controller,
              .theme = &theme,
              .settings = &settings,
              .dialogs = &dialogs,
              .runs = history,
              .recoveryFolder = recoveryFolder}) {}

}  // namespace stowage::test
