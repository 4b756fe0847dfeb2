// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/project_session.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/project/saved_request.h"
#include "widgets/document/model_config.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

std::vector<ProjectEdit> editsOf(const SessionVariant& variant) {
    std::vector<ProjectEdit> edits = variant.saved.edits;
    for (const DoneEdit& edit : variant.history->done()) {
        edits.push_back({withoutIsolates(edit.name).toStdString(),
                         edit.at.toString(Qt::ISODateWithMs).toStdString()});
    }
    return edits;
}

ProjectVariant savedForm(const SessionVariant& variant) {
    ProjectVariant saved = variant.saved;
    saved.name = variant.name.toStdString();
    saved.request = variant.history->request();
    saved.request.tree.reset();
    saved.request.search.reset();
    saved.edits = editsOf(variant);
    return saved;
}

/// How the docks lie, beside what another version may keep there.
KeptJson withLayout(const KeptJson& window, const DockLayout& layout) {
    Json object = window && window->is_object() ? *window : Json::object();
    object["docks"] = layout.docks.toBase64().toStdString();
    object["narrow"] = layout.form.narrow;
    object["low"] = layout.form.low;
    return std::make_shared<const Json>(std::move(object));
}

std::optional<DockLayout> layoutOf(const KeptJson& window) {
    if (!window || !window->is_object() || !window->contains("docks") ||
        !(*window)["docks"].is_string()) {
        return std::nullopt;
    }
    const auto flag = [&window](const char* key) {
        return window->contains(key) && (*window)[key].is_boolean() && (*window)[key].get<bool>();
    };
    return DockLayout{
        QByteArray::fromBase64(QByteArray::fromStdString((*window)["docks"].get<std::string>())),
        {.narrow = flag("narrow"), .low = flag("low")}};
}

}  // namespace

Result<Project> completeProject(ProjectSnapshot snapshot) {
    auto reference = snapshot.typedConfig.empty()
                         ? referenceOf(*snapshot.checkpoint)
                         : typedReference(snapshot.checkpoint->path, snapshot.typedConfig);
    STOWAGE_TRY(reference);
    snapshot.project.model = *std::move(reference);
    return std::move(snapshot.project);
}

ProjectSession::ProjectSession(Document* document, QObject* parent)
    : QObject(parent), m_document(document), m_devices(document->devices()) {
    connect(document, &Document::modelChanged, this, &ProjectSession::followModel);
    connect(document, &Document::planChanged, this, &ProjectSession::changed);
    connect(document, &Document::historyChanged, this, [this] {
        finishRemoval();
        Q_EMIT variantsChanged();
        Q_EMIT changed();
    });
    connect(document, &Document::historyRefused, this,
            [this](const QString& sentence, ErrorCode code) {
                m_leaving.reset();
                Q_EMIT variantsChanged();
                Q_EMIT failed(sentence, code);
            });
    connect(document, &Document::failed, this, [this] {
        if (m_opening && m_opening->isAwaited) {
            m_opening.reset();
        }
    });
    reset();
}

QString ProjectSession::title() const {
    return m_path.isEmpty() ? m_document->displayName() : QFileInfo(m_path).fileName();
}

ProjectSession::Content ProjectSession::content() const {
    Content content;
    for (const SessionVariant& variant : m_variants) {
        std::get<0>(content).emplace_back(variant.name, variant.history,
                                          variant.history->changedView());
    }
    std::get<1>(content) = m_notes;
    std::get<2>(content) = m_base.records;
    return content;
}

QString ProjectSession::namedModel() const {
    return QString::fromStdString(m_opening ? m_opening->found.project.model.path
                                            : m_base.model.path);
}

std::optional<WeightsElsewhere> ProjectSession::awaitedHeaders() const {
    const bool waits = m_opening && !m_opening->isAwaited && !m_openWorker.isRunning() &&
                       m_opening->found.project.model.isElsewhere();
    return waits ? std::optional(m_opening->found.project.model.elsewhere) : std::nullopt;
}

OpenOptions ProjectSession::awaitedOptions() const {
    return m_opening ? m_opening->found.project.openOptions : OpenOptions();
}

