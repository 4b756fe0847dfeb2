// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixture_digests.h"

#include "engine/base/json_reader.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/tensor_spec.h"

#include <QCryptographicHash>

#include <fstream>
#include <sstream>

namespace stowage::test {
namespace {

std::string digestText(const std::string& dtype, const std::string& shape,
                       const std::string& hash) {
    return dtype + " " + shape + " " + hash;
}

}  // namespace

Result<TensorDigests> digestsOf(const Checkpoint& checkpoint) {
    TensorDigests digests;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        std::vector<std::byte> stored(tensor.location.length);
        const auto& file = checkpoint.shards[tensor.location.shard];
        if (const auto read = file->readAt(tensor.location.offset, stored); !read) {
            return read.unexpected();
        }
        std::vector<std::byte> plain(*checkedByteSize(tensor.dtype, tensor.shape));
        gatherTensor(tensor, stored, plain);
        const QByteArrayView bytes(reinterpret_cast<const char*>(plain.data()),
                                   static_cast<qsizetype>(plain.size()));
        const QByteArray hash =
            QCryptographicHash::hash(bytes.toByteArray(), QCryptographicHash::Sha256).toHex();
        const std::string shape = nlohmann::json(tensor.shape).dump();
        digests[tensor.name] =
            digestText(std::string(dtypeName(tensor.dtype)), shape, hash.toStdString());
    }
    return digests;
}

TensorDigests digestsFromPython(const std::string& file) {
    std::ifstream stream(file + ".sha256.json");
    std::ostringstream text;
    text << stream.rdbuf();
    TensorDigests digests;
    const auto document = parseJson(text.str(), file);
    if (!document) {
        return digests;
    }
    for (const auto& [name, value] : document->items()) {
        digests[name] = digestText(value["dtype"].get<std::string>(), value["shape"].dump(),
                                   value["sha256"].get<std::string>());
    }
    return digests;
}

}  // namespace stowage::test
