// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace stowage {

struct ModelPreset;

/// One side of a comparison of models: what was chosen, and what there is to know of it. Opening
/// runs in a worker; the model that was there before stays until another one is ready. Lives in the
/// UI thread.
class ComparedModel : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Opening, Ready, Failed };

    explicit ComparedModel(QObject* parent = nullptr) : QObject(parent) {}

    /// A model that is open already.
    void use(const QString& name, std::shared_ptr<const CheckpointFacts> facts);
    /// Opens a file or folder. changed() follows at once, and when it is there or failed.
    void openPath(const QString& path);
    /// Builds a known model of its configuration.
    void openPreset(const ModelPreset& preset);
    /// Opens what failed once more.
    void tryAgain();
    /// Back to what was there before.
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    /// Of the model that is there; "" where there is none.
    [[nodiscard]] const QString& name() const { return m_name; }
    /// What is being opened, or could not be.
    [[nodiscard]] const QString& pendingName() const { return m_pendingName; }
    /// Null where there is no model.
    [[nodiscard]] const std::shared_ptr<const CheckpointFacts>& facts() const { return m_facts; }
    /// Why opening failed, in State::Failed.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void changed();

private:
    using Facts = Result<std::shared_ptr<const CheckpointFacts>>;
    using Work = std::function<Facts(std::stop_token)>;

    void start(const QString& name, Work work);
    void finish(Facts facts);

    State m_state = State::Empty;
    QString m_name;
    QString m_pendingName;
    std::shared_ptr<const CheckpointFacts> m_facts;
    std::optional<Error> m_error;
    Work m_work;
    Worker m_worker;
};

}  // namespace stowage
