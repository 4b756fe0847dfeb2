// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/load_controller.h"
#include "widgets/session/worker.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// What the allocator of one GPU held at one moment.
struct SegmentPicture {
    DeviceInfo device;
    std::vector<SegmentSnapshot> segments;
    SegmentMapFigures figures;  ///< of these segments
};

/// Follows the segments of one GPU of the running or the last load: four times a second while a
/// load runs, once a second else. Pictures are taken in a worker, as many blocks take their time
/// to copy and the allocator is locked meanwhile. UI thread only.
class SegmentWatch : public QObject {
    Q_OBJECT
public:
    enum class Mode { Off, On };

    explicit SegmentWatch(LoadController* controller, QObject* parent = nullptr);

    /// Nothing: no GPU.
    void setDevice(std::optional<DeviceId> device);
    [[nodiscard]] std::optional<DeviceId> device() const { return m_device; }
    /// Off takes no pictures: for a view that nobody sees.
    void setMode(Mode mode);
    /// Null before the first picture, and where there is no such GPU.
    [[nodiscard]] const std::shared_ptr<const SegmentPicture>& picture() const { return m_picture; }

Q_SIGNALS:
    /// Another picture, which differs from the one before.
    void changed();

private:
    void take();
    void show(std::shared_ptr<const SegmentPicture> picture);

    LoadController* m_controller;
    std::optional<DeviceId> m_device;
    std::shared_ptr<const SegmentPicture> m_picture;
    QTimer m_timer;
    Worker m_worker;
};

}  // namespace stowage
