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

bool isHere(const std::string& path) {
    return QFileInfo::exists(QString::fromStdString(path));
}

/// Takes those out of `paths` that are on this machine. False: there are none.
bool takeOwn(std::vector<NamedPath>& paths, std::map<std::size_t, NamedPath>& own) {
    std::vector<NamedPath> theirs;
    std::size_t place = 0;
    for (NamedPath& path : paths) {
        while (own.contains(place)) {
            ++place;
        }
        if (isHere(path.path)) {
            own.emplace(place, std::move(path));
        } else {
            theirs.push_back(std::move(path));
        }
        ++place;
    }
    const bool hasTaken = theirs.size() < paths.size();
    paths = std::move(theirs);
    return hasTaken;
}

std::vector<NamedPath> readPaths(const nlohmann::ordered_json* list, JsonFieldReader& reader) {
    std::vector<NamedPath> paths;
    for (const auto& one : list == nullptr ? nlohmann::ordered_json::array() : *list) {
        NamedPath& path = paths.emplace_back();
        reader.read(one, "name", path.name);
        reader.read(one, "path", path.path);
    }
    return paths;
}

/// Puts those of this machine back in their places, which were counted without what the model there
/// is opened with anyway; that stands before all that was asked for.
void putBack(std::vector<NamedPath>& paths, std::size_t asked,
             std::map<std::size_t, NamedPath>& own) {
    const std::size_t before = paths.size() - asked;
    for (auto& [place, path] : std::exchange(own, {})) {
        paths.insert(paths.begin() + static_cast<std::ptrdiff_t>(before + place), std::move(path));
    }
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

bool HeadersCopy::leaveOwn() {
    bool hasLeft = takeOwn(m_options.adapters, m_ownAdapters);
    hasLeft = takeOwn(m_options.tenants, m_ownTenants) || hasLeft;
    if (!m_options.treeFile.empty() && isHere(m_options.treeFile)) {
        m_ownTree = std::exchange(m_options.treeFile, {});
        hasLeft = true;
    }
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
    std::vector<NamedPath> adapters = readPaths(reader.find(answer, "adapters"), reader);
    std::vector<NamedPath> tenants = readPaths(reader.find(answer, "tenants"), reader);
    std::string tree;
    if (const auto* const told = reader.find(answer, "tree"); told != nullptr) {
        reader.read(answer, "tree", tree);
    }
    const bool isWhole = open == ".";
    if (!reader.trouble().empty() || !(isWhole || isBelow(QString::fromStdString(open)))) {
        return malformed(open);
    }
    if (adapters.size() < m_options.adapters.size() || tenants.size() != m_options.tenants.size() ||
        tree.empty() != m_options.treeFile.empty()) {
        return fail(
            ErrorCode::Unsupported,
            HeadersCopyTexts::tr("stowagectl on %1 is too old to read an adapter, a further "
                                 "model or a module tree with a model: install a newer one "
                                 "there.")
                .arg(machine)
                .toStdString());
    }
    putBack(adapters, m_options.adapters.size(), m_ownAdapters);
    putBack(tenants, m_options.tenants.size(), m_ownTenants);
    m_options.adapters = std::move(adapters);
    m_options.tenants = std::move(tenants);
    m_options.treeFile = m_ownTree.empty() ? tree : std::exchange(m_ownTree, {});
    if (m_sizes.empty() && !QDir().mkpath(m_folder)) {
        return malformed(model);
    }
    STOWAGE_TRY(markHeadersOnly(m_folder.toStdString(), {machine.toStdString(), model}));
    return isWhole ? m_folder : m_folder + QLatin1Char('/') + QString::fromStdString(open);
}

}  // namespace stowage