bool ProjectSession::isModified() const {
    return m_document->plan() != nullptr && m_saved != content();
}

void ProjectSession::acceptPlan() {
    if (m_path.isEmpty() && m_saved) {
        m_saved = content();
        Q_EMIT changed();
    }
}

void ProjectSession::open(const QString& path) {
    startOpening({.path = path});
}

void ProjectSession::openRecovered(const RecoveryEntry& entry) {
    startOpening({.path = QString::fromStdString(entry.projectPath), .recovered = entry});
}

void ProjectSession::useModel(const QString& modelPath) {
    Opening opening = m_opening ? *std::move(m_opening) : Opening{.path = m_path};
    opening.modelPath = modelPath;
    startOpening(std::move(opening));
}

void ProjectSession::cancelOpening() {
    m_openWorker.drop();
    m_opening.reset();
    Q_EMIT openEnded();
}

Result<ProjectSession::FoundProject> ProjectSession::findProject(const Opening& opening,
                                                                 const ProgressSink& progress,
                                                                 const std::stop_token& stop) {
    const std::string file = opening.path.toStdString();
    auto project = opening.recovered ? readRecovery(*opening.recovered) : readProject(file);
    STOWAGE_TRY(project);
    if (opening.modelPath.isEmpty()) {
        auto model = openReferencedModel(project->model, project->openOptions,
                                         file.empty() ? std::string("/") : projectFolder(file),
                                         stop, progress);
        STOWAGE_TRY(model);
        return FoundProject{*std::move(project), *std::move(model)};
    }
    auto checkpoint =
        openCheckpoint(opening.modelPath.toStdString(), project->openOptions, stop, progress);
    STOWAGE_TRY(checkpoint);
    auto check = checkModel(project->model, **checkpoint);
    STOWAGE_TRY(check);
    return FoundProject{*std::move(project), {*std::move(checkpoint), *std::move(check), {}}};
}

void ProjectSession::startOpening(Opening opening) {
    opening.isAwaited = false;
    m_opening = std::move(opening);
    const QString name = QFileInfo(m_opening->path).fileName();
    const QString what = tr("Opening %1").arg(name.isEmpty() ? tr("unsaved work") : name);
    const std::uint64_t generation = m_openWorker.nextGeneration();
    const auto report = [this, generation, what](const Progress& progress) {
        m_openWorker.post(generation,
                          [this, what, progress] { Q_EMIT openProgress(what, progress); });
    };
    m_openWorker.start(
        [opening = *m_opening, report](const std::stop_token& stop) {
            return findProject(opening, report, stop);
        },
        [this](Result<FoundProject>&& found) { takeFound(std::move(found)); });
}

void ProjectSession::takeFound(Result<FoundProject>&& found) {
    Q_EMIT openEnded();
    if (!found) {
        m_opening.reset();
        if (found.error().code != ErrorCode::Cancelled) {
            Q_EMIT failed(translated(found.error().message), found.error().code);
        }
        return;
    }
    m_opening->found = *std::move(found);
    Project& project = m_opening->found.project;
    const ReferencedModel& model = m_opening->found.model;
    if (model.checkpoint == nullptr) {
        if (project.model.isElsewhere()) {
            Q_EMIT modelElsewhere();
        } else {
            Q_EMIT modelMissing(translated(model.check.text));
        }
        return;
    }
    if (!model.found.empty()) {
        m_opening->notes.append(translated(model.found));
    }
    const WeightsElsewhere* const elsewhere = model.checkpoint->elsewhere.get();
    if (elsewhere == nullptr || elsewhere->machine.empty()) {  // else its devices are planned for
        for (ProjectVariant& variant : project.variants) {
            AdoptedRequest adopted = adoptRequest(std::move(variant.request), m_devices);
            variant.request = std::move(adopted.request);
            for (const std::string& note : adopted.notes) {
                m_opening->notes.append(translated(note));
            }
        }
    }
    m_opening->notes.removeDuplicates();
    m_opening->isAwaited = true;
    const QString name = QString::fromStdString(model.checkpoint->path);
    const QString path =
        project.model.config.empty() ? name : m_document->keepTyped(name, project.model.config);
    m_opening->opened = path;
    if (project.variants.empty()) {
        m_document->open(path, project.openOptions);
    } else {
        m_document->openSaved(path, model.checkpoint, project.openOptions,
                              project.variants[project.current].request);
    }
}

