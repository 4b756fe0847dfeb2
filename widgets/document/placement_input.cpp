// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/placement_input.h"

#include "widgets/document/document.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QMimeData>

#include <algorithm>
#include <array>
#include <map>

namespace stowage {
namespace {

std::optional<DeviceId> deviceForKey(int key) {
    if (key >= Qt::Key_0 && key <= Qt::Key_9) {
        return DeviceId::gpu(static_cast<std::uint32_t>(key - Qt::Key_0));
    }
    if (key == Qt::Key_C) {
        return DeviceId::cpu();
    }
    return key == Qt::Key_D ? std::optional(DeviceId::disk()) : std::nullopt;
}

}  // namespace

std::vector<PlanEdit> editsForKey(const QKeyEvent& event, const Document& document) {
    const bool plain = (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (!plain || document.plan() == nullptr || document.selection().empty()) {
        return {};
    }
    if (event.key() == Qt::Key_P) {
        return pinsForSelection(document);
    }
    if (event.key() == Qt::Key_U) {
        return {PinEdit{document.selectedPaths(), std::nullopt}};
    }
    const auto device = deviceForKey(event.key());
    if (!device || document.plan()->placement(*device) == nullptr) {
        return {};
    }
    return {MoveEdit{document.selectedPaths(), *device}};
}

QString placementKeyOf(DeviceId device) {
    switch (device.kind) {
        case DeviceKind::Gpu:
            return device.index < 10 ? QString::number(device.index) : QString();
        case DeviceKind::Cpu:
            return QStringLiteral("C");
        case DeviceKind::Disk:
            break;
    }
    return QStringLiteral("D");
}

std::vector<PlanEdit> pinsForSelection(const Document& document) {
    std::map<DeviceId, std::vector<std::string>> byDevice;
    for (const std::string& path : document.selectedPaths()) {
        const auto module = document.tree()->findModule(path);
        const auto device = module ? document.plan()->deviceOf(*module) : std::nullopt;
        if (device) {
            byDevice[*device].push_back(path);
        }
    }
    std::vector<PlanEdit> edits;
    for (auto& [device, paths] : byDevice) {
        edits.emplace_back(PinEdit{std::move(paths), device});
    }
    return edits;
}

QMimeData* makeModulesMimeData(const QStringList& paths) {
    auto* data = new QMimeData;
    const QString text = paths.join(u'\n');
    data->setData(kModulesMimeType, text.toUtf8());
    data->setText(text);
    return data;
}

QStringList modulesFromMimeData(const QMimeData* data) {
    if (data == nullptr || !data->hasFormat(kModulesMimeType)) {
        return {};
    }
    return QString::fromUtf8(data->data(kModulesMimeType)).split(u'\n', Qt::SkipEmptyParts);
}

bool isDeviceMapFile(const QString& path) {
    const QString name = QFileInfo(path).fileName().toLower();
    const auto endsIn = [&name](const char* ending) {
        return name.endsWith(QLatin1String(ending));
    };
    if (std::ranges::any_of(std::array{".py", ".txt", ".sh", ".yml", ".yaml"}, endsIn) ||
        name.startsWith(QLatin1String("modelfile"))) {
        return true;
    }
    return endsIn(".json") && !endsIn(".tree.json") && !endsIn("index.json") &&
           !endsIn("config.json");
}

}  // namespace stowage
