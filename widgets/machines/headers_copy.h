// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace stowage {

/// A model of another machine without its weights: its files, with holes where the tensors are, in
/// a folder that goes with this object. What comes from there is not trusted: no file lies outside
/// of the folder, and there are not too many. For one thread at a time.
class HeadersCopy {
public:
    /// `model` is its path there, as those of the adapters, further models and the module tree in
    /// `options`, with which it is opened.
    explicit HeadersCopy(QString model, OpenOptions options = {});

    /// Writes a piece, as the answers to `open` have it. Errors: Malformed, LimitExceeded, those of
    /// writing.
    [[nodiscard]] Result<void> take(const nlohmann::ordered_json& piece);
    /// Marks the folder as one whose weights are on `machine`. Returns what is to be opened;
    /// `answer` is the object that ends `open`. Errors: Malformed, Unsupported (a stowagectl that
    /// does not send what is opened with a model), those of writing.
    [[nodiscard]] Result<QString> finish(const nlohmann::ordered_json& answer,
                                         const QString& machine);

    /// Leaves out of what comes from there what lies on this machine of that with which the model
    /// is opened: it is read here, and finish() has it in its place. False: there is nothing more.
    [[nodiscard]] bool leaveOwn();

    /// Its path there, as it was asked for.
    [[nodiscard]] const QString& model() const { return m_model; }
    /// How it is opened there; once it is finished with what came with it, and what is of this
    /// machine.
    [[nodiscard]] const OpenOptions& options() const { return m_options; }
    [[nodiscard]] std::size_t files() const { return m_sizes.size(); }
    /// Whether a path lies in the folder.
    [[nodiscard]] bool holds(const QString& path) const;

    static constexpr std::size_t kMostFiles = 100'000;

private:
    [[nodiscard]] Result<void> openFile(const std::string& name, std::uint64_t bytes);

    QString m_model;
    OpenOptions m_options;
    using Places = std::map<std::size_t, NamedPath>;
    Places m_ownAdapters;  ///< those of this machine, by their places
    Places m_ownTenants;
    std::string m_ownTree;
    QTemporaryDir m_parent;
    QString m_folder;  ///< in it, called as the model is
    QFile m_file;      ///< the last one
    std::map<std::string, std::uint64_t> m_sizes;
    std::uint64_t m_copied = 0;
};

}  // namespace stowage