void ProjectSession::followModel() {
    const bool isOurs =
        m_opening && m_opening->isAwaited && m_document->path() == m_opening->opened;
    if (isOurs) {
        adopt(*std::exchange(m_opening, std::nullopt));
    } else {
        m_openWorker.drop();
        m_opening.reset();
        reset();
    }
    Q_EMIT replaced();
    Q_EMIT variantsChanged();
    Q_EMIT changed();
}

void ProjectSession::reset() {
    m_path.clear();
    m_base = {};
    m_base.openOptions = m_document->openOptions();
    m_notes.clear();
    m_removed.reset();
    m_leaving.reset();
    m_variants = {{tr("Plan"), m_document->history()}};
    m_saved = content();
}

void ProjectSession::adopt(Opening opening) {
    reset();
    Project& project = opening.found.project;
    m_path = opening.path;
    m_notes = QString::fromStdString(project.notes);
    std::vector<SessionVariant> variants;
    for (std::size_t place = 0; place < project.variants.size(); ++place) {
        ProjectVariant& saved = project.variants[place];
        auto history = place == project.current
                           ? m_document->history()
                           : std::make_shared<PlanHistory>(std::move(saved.request));
        saved.request = {};
        variants.push_back(
            {QString::fromStdString(saved.name), std::move(history), std::move(saved)});
    }
    project.variants.clear();
    if (!variants.empty()) {
        m_variants = std::move(variants);
    }
    const std::optional<DockLayout> layout = layoutOf(project.window);
    m_base = std::move(project);
    m_saved = opening.recovered ? std::nullopt : std::optional(content());
    if (opening.recovered) {
        Q_EMIT recovered(*opening.recovered);
    }
    Q_EMIT opened(opening.notes, translated(opening.found.model.check.text), layout);
}

ProjectSnapshot ProjectSession::snapshot() const {
    Project project = m_base;
    for (const SessionVariant& variant : m_variants) {
        project.variants.push_back(savedForm(variant));
    }
    project.current = current();
    project.notes = m_notes.toStdString();
    project.openOptions = m_document->openOptions();
    if (const auto layout = m_readLayout ? m_readLayout() : std::nullopt) {
        project.window = withLayout(m_base.window, *layout);
    }
    return {std::move(project), m_document->checkpoint(),
            isTyped() ? m_document->config()->text : std::string()};
}

void ProjectSession::save(const QString& path) {
    if (m_document->plan() == nullptr) {
        return;
    }
    m_saveWorker.start(
        [snapshot = snapshot(), file = path.toStdString()](const std::stop_token&) -> Result<void> {
            auto project = completeProject(snapshot);
            STOWAGE_TRY(project);
            return writeProject(file, *std::move(project));
        },
        [this, path, written = content(), history = m_document->checkpoint()](Result<void>&& done) {
            if (!done) {
                Q_EMIT failed(translated(done.error().message), done.error().code);
                return;
            }
            if (history != m_document->checkpoint()) {
                return;  // another model was opened meanwhile
            }
            m_path = path;
            m_saved = written;
            Q_EMIT changed();
            Q_EMIT saved(path);
        });
}

std::size_t ProjectSession::current() const {
    const auto shown =
        std::ranges::find(m_variants, m_document->history(), &SessionVariant::history);
    return shown == m_variants.end() ? 0 : static_cast<std::size_t>(shown - m_variants.begin());
}

std::vector<ProjectEdit> ProjectSession::earlierEdits() const {
    return m_variants[current()].saved.edits;
}

void ProjectSession::show(std::size_t variant) {
    m_document->showHistory(m_variants[variant].history);
}

