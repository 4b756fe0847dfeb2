// SPDX-License-Identifier: GPL-3.0-or-later
#include "served_folder.h"

#include "cli_process.h"
#include "tiny_model.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace stowage::test {

namespace {

/// Layers of one MiB, of zeros that take no room on disk.
bool writeSlowModel(const QString& path) {
    constexpr qint64 kMiB = 1 << 20;
    QJsonObject header;
    for (qint64 i = 0; i < ServedFolder::kSlowLayers; ++i) {
        header.insert(QStringLiteral("layers.%1.weight").arg(i),
                      QJsonObject{{"dtype", "F32"},
                                  {"shape", QJsonArray{512, 512}},
                                  {"data_offsets", QJsonArray{i * kMiB, (i + 1) * kMiB}}});
    }
    const QByteArray begin = safetensors(textOf(header), QByteArray());
    writeFile(path, begin);
    return QFile::resize(path, begin.size() + ServedFolder::kSlowBytes);
}

}  // namespace

bool ServedFolder::make() {
    const QDir dir(beside({}));
    for (const char* const name :
         {"tmp", "outside", "served/folder", "served/linked", "served-not"}) {
        if (!dir.mkpath(name)) {
            return false;
        }
    }
    writeFile(beside("served/tiny.safetensors"), fourLayers());
    writeFile(beside("served/broken.safetensors"), "this is no model");
    writeFile(beside("outside/secret.safetensors"), fourLayers());
    writeFile(beside("outside/map{.json"), R"({"": "cpu"})");
    writeFile(beside("outside/secret"), R"({"": "cpu"})");
    writeFile(beside("served-not/tiny.safetensors"), fourLayers());
    const auto made =
        runCli({"sample", beside("served/llama"), "--arch", "llama-tiny", "--dtype", "bfloat16"});
    return writeSlowModel(beside("served/slow.safetensors")) && made.exitCode == 0 &&
           QFile::link(beside("outside"), beside("served/link")) &&
           QFile::link(beside("served/llama"), beside("served/inside")) &&
           QFile::link(beside("outside/secret.safetensors"),
                       beside("served/linked/model.safetensors"));
}

QString ServedFolder::beside(const QString& name) const {
    const QString folder = QFileInfo(m_dir.path()).canonicalFilePath();
    return name.isEmpty() ? folder : folder + u'/' + name;
}

QString ServedFolder::lendAdapter(const QString& base) const {
    namespace fs = std::filesystem;
    const QString place = beside("lent");
    std::error_code failure;
    for (const auto& [from, to] : {std::pair("base", "/base"), std::pair("default", "/lora")}) {
        fs::create_directories((place + to).toStdString(), failure);
        fs::copy(STOWAGE_TEST_DATA "/adapters/llama/" + std::string(from),
                 (place + to).toStdString(),
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing, failure);
        if (failure) {
            return {};
        }
    }
    const QString config = place + "/lora/adapter_config.json";
    QFile file(config);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    object["base_model_name_or_path"] = base;
    writeFile(config, textOf(object));
    return place;
}

std::unique_ptr<ServeClient> ServedFolder::serve(const QString& folder) const {
    return std::make_unique<ServeClient>(stowagectlPath(), QStringList{"serve", "--allow", path()},
                                         QStringList{mark()}, folder);
}

qint64 ServedFolder::beginSlowLoad(ServeClient& server, QJsonObject members) const {
    members.insert("model", "slow.safetensors");
    members.insert("gpus", kSlowGpu);
    members.insert("hold", true);
    return server.begin(requestTo("load", members));
}

bool isAnswered(const QJsonObject& answer) {
    return answer.contains("ok") && !answer.contains("error");
}

bool isLoaded(const QJsonObject& line) {
    return line.contains("loaded");
}

QByteArray textOf(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QStringList filesBelow(const QString& folder) {
    QStringList names;
    QDirIterator at(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                    QDirIterator::Subdirectories);
    while (at.hasNext()) {
        names << QDir(folder).relativeFilePath(at.next());
    }
    names.sort();
    return names;
}

}  // namespace stowage::test
