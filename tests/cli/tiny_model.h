// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace stowage::test {

/// A safetensors file: its header's length, the header, the bytes.
[[nodiscard]] QByteArray safetensors(const QByteArray& header, const QByteArray& data);

/// Four float32 layers of 1 KiB, "layers.0.weight" … "layers.3.weight", each of [16, 16].
[[nodiscard]] QByteArray fourLayers();

/// The same model as a `.tree.json`, class "Net" of four "Linear".
[[nodiscard]] QByteArray fourLayersTree();

/// Writes a file below `folder`, with the folders in between. Returns its path, "" where that
/// failed.
[[nodiscard]] QString writeInto(const QString& folder, const QString& name, const QByteArray& text);

/// Writes `bytes` to `path`; a test that cannot goes no further.
void writeFile(const QString& path, const QByteArray& bytes);

/// The same of a script, which can be run then.
void writeProgram(const QString& path, const QByteArray& script);

}  // namespace stowage::test
