// SPDX-License-Identifier: GPL-3.0-or-later
#include "seed_fixtures.h"

#include "tests/cli/cli_process.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace stowage::test {

namespace {

const auto kTests = QStringLiteral(STOWAGE_TEST_DATA "/../");

QJsonObject readObject(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be read", qPrintable(path));
    }
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(file.readAll(), &error);
    if (!document.isObject()) {
        qFatal("%s: %s at %d", qPrintable(path), qPrintable(error.errorString()), error.offset);
    }
    return document.object();
}

/// Repeated children written out.
QJsonObject expanded(QJsonObject node) {
    QJsonArray children;
    for (const QJsonValue& value : node.value("children").toArray()) {
        const QJsonObject child = value.toObject();
        if (!child.contains("repeat")) {
            children.append(expanded(child));
            continue;
        }
        QJsonObject one = expanded(child.value("child").toObject());
        for (int i = 0; i < child.value("repeat").toInt(); ++i) {
            one["name"] = QString::number(i);
            children.append(one);
        }
    }
    if (!children.isEmpty()) {
        node["children"] = children;
    }
    return node;
}

QJsonObject preset(const QString& name) {
    const QJsonArray presets =
        readObject(kTests + "../resources/presets.json").value("presets").toArray();
    for (const QJsonValue& value : presets) {
        if (value.toObject().value("name").toString() == name) {
            return value.toObject().value("config").toObject();
        }
    }
    return {};
}

}  // namespace

QJsonObject seedFile(const QString& name) {
    return readObject(kTests + "seeds/" + name);
}

SeedFixtures::SeedFixtures() : m_known(seedFile("fixtures.json")) {}

QString SeedFixtures::filled(QString text) {
    static const QRegularExpression kName("\\$\\{([a-z0-9_]+)\\}");
    for (auto match = kName.match(text); match.hasMatch(); match = kName.match(text)) {
        const QString name = match.captured(1);
        text.replace(match.captured(0), name == "dir" ? m_dir.path() : path(name));
    }
    return text;
}

QString SeedFixtures::path(const QString& name) {
    const auto found = m_made.find(name);
    if (found != m_made.end()) {
        return found->second;
    }
    if (!m_known.contains(name)) {
        m_error += name + " stands not in fixtures.json. ";
        return name;
    }
    const QString made = make(name, m_known.value(name).toObject());
    m_made.emplace(name, made);
    return made;
}

QString SeedFixtures::make(const QString& name, const QJsonObject& how) {
    if (how.contains("data")) {
        return QStringLiteral(STOWAGE_TEST_DATA "/") + how.value("data").toString();
    }
    if (how.contains("copy")) {
        return copied(name, STOWAGE_TEST_DATA "/" + how.value("copy").toString(),
                      how.value("without").toString());
    }
    if (how.contains("seeds")) {
        return kTests + "seeds/" + how.value("seeds").toString();
    }
    if (how.contains("file")) {
        return write(name + ".txt", how.value("file").toString().toUtf8());
    }
    if (how.contains("tree") || how.contains("tree_of")) {
        QJsonObject tree =
            how.contains("tree") ? how : m_known.value(how.value("tree_of").toString()).toObject();
        tree["no_split_module_classes"] = how.value("no_split_module_classes").toArray();
        tree["tree"] = expanded(tree.value("tree").toObject());
        tree["format"] = "stowage.tree";
        tree["version"] = 1;
        return write(name + ".tree.json", QJsonDocument(tree).toJson(QJsonDocument::Compact));
    }
    if (how.contains("preset") || how.contains("config")) {
        const QJsonObject config = how.contains("preset") ? preset(how.value("preset").toString())
                                                          : how.value("config").toObject();
        if (config.isEmpty()) {
            m_error += name + " names no known preset. ";
        }
        return write(name + ".json", QJsonDocument(config).toJson());
    }
    const QString target = m_dir.filePath(name);
    m_made.emplace(name, target);  // its own commands name it
    for (const QJsonValue& command : how.value("commands").toArray()) {
        const auto outcome = runCli(QProcess::splitCommand(filled(command.toString())));
        if (outcome.exitCode != 0) {
            m_error += command.toString() + ": " + QString::fromUtf8(outcome.diagnostics);
        }
    }
    return how.contains("add")
               ? copied(name, STOWAGE_TEST_DATA "/" + how.value("add").toString(), QString())
               : target;
}

QString SeedFixtures::copied(const QString& name, const QString& from, const QString& without) {
    const QString target = m_dir.filePath(name);
    QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = QDir(from).relativeFilePath(files.next());
        const QString place = target + '/' + file;
        QDir().mkpath(QFileInfo(place).path());
        if (file != without && !QFile::copy(files.filePath(), place)) {
            m_error += place + " cannot be written. ";
        }
    }
    if (!without.isEmpty() && !QFile::exists(from + '/' + without)) {
        m_error += name + " leaves out what is not there. ";
    }
    return target;
}

QString SeedFixtures::write(const QString& name, const QByteArray& bytes) {
    const QString target = m_dir.filePath(name);
    QFile file(target);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        m_error += target + " cannot be written. ";
    }
    return target;
}

}  // namespace stowage::test
