// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "serve_client.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace stowage::test {

/// A folder of models that `serve` may read, beside others that it may not.
///
///     served/   tiny.safetensors, slow.safetensors (16 layers of 1 MiB), broken.safetensors,
///               llama/ (a sample), folder/ (empty), inside -> llama, link -> ../outside,
///               linked/model.safetensors -> ../../outside/secret.safetensors
///     outside/  secret.safetensors; map{.json and secret, which are device maps
///     served-not/tiny.safetensors
///     tmp/      for temporary files
class ServedFolder {
public:
    static constexpr qint64 kSlowLayers = 16;
    static constexpr qint64 kSlowBytes = kSlowLayers << 20;
    /// A GPU over whose link the slow model takes sixteen seconds.
    static constexpr const char* kSlowGpu = "256MiB:link=1MB/s";

    [[nodiscard]] bool make();
    /// The folder that is served, without links.
    [[nodiscard]] QString path() const { return beside("served"); }
    /// A file or folder beside it.
    [[nodiscard]] QString beside(const QString& name) const;
    [[nodiscard]] QString temporary() const { return beside("tmp"); }
    /// Copies a recorded adapter and its model beside it: lent/base, and lent/lora, whose adapter
    /// was made for `base`. Returns the folder of both; "": they cannot be copied.
    [[nodiscard]] QString lendAdapter(const QString& base) const;
    /// In the environment of what is started here, and of nothing else.
    [[nodiscard]] QString mark() const { return "TMPDIR=" + temporary(); }

    /// A `serve` of the folder, which runs in `folder`.
    [[nodiscard]] std::unique_ptr<ServeClient> serve(const QString& folder = {}) const;
    /// Begins a load that takes sixteen seconds and is held then. Returns its id.
    [[nodiscard]] qint64 beginSlowLoad(ServeClient& server, QJsonObject members = {}) const;

private:
    QTemporaryDir m_dir;
};

/// Whether an answer is an "ok".
[[nodiscard]] bool isAnswered(const QJsonObject& answer);
/// Whether a line of progress tells that the weights are there.
[[nodiscard]] bool isLoaded(const QJsonObject& line);
[[nodiscard]] QByteArray textOf(const QJsonObject& object);
/// All names below a folder, sorted.
[[nodiscard]] QStringList filesBelow(const QString& folder);

}  // namespace stowage::test
