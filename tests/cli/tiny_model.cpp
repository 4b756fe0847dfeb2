// SPDX-License-Identifier: GPL-3.0-or-later
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>

namespace stowage::test {

namespace {

constexpr int kLayers = 4;
constexpr int kLayerBytes = 1024;

}  // namespace

QByteArray safetensors(const QByteArray& header, const QByteArray& data) {
    QByteArray length(8, '\0');
    qToLittleEndian(static_cast<quint64>(header.size()), length.data());
    return length + header + data;
}

QByteArray fourLayers() {
    QByteArray header = "{";
    QByteArray data;
    for (int i = 0; i < kLayers; ++i) {
        header += i == 0 ? "" : ",";
        header += "\"layers." + QByteArray::number(i) +
                  ".weight\":{\"dtype\":\"F32\",\"shape\":[16,16],\"data_offsets\":[" +
                  QByteArray::number(i * kLayerBytes) + "," +
                  QByteArray::number((i + 1) * kLayerBytes) + "]}";
        data += QByteArray(kLayerBytes, static_cast<char>('a' + i));
    }
    return safetensors(header + "}", data);
}

QByteArray fourLayersTree() {
    QByteArray children;
    for (int i = 0; i < kLayers; ++i) {
        children += i == 0 ? "" : ",";
        children += "{\"name\":\"" + QByteArray::number(i) +
                    "\",\"class\":\"Linear\",\"params\":[{\"name\":\"weight\","
                    "\"shape\":[16,16],\"dtype\":\"float32\"}]}";
    }
    return "{\"format\":\"stowage.tree\",\"version\":1,\"tree\":{\"name\":\"\",\"class\":\"Net\","
           "\"children\":[{\"name\":\"layers\",\"class\":\"ModuleList\",\"children\":[" +
           children + "]}]}}";
}

QString writeInto(const QString& folder, const QString& name, const QByteArray& text) {
    const QString path = QDir(folder).filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

void writeFile(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("cannot write %s", qPrintable(path));
    }
}

void writeProgram(const QString& path, const QByteArray& script) {
    writeFile(path, script);
    QFile::setPermissions(path, QFile::permissions(path) | QFile::ExeOwner);
}

}  // namespace stowage::test
