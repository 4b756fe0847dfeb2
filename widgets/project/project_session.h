// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/project/project.h"
#include "engine/project/recovery.h"
#include "widgets/document/document.h"
#include "widgets/support/docks.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace stowage {

/// One plan of the open project.
struct SessionVariant {
    QString name;
    std::shared_ptr<PlanHistory> history;
    ProjectVariant saved{};  ///< what the file said of it: earlier edits, notes, unknown members
};

/// A project to be written. Its model may still have to be described: completeProject().
struct ProjectSnapshot {
    Project project;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::string typedConfig{};  ///< of a model that lies in no file; "": it lies in one
};
/// The project with the reference to its model. Reads headers: call it in a worker. Errors: those
/// of referenceOf().
[[nodiscard]] Result<Project> completeProject(ProjectSnapshot snapshot);

/// The project around the open model: its plans, of which the document shows one, its file, and
/// whether that has what is shown. Every open model is a project, which has no file at first.
/// Lives in the UI thread and never waits there: files and models are read and written in workers.
class ProjectSession : public QObject {
    Q_OBJECT
public:
    /// `document` is borrowed; its devices of now are those of this machine, which plans of others
    /// are held against.
    explicit ProjectSession(Document* document, QObject* parent = nullptr);

    /// The project's file; "": there is none yet.
    [[nodiscard]] const QString& path() const { return m_path; }
    /// "gpt2.stowage", or the model's name.
    [[nodiscard]] QString title() const;
    /// Whether the model was typed: it lies in no file, and the project has its config.json.
    [[nodiscard]] bool isTyped() const { return Document::isTypedPath(m_document->path()); }
    /// Whether something is there that the file does not have.
    [[nodiscard]] bool isModified() const;
    /// Takes the present plan of a model without a project as unmodified.
    void acceptPlan();

    /// Opens a project and its model; opened() follows, or failed(), or modelMissing().
    void open(const QString& path);
    /// The same of what a window that went has left: it is modified then.
    void openRecovered(const RecoveryEntry& entry);
    /// Goes on with the project whose model is missing or changed: the model lies here.
    void useModel(const QString& modelPath);
    void cancelOpening();
    /// Writes the project there, which is its file from then on; saved() or failed() follows.
    void save(const QString& path);
    /// Where the model lies that the project names, be it there or not; "": no project names one.
    [[nodiscard]] QString namedModel() const;
    /// Where the headers are that the project waits for; modelElsewhere() told of it. Nothing where
    /// none waits.
    [[nodiscard]] std::optional<WeightsElsewhere> awaitedHeaders() const;
    /// How their model is opened; what that names is to come with them.
    [[nodiscard]] OpenOptions awaitedOptions() const;
    [[nodiscard]] bool isSaving() const { return m_saveWorker.isRunning(); }

    [[nodiscard]] const std::vector<SessionVariant>& variants() const { return m_variants; }
    /// The one that is shown.
    [[nodiscard]] std::size_t current() const;
    /// What was done to the plan that is shown before the project was opened.
    [[nodiscard]] std::vector<ProjectEdit> earlierEdits() const;
    void show(std::size_t variant);
    /// One more plan, as the one that is shown, behind it; it is shown then.
    void addVariant();
    /// A name that is empty, or another variant's, is refused by failed().
    void rename(std::size_t variant, const QString& name);
    void moveVariant(std::size_t from, std::size_t to);
    /// Takes a plan away, not the last one; bringBack() undoes it.
    void remove(std::size_t variant);
    void bringBack();

    /// Files of records, as the project names them.
    [[nodiscard]] const std::vector<std::string>& records() const { return m_base.records; }
    [[nodiscard]] const QString& notes() const { return m_notes; }
    void setNotes(const QString& notes);
    /// Names a record's file in the project, or takes its name out; a file that has the project
    /// already is to be saved then.
    void nameRecord(const QString& path);
    void dropRecord(const QString& path);
    /// How the docks lie is asked when the project is written.
    void setLayoutReader(std::function<std::optional<DockLayout>()> reader) {
        m_readLayout = std::move(reader);
    }
    /// As it is now, to be written.
    [[nodiscard]] ProjectSnapshot snapshot() const;

Q_SIGNALS:
    /// Title, file or whether it is modified.
    void changed();
    /// Another project is open, that of a new model among them.
    void replaced();
    /// Names, order or which one is shown.
    void variantsChanged();
    void variantRemoved(const QString& name);
    /// Reading a project or its model goes on.
    void openProgress(const QString& what, const Progress& progress);
    /// It ended, one way or the other.
    void openEnded();
    /// A project was opened; `notes` are sentences of its model and devices. A changed model is
    /// named in `change`.
    void opened(const QStringList& notes, const QString& change,
                const std::optional<DockLayout>& layout);
    /// What an earlier window left is open now; opened() follows.
    void recovered(const RecoveryEntry& entry);
    /// The project was read, and its model is not there: one sentence. See useModel().
    void modelMissing(const QString& sentence);
    /// The same, where it is a model of another machine: see awaitedHeaders().
    void modelElsewhere();
    void saved(const QString& path);
    void failed(const QString& sentence, ErrorCode code);

private:
    /// What a worker reads: a project with its model, or what it looked for.
    struct FoundProject {
        Project project;
        ReferencedModel model;
    };
    struct Opening {
        QString path;  ///< of the project's file; "" where it never had one
        std::optional<RecoveryEntry> recovered{};
        QString modelPath{};  ///< where a person says that the model lies
        FoundProject found{};
        QStringList notes{};
        QString opened{};        ///< the document's path() of it
        bool isAwaited = false;  ///< the document opens its model
    };
    /// What the file would have to say; two of them are equal where nothing is to be saved.
    using Content = std::tuple<std::vector<std::tuple<QString, std::shared_ptr<PlanHistory>,
                                                      std::shared_ptr<const PlanView>>>,
                               QString, std::vector<std::string>>;

    [[nodiscard]] static Result<FoundProject> findProject(const Opening& opening,
                                                          const ProgressSink& progress,
                                                          const std::stop_token& stop);
    void startOpening(Opening opening);
    void takeFound(Result<FoundProject>&& found);
    void followModel();
    void adopt(Opening opening);
    void reset();
    void finishRemoval();
    void setRecords(const std::function<void(std::vector<std::string>&)>& edit);
    [[nodiscard]] Content content() const;
    [[nodiscard]] QString freeName() const;

    Document* m_document;
    std::vector<DeviceInfo> m_devices;  ///< of this machine
    QString m_path;
    Project m_base;  ///< members that the window does not show: records, what it does not know
    std::vector<SessionVariant> m_variants;
    QString m_notes;
    std::optional<Content> m_saved;  ///< nothing: what was recovered is in no file
    std::optional<SessionVariant> m_removed;
    std::size_t m_removedFrom = 0;
    std::shared_ptr<PlanHistory> m_leaving;  ///< goes once another plan is shown
    std::optional<Opening> m_opening;
    std::function<std::optional<DockLayout>()> m_readLayout;
    Worker m_openWorker;
    Worker m_saveWorker;
};

}  // namespace stowage