QString ProjectSession::freeName() const {
    for (std::size_t number = m_variants.size() + 1;; ++number) {
        QString name = withoutIsolates(tr("Plan %1").arg(number));
        if (std::ranges::find(m_variants, name, &SessionVariant::name) == m_variants.end()) {
            return name;
        }
    }
}

void ProjectSession::addVariant() {
    if (m_document->plan() == nullptr || m_variants.size() >= kProjectVariants) {
        return;
    }
    const std::size_t place = current();
    SessionVariant added{freeName(), std::make_shared<PlanHistory>(m_document->view()),
                         m_variants[place].saved};
    added.saved.edits = editsOf(m_variants[place]);
    m_variants.insert(m_variants.begin() + static_cast<std::ptrdiff_t>(place) + 1,
                      std::move(added));
    show(place + 1);
}

void ProjectSession::rename(std::size_t variant, const QString& name) {
    const QString trimmed = name.trimmed();
    const auto same = std::ranges::find(m_variants, trimmed, &SessionVariant::name);
    const bool isFree = same == m_variants.end() ||
                        same == m_variants.begin() + static_cast<std::ptrdiff_t>(variant);
    if (trimmed.isEmpty() || !isFree) {
        Q_EMIT failed(tr("A variant needs a unique name; the old name is kept."),
                      ErrorCode::InvalidArgument);
        return;
    }
    m_variants[variant].name = trimmed;
    Q_EMIT variantsChanged();
    Q_EMIT changed();
}

void ProjectSession::moveVariant(std::size_t from, std::size_t to) {
    SessionVariant moved = std::move(m_variants[from]);
    m_variants.erase(m_variants.begin() + static_cast<std::ptrdiff_t>(from));
    m_variants.insert(m_variants.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
    Q_EMIT variantsChanged();
    Q_EMIT changed();
}

void ProjectSession::remove(std::size_t variant) {
    if (m_variants.size() < 2 || m_leaving != nullptr) {
        return;
    }
    m_leaving = m_variants[variant].history;
    if (variant == current()) {
        show(variant == 0 ? 1 : variant - 1);
        return;
    }
    finishRemoval();
    Q_EMIT variantsChanged();
    Q_EMIT changed();
}

void ProjectSession::finishRemoval() {
    const auto leaving = std::ranges::find(m_variants, m_leaving, &SessionVariant::history);
    m_leaving.reset();
    if (leaving == m_variants.end() || leaving->history == m_document->history()) {
        return;
    }
    m_removedFrom = static_cast<std::size_t>(leaving - m_variants.begin());
    m_removed = std::move(*leaving);
    m_variants.erase(leaving);
    Q_EMIT variantRemoved(m_removed->name);
}

void ProjectSession::bringBack() {
    if (!m_removed) {
        return;
    }
    const std::size_t place = std::min(m_removedFrom, m_variants.size());
    SessionVariant back = *std::exchange(m_removed, std::nullopt);
    if (std::ranges::find(m_variants, back.name, &SessionVariant::name) != m_variants.end()) {
        back.name = freeName();
    }
    m_variants.insert(m_variants.begin() + static_cast<std::ptrdiff_t>(place), std::move(back));
    show(place);
    Q_EMIT variantsChanged();
}

void ProjectSession::setNotes(const QString& notes) {
    if (notes != m_notes) {
        m_notes = notes;
        Q_EMIT changed();
    }
}

void ProjectSession::nameRecord(const QString& path) {
    setRecords([record = path.toStdString()](std::vector<std::string>& records) {
        if (std::ranges::find(records, record) == records.end()) {
            records.push_back(record);
        }
    });
}

void ProjectSession::dropRecord(const QString& path) {
    setRecords([record = path.toStdString()](std::vector<std::string>& records) {
        std::erase(records, record);
    });
}

void ProjectSession::setRecords(const std::function<void(std::vector<std::string>&)>& edit) {
    const std::vector<std::string> before = m_base.records;
    edit(m_base.records);
    if (m_base.records == before) {
        return;
    }
    if (m_path.isEmpty() && m_saved) {
        // Who only loads a model is not asked to save a project for it.
        std::get<2>(*m_saved) = m_base.records;
    }
    Q_EMIT changed();
}

}  // namespace stowage
