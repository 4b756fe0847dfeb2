// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/headers_copy.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/checkpoint/open/headers_only.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <limits>
#include <utility>

namespace stowage {
namespace {

struct HeadersCopyTexts {
    Q_DECLARE_TR_FUNCTIONS(HeadersCopy)
};

/// Headers, tokenizers and configurations of any model have less.
constexpr std::uint64_t kMostCopied = 4 * kGiB;
constexpr std::uint64_t kMostFileBytes = std::numeric_limits<std::int64_t>::max();

Unexpected malformed(const std::string& name) {
    return fail(ErrorCode::Malformed, HeadersCopyTexts::tr("The machine sent a piece of a file "
                                                           "(“%1”) that is none of a model.")
                                          .arg(QString::fromStdString(name).left(80))
                                          .toStdString());
}

/// A path below a folder, which names no other place.
bool isBelow(const QString& path) {
    const QStringList parts = path.split(QLatin1Char('/'));
    return !path.contains(QChar::Null) && std::ranges::none_of(parts, [](const QString& part) {
        return part.isEmpty() || part == QLatin1String(".") || part == QLatin1String("..");
    });
}

}  // namespace

HeadersCopy::HeadersCopy(QString model, OpenOptions options)
    : m_model(std::move(model)), m_options(std::move(options)) {
    const QString name = QFileInfo(QDir::cleanPath(m_model)).fileName();
    m_folder = m_parent.filePath(isBelow(name) ? name : QStringLiteral("model"));
}

bool HeadersCopy::holds(const QString& path) const {
    return path == m_folder || path.startsWith(m_folder + QLatin1Char('/'));
}

bool HeadersCopy::leaveOwnAdapters() {
    std::vector<NamedPath> theirs;
    std::size_t place = 0;
    for (NamedPath& adapter : m_options.adapters) {
        while (m_own.contains(place)) {
            ++place;
        }
        if (QFileInfo::exists(QString::fromStdString(adapter.path))) {
            m_own.emplace(place, std::move(adapter));
        } else {
            theirs.push_back(std::move(adapter));
        }
        ++place;
    }
    const bool hasLeft = theirs.size() < m_options.adapters.size();
    m_options.adapters = std::move(theirs);
    return hasLeft;
}

Result<void> HeadersCopy::openFile(const std::string& name, std::uint64_t bytes) {
    const QString path = m_folder + QLatin1Char('/') + QString::fromStdString(name);
    const auto known = m_sizes.find(name);
    if (known != m_sizes.end() ? known->second != bytes : m_sizes.size() == kMostFiles) {
        return fail(ErrorCode::LimitExceeded,
                    HeadersCopyTexts::tr("The model there has more than %1 files, or they change.")
                        .arg(kMostFiles)
                        .toStdString());
    }
    m_sizes[name] = bytes;
    if (m_file.isOpen() && m_file.fileName() == path) {
        return {};
    }
    m_file.close();
    m_file.setFileName(path);
    const bool isOpen = m_parent.isValid() && QDir().mkpath(QFileInfo(path).path()) &&
                        m_file.open(QIODevice::ReadWrite) &&
                        m_file.resize(static_cast<qint64>(bytes));
    return isOpen ? Result<void>()
                  : fail(ErrorCode::WriteFailed,
                         HeadersCopyTexts::tr("%1 cannot be written: %2.")
                             .arg(path, m_parent.isValid() ? m_file.errorString()
                                                           : m_parent.errorString())
                             .toStdString());
}

Result<void> HeadersCopy::take(const nlohmann::ordered_json& piece) {
    JsonFieldReader reader(JsonFieldReader::Missing::Refuse);
    std::string name;
    std::string text;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
    reader.read(piece, "file", name);
    reader.read(piece, "bytes", bytes);
    reader.read(piece, "offset", offset);
    reader.read(piece, "data", text);
    const auto data = QByteArray::fromBase64Encoding(QByteArray::fromStdString(text),
                                                     QByteArray::AbortOnBase64DecodingErrors);
    const auto size = static_cast<std::uint64_t>(data.decoded.size());
    if (!reader.trouble().empty() || !data || !isBelow(QString::fromStdString(name)) ||
        bytes > kMostFileBytes || offset > bytes || size > bytes - offset) {
        return malformed(name);
    }
    m_copied += size;
    if (m_copied > kMostCopied) {
        return fail(ErrorCode::LimitExceeded,
                    HeadersCopyTexts::tr("The model there has more than 4 GiB beside its tensors.")
                        .toStdString());
    }
    STOWAGE_TRY(openFile(name, bytes));
    if (!m_file.seek(static_cast<qint64>(offset)) ||
        m_file.write(data.decoded) != data.decoded.size() || !m_file.flush()) {
        return fail(ErrorCode::WriteFailed, HeadersCopyTexts::tr("%1 cannot be written: %2.")
                                                .arg(m_file.fileName(), m_file.errorString())
                                                .toStdString());
    }
    return {};
}

Result<QString> HeadersCopy::finish(const nlohmann::ordered_json& answer, const QString& machine) {
    m_file.close();
    JsonFieldReader reader(JsonFieldReader::Missing::Refuse);
    std::string model;
    std::string open;
    reader.read(answer, "model", model);
    reader.read(answer, "open", open);
    std::vector<NamedPath> adapters;
    const nlohmann::ordered_json* const list = reader.find(answer, "adapters");
    for (const auto& one : list == nullptr ? nlohmann::ordered_json::array() : *list) {
        NamedPath& adapter = adapters.emplace_back();
        reader.read(one, "name", adapter.name);
        reader.read(one, "path", adapter.path);
    }
    const bool isWhole = open == ".";
    if (!reader.trouble().empty() || !(isWhole || isBelow(QString::fromStdString(open)))) {
        return malformed(open);
    }
    if (adapters.size() < m_options.adapters.size()) {
        return fail(ErrorCode::Unsupported,
                    HeadersCopyTexts::tr("stowagectl on %1 is too old to read an adapter with its "
                                         "model: install a newer one there.")
                        .arg(machine)
                        .toStdString());
    }
    // What the model there is opened with anyway stands before all that were asked for.
    const std::size_t before = adapters.size() - m_options.adapters.size();
    for (auto& [place, own] : std::exchange(m_own, {})) {
        adapters.insert(adapters.begin() + static_cast<std::ptrdiff_t>(before + place),
                        std::move(own));
    }
    m_options.adapters = std::move(adapters);
    if (m_sizes.empty() && !QDir().mkpath(m_folder)) {
        return malformed(model);
    }
    STOWAGE_TRY(markHeadersOnly(m_folder.toStdString(), {machine.toStdString(), model}));
    return isWhole ? m_folder : m_folder + QLatin1Char('/') + QString::fromStdString(open);
}

}  // namespace stowage
