// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QTemporaryDir>

#include <map>

namespace stowage::test {

/// A JSON file of tests/seeds; a test that cannot read it goes no further.
[[nodiscard]] QJsonObject seedFile(const QString& name);

/// The models that rows name as ${NAME}, each made in a temporary folder when it is first named.
/// fixtures.json tells how: {"preset": name in resources/presets.json}, {"config": object},
/// {"tree": node} or {"tree_of": fixture} with its no-split classes (a child {"repeat": N, "child":
/// node} stands for N children "0" … "N−1"),
/// {"data": folder of tests/data}, {"copy": such a folder, "without": one file of it},
/// {"seeds": folder of tests/seeds}, {"file": text} or
/// {"commands": [arguments of stowagectl, …]}, which write to ${NAME} themselves; "add"
/// names a folder of tests/data whose files lie beside what they wrote.
class SeedFixtures {
public:
    SeedFixtures();

    [[nodiscard]] bool isValid() const { return m_dir.isValid(); }
    /// `text` with every ${NAME} replaced by a path; ${dir} is the temporary folder itself.
    [[nodiscard]] QString filled(QString text);
    /// What went wrong while a fixture was made; "" for nothing.
    [[nodiscard]] QString error() const { return m_error; }

private:
    QString path(const QString& name);
    QString make(const QString& name, const QJsonObject& how);
    QString copied(const QString& name, const QString& from, const QString& without);
    QString write(const QString& name, const QByteArray& bytes);

    QTemporaryDir m_dir;
    QJsonObject m_known;
    std::map<QString, QString> m_made;
    QString m_error;
};

}  // namespace stowage::test
