// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run/forward_fixture.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/execute/placed_model.h"
#include "engine/run/models/logits.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstring>

namespace stowage::test {

namespace {

LoadedTensor loadedTensor(const LoadedModel& model, const std::string& name) {
    const std::vector<NamedTensor> names = namedTensors(model.schedule());
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const NamedTensor& named) { return named.name == name; });
    if (found == names.end()) {
        qFatal("no tensor %s is loaded", name.c_str());
    }
    return model.tensor(found->scheduled);
}

}  // namespace

void copyFolder(const QString& from, const QString& to) {
    QDirIterator entries(from, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString source = entries.next();
        const QString target = to + source.mid(from.size());
        QDir().mkpath(QFileInfo(target).path());
        if (!QFile::copy(source, target)) {
            qFatal("%s cannot be copied", qPrintable(source));
        }
    }
}

ForwardModel openForwardModel(const QString& path) {
    auto checkpoint = openCheckpoint(path.toStdString());
    if (!checkpoint) {
        qFatal("%s", checkpoint.error().message.english().c_str());
    }
    auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        qFatal("%s", tree.error().message.english().c_str());
    }
    return {*checkpoint, *tree};
}

std::vector<Prompt> readPrompts(const QString& folder) {
    QFile file(folder + QStringLiteral("/prompts.json"));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s has no prompts", qPrintable(folder));
    }
    std::vector<Prompt> prompts;
    const QJsonArray listed = QJsonDocument::fromJson(file.readAll()).array();
    for (const QJsonValue& value : listed) {
        const QJsonObject entry = value.toObject();
        const QString path =
            folder + QLatin1Char('/') + entry.value(QStringLiteral("logits")).toString();
        Prompt prompt;
        const QJsonArray tokens = entry.value(QStringLiteral("tokens")).toArray();
        for (const QJsonValue& token : tokens) {
            prompt.tokens.push_back(token.toInteger());
        }
        auto logits = readLogitsFile(path.toStdString());
        if (!logits) {
            qFatal("%s", logits.error().message.english().c_str());
        }
        prompt.logits = std::move(*logits);
        prompts.push_back(std::move(prompt));
    }
    return prompts;
}

const std::vector<Placement>& placements() {
    const DeviceId first = DeviceId::gpu(0);
    const DeviceId second = DeviceId::gpu(1);
    const DeviceId cpu = DeviceId::cpu();
    const DeviceId disk = DeviceId::disk();
    static const std::vector<Placement> kPlacements{
        {"one GPU", {{"", first}}, first},
        {"two GPUs",
         {{"", first}, {"trf_blocks.1", second}, {"trf_blocks.2", second}, {"out_head", second}},
         first},
        {"CPU", {{"", cpu}}, cpu},
        {"GPU and CPU", {{"", first}, {"trf_blocks.1", cpu}, {"out_head", cpu}}, first},
        {"GPU, CPU and disk",
         {{"", first}, {"trf_blocks.0", cpu}, {"trf_blocks.1", disk}, {"out_head", disk}},
         first},
        {"CPU and disk", {{"", cpu}, {"trf_blocks.1", disk}, {"tok_emb", disk}}, cpu},
        // What a person may drag about by hand: parts of one block on many devices.
        {"torn apart",
         {{"", second},
          {"tok_emb", first},
          {"trf_blocks.0.att.W_key", first},
          {"trf_blocks.0.att.mask", cpu},
          {"trf_blocks.1.att.W_value.bias", first},
          {"trf_blocks.1.ff", disk},
          {"trf_blocks.2.norm2", cpu},
          {"final_norm.shift", disk}},
         second},
    };
    return kPlacements;
}

const Placement& mixedPlacement() {
    return placements()[4];
}

void overwrite(const LoadedModel& model, const std::string& name, std::size_t index,
               const std::vector<float>& numbers) {
    const LoadedTensor tensor = loadedTensor(model, name);
    const std::size_t bytes = numbers.size() * sizeof(float);
    const std::size_t offset = index * sizeof(float);
    if (tensor.memory != nullptr) {
        std::memcpy(tensor.memory->data() + offset, numbers.data(), bytes);
        return;
    }
    QFile file(QString::fromStdString(tensor.file));
    if (!file.open(QIODevice::ReadWrite) || !file.seek(static_cast<qint64>(offset)) ||
        file.write(reinterpret_cast<const char*>(numbers.data()), static_cast<qint64>(bytes)) !=
            static_cast<qint64>(bytes)) {
        qFatal("%s cannot be changed", tensor.file.c_str());
    }
}

std::vector<float> numbersOf(const LoadedModel& model, const std::string& name) {
    const LoadedTensor tensor = loadedTensor(model, name);
    std::vector<float> numbers(elementCount(tensor.signature.shape));
    const std::size_t bytes = numbers.size() * sizeof(float);
    if (tensor.memory != nullptr) {
        std::memcpy(numbers.data(), tensor.memory->data(), bytes);
        return numbers;
    }
    QFile file(QString::fromStdString(tensor.file));
    if (!file.open(QIODevice::ReadOnly) ||
        file.read(reinterpret_cast<char*>(numbers.data()), static_cast<qint64>(bytes)) !=
            static_cast<qint64>(bytes)) {
        qFatal("%s cannot be read", tensor.file.c_str());
    }
    return numbers;
}

}  // namespace stowage::test
