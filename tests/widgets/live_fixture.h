// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"

#include <QTemporaryDir>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stowage {

/// A safetensors file with `blocks` float32 tensors of `blockBytes` each, whose bytes differ.
void writeBlocks(const std::string& path, int blocks, std::uint64_t blockBytes);

/// Simulated GPUs as `--gpus` describes them, the CPU and the disk.
[[nodiscard]] std::vector<DeviceInfo> devicesOf(const std::string& gpus);

/// A document with an open model and a controller over real simulated GPUs and the real LibTorch.
class LiveFixture {
public:
    /// The whole model is blocks × blockBytes.
    explicit LiveFixture(const std::string& gpus, int blocks = 24,
                         std::uint64_t blockBytes = 1 << 20);

    /// Opens the model and waits for its plan. False if that failed.
    [[nodiscard]] bool open();
    /// Devices of every load so far, alive as long as the fixture: to be checked after a controller
    /// has gone.
    [[nodiscard]] std::vector<std::shared_ptr<DeviceMemory>> allDevices() const;
    /// Bytes allocated and reserved on all of them together.
    [[nodiscard]] std::uint64_t bytesHeld() const;
    [[nodiscard]] std::size_t liveTensors() const;

    QTemporaryDir folder;
    std::unique_ptr<Document> document;
    std::unique_ptr<LoadController> controller;

private:
    /// Filled by the worker that makes the devices.
    struct Made {
        mutable std::mutex mutex;
        std::vector<std::shared_ptr<DeviceMemory>> devices;
        std::shared_ptr<TensorBackend> tensors;
    };
    std::shared_ptr<Made> m_made = std::make_shared<Made>();
    std::string m_path;
};

/// True where nothing is allocated, reserved, alive or running.
[[nodiscard]] bool isAllZero(const EngineCounters& counters);

}  // namespace stowage
