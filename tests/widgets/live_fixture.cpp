// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/live_fixture.h"

#include "engine/backend_sim/simulated_devices.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <bit>

namespace stowage {

void writeBlocks(const std::string& path, int blocks, std::uint64_t blockBytes) {
    QJsonObject header;
    for (int i = 0; i < blocks; ++i) {
        const double begin = static_cast<double>(blockBytes) * i;
        header[QStringLiteral("block.%1.weight").arg(i)] =
            QJsonObject{{QStringLiteral("dtype"), QStringLiteral("F32")},
                        {QStringLiteral("shape"), QJsonArray{static_cast<double>(blockBytes / 4)}},
                        {QStringLiteral("data_offsets"),
                         QJsonArray{begin, begin + static_cast<double>(blockBytes)}}};
    }
    const QByteArray json = QJsonDocument(header).toJson(QJsonDocument::Compact);
    auto length = static_cast<std::uint64_t>(json.size());
    static_assert(std::endian::native == std::endian::little);
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(&length), sizeof(length));
    file.write(json);
    for (int i = 0; i < blocks; ++i) {
        file.write(QByteArray(static_cast<qsizetype>(blockBytes), static_cast<char>(i + 1)));
    }
}

std::vector<DeviceInfo> devicesOf(const std::string& gpus) {
    std::vector<DeviceInfo> devices = *parseSimulatedGpus(gpus);
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.name = "RAM";
    cpu.capacity = std::uint64_t{1} << 32;
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    devices.push_back(cpu);
    devices.push_back(disk);
    return devices;
}

LiveFixture::LiveFixture(const std::string& gpus, int blocks, std::uint64_t blockBytes)
    : document(std::make_unique<Document>(devicesOf(gpus))),
      m_path(folder.filePath(QStringLiteral("blocks.safetensors")).toStdString()) {
    writeBlocks(m_path, blocks, blockBytes);
    BackendFactory factory =
        [made = m_made](const std::vector<DeviceInfo>& devices) -> Result<LoadBackends> {
        auto memories = makeDevices(devices);
        if (!memories) {
            return memories.unexpected();
        }
        auto tensors = openTensorBackend(STOWAGE_BIN_DIR);
        if (!tensors) {
            return tensors.unexpected();
        }
        const std::scoped_lock lock(made->mutex);
        made->devices.insert(made->devices.end(), memories->begin(), memories->end());
        made->tensors = *tensors;
        return LoadBackends{*memories, *tensors};
    };
    controller = std::make_unique<LoadController>(document.get(), std::move(factory));
}

bool LiveFixture::open() {
    document->open(QString::fromStdString(m_path));
    return QTest::qWaitFor([this] { return document->plan() != nullptr && !document->isBusy(); },
                           60000);
}

std::vector<std::shared_ptr<DeviceMemory>> LiveFixture::allDevices() const {
    const std::scoped_lock lock(m_made->mutex);
    return m_made->devices;
}

std::uint64_t LiveFixture::bytesHeld() const {
    std::uint64_t bytes = 0;
    for (const auto& device : allDevices()) {
        const AllocatorStatistics statistics = device->statistics();
        bytes += statistics.allocated;
        bytes += device->info().id.isGpu() ? statistics.reserved : 0;
    }
    return bytes;
}

std::size_t LiveFixture::liveTensors() const {
    const std::scoped_lock lock(m_made->mutex);
    return m_made->tensors ? m_made->tensors->liveTensors() : 0;
}

bool isAllZero(const EngineCounters& counters) {
    return counters.liveTensors == 0 && counters.allocatedBytes == 0 &&
           counters.reservedBytes == 0 && counters.jobs == 0;
}

}  // namespace stowage
