// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/compared_model.h"

#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/pretrained_models.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace stowage {
namespace {

using Facts = Result<std::shared_ptr<const CheckpointFacts>>;

Facts factsOf(const Checkpoint& checkpoint, const std::stop_token& stop) {
    const auto tree = buildModuleTree(checkpoint);
    STOWAGE_TRY(tree);
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled,
                    ComparedModel::tr("Opening was cancelled.").toStdString());
    }
    return std::make_shared<const CheckpointFacts>(checkpointFacts(checkpoint, **tree));
}

Facts openFile(const std::string& path, const std::stop_token& stop) {
    const auto checkpoint = openCheckpoint(path, stop);
    return checkpoint ? factsOf(**checkpoint, stop) : checkpoint.unexpected();
}

Facts buildPreset(const ModelPreset& preset, const std::stop_token& stop) {
    const auto checkpoint = configCheckpoint(preset.configText, preset.name);
    return checkpoint ? factsOf(*checkpoint, stop) : checkpoint.unexpected();
}

/// A file whose name says nothing goes by its folder, too.
QString comparedName(const QString& path) {
    const QFileInfo info(path);
    const QString name = info.fileName();
    const bool isDull = name == QLatin1String("config.json") ||
                        name.startsWith(QLatin1String("model.")) ||
                        name.startsWith(QLatin1String("pytorch_model."));
    return isDull && !info.absoluteDir().dirName().isEmpty()
               ? info.absoluteDir().dirName() + QLatin1Char('/') + name
               : name;
}

}  // namespace

void ComparedModel::use(const QString& name, std::shared_ptr<const CheckpointFacts> facts) {
    m_worker.drop();
    m_name = name;
    m_facts = std::move(facts);
    m_error.reset();
    m_state = m_facts == nullptr ? State::Empty : State::Ready;
    Q_EMIT changed();
}

void ComparedModel::openPath(const QString& path) {
    const QString clean = QDir::cleanPath(path);
    start(comparedName(clean), [file = clean.toStdString()](const std::stop_token& stop) {
        return openFile(file, stop);
    });
}

void ComparedModel::openPreset(const ModelPreset& preset) {
    start(QString::fromStdString(preset.name),
          [preset](const std::stop_token& stop) { return buildPreset(preset, stop); });
}

void ComparedModel::tryAgain() {
    if (m_state == State::Failed) {
        start(m_pendingName, m_work);
    }
}

void ComparedModel::cancel() {
    if (m_state != State::Opening) {
        return;
    }
    m_worker.drop();
    m_state = m_facts == nullptr ? State::Empty : State::Ready;
    Q_EMIT changed();
}

void ComparedModel::start(const QString& name, Work work) {
    m_pendingName = name;
    m_work = std::move(work);
    m_error.reset();
    m_state = State::Opening;
    m_worker.start([job = m_work](std::stop_token stop) { return job(stop); },
                   [this](Facts facts) { finish(std::move(facts)); });
    Q_EMIT changed();
}

void ComparedModel::finish(Facts facts) {
    if (facts) {
        m_name = m_pendingName;
        m_facts = std::move(*facts);
        m_state = State::Ready;
    } else {
        m_error = facts.error();
        m_state = State::Failed;
    }
    Q_EMIT changed();
}

}  // namespace stowage
