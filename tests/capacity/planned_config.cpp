// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capacity/planned_config.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/place/place.h"
#include "tests/load/load_fixture.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <utility>

namespace stowage::test {

EstimateInput plannedConfig(const std::string& config, int gpus, std::uint64_t capacity) {
    constexpr std::uint64_t kRam = 64 * kGiB;
    // Estimates read it again, so it stays as long as the program.
    static const QTemporaryDir kFolder;
    static int written = 0;
    const QDir folder(kFolder.filePath(QString::number(++written)));
    QFile file(folder.filePath("config.json"));
    if (!folder.mkpath(".")) {
        qFatal("%s cannot be made", qPrintable(folder.path()));
    }
    if (!file.open(QIODevice::WriteOnly) || file.write(config.c_str()) < 0) {
        qFatal("%s cannot be written", qPrintable(file.fileName()));
    }
    file.close();
    const auto checkpoint = openCheckpoint(file.fileName().toStdString());
    if (!checkpoint) {
        qFatal("%s", checkpoint.error().message.english().c_str());
    }
    PlacementRequest request;
    request.tree = (*checkpoint)->describedTree;
    for (int gpu = 0; gpu < gpus; ++gpu) {
        request.devices.push_back(gpuInfo(static_cast<std::uint32_t>(gpu), capacity));
    }
    request.devices.push_back(cpuInfo());
    request.devices.back().capacity = kRam;
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    disk.capacity = 1024 * kGiB;
    request.devices.push_back(std::move(disk));
    request.budgets = defaultBudgets(request.devices, static_cast<double>(kRam));
    auto plan = place(request);
    if (!plan) {
        qFatal("%s", plan.error().message.english().c_str());
    }
    EstimateInput input;
    input.plan = std::move(*plan);
    input.checkpoint = *checkpoint;
    input.workload.prompt = 128;
    input.workload.generate = 0;
    input.workload.engine = kOwnEngine;
    if (!PlanEstimator::make(input)) {
        input.workload.engine.clear();
    }
    return input;
}

}  // namespace stowage::test
