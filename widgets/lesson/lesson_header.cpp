// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_parts.h"

#include "engine/base/byte_size.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <array>

namespace stowage {
namespace {

using Files = LessonSession::Files;

/// Simulated cards to choose from.
constexpr std::array<std::uint64_t, 5> kCapacities{2 * kGiB, 8 * kGiB, 16 * kGiB, 24 * kGiB,
                                                   80 * kGiB};

/// The lesson's simulated card with another capacity.
DeviceInfo simulatedGpu(std::uint64_t capacity) {
    DeviceInfo gpu = defaultLessonGpu();
    if (gpu.capacity != capacity) {
        gpu.capacity = capacity;
        gpu.name = "Simulated, " + formatSize(static_cast<double>(capacity));
    }
    return gpu;
}

bool sameGpu(const DeviceInfo& one, const DeviceInfo& other) {
    return one.simulated == other.simulated && one.uuid == other.uuid &&
           one.capacity == other.capacity && one.id == other.id;
}

std::vector<DeviceInfo> choosableGpus(const LessonSession& session) {
    std::vector<DeviceInfo> gpus;
    for (const std::uint64_t capacity : kCapacities) {
        gpus.push_back(simulatedGpu(capacity));
    }
    gpus.insert(gpus.end(), session.realGpus().begin(), session.realGpus().end());
    const DeviceInfo& chosen = session.setup().gpu;
    if (std::ranges::none_of(gpus, [&](const DeviceInfo& one) { return sameGpu(one, chosen); })) {
        gpus.push_back(chosen);
    }
    return gpus;
}

struct FieldChoice {
    QString text;
    QString toolTip;
};

/// Fills a field; left alone where it says all that already, as its list may be open.
void showChoices(QComboBox* combo, const std::vector<FieldChoice>& choices, int current) {
    const QSignalBlocker quiet(combo);
    const int count = static_cast<int>(choices.size());
    while (combo->count() > count) {
        combo->removeItem(combo->count() - 1);
    }
    for (int i = 0; i < count; ++i) {
        const FieldChoice& choice = choices[static_cast<std::size_t>(i)];
        if (i >= combo->count()) {
            combo->addItem(choice.text);
        } else if (combo->itemText(i) != choice.text) {
            combo->setItemText(i, choice.text);
        }
        combo->setItemData(i, choice.toolTip, Qt::ToolTipRole);
    }
    combo->setCurrentIndex(current);
    combo->setToolTip(choices[static_cast<std::size_t>(current)].toolTip);
}

/// None, parts of the model and all of it: each side of what the methods take.
std::vector<std::uint64_t> ramLimitsFor(const LessonSetup& setup) {
    const std::uint64_t weights = lessonWeightBytes(setup.size);
    std::vector<std::uint64_t> limits{0, weights / 4, weights / 2, weights, 2 * weights};
    if (setup.ramLimit && std::ranges::find(limits, *setup.ramLimit) == limits.end()) {
        limits.push_back(*setup.ramLimit);
    }
    return limits;
}

/// Asks before something goes; what the second button says is done when `yes` is clicked. The box
/// opens and goes by itself.
QPushButton* askFirst(QWidget* parent, const QString& name, const QString& title,
                      const QString& question, const QString& yes) {
    auto* box =
        new QMessageBox(QMessageBox::Question, title, question, QMessageBox::Cancel, parent);
    box->setObjectName(name + QStringLiteral("_box"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* const button = box->addButton(yes, QMessageBox::DestructiveRole);
    button->setObjectName(name + QStringLiteral("_confirm"));
    box->button(QMessageBox::Cancel)->setObjectName(name + QStringLiteral("_cancel"));
    box->open();
    return button;
}

}  // namespace

LessonHeader::LessonHeader(LessonSession* session, LessonType* type, QWidget* parent)
    : QWidget(parent), m_session(session), m_type(type) {
    setObjectName(QStringLiteral("lesson_header"));
    auto* layout = makeColumn(this, kGap);
    addWidgets(layout, {makeTitleRow(), makeSetupRow()});
    connectSetup();
    connect(session, &LessonSession::changed, this, &LessonHeader::refresh);
    connect(session, &LessonSession::liveChanged, this, &LessonHeader::showFiles);
    connect(type, &LessonType::changed, this, &LessonHeader::applyType);
    applyType();
}

QWidget* LessonHeader::makeTitleRow() {
    auto* row = new QWidget(this);
    auto* layout = makeRow(row, kGap);
    m_title = withName(new ProseLabel(row), "lesson_title");
    m_smaller = withName(new QPushButton(nameText(QStringLiteral("A−")), row), "lesson_smaller",
                         tr("Smaller text"));
    m_smaller->setToolTip(tr("Smaller text"));
    m_larger = withName(new QPushButton(nameText(QStringLiteral("A+")), row), "lesson_larger",
                        tr("Larger text"));
    m_larger->setToolTip(tr("Larger text; F7 sets the text size for a projector"));
    m_export = withName(new QPushButton(tr("Export report…"), row), "lesson_export");
    m_export->setToolTip(tr("Export the lesson as a page (HTML), as PDF and as tables (CSV)"));
    layout->addWidget(m_title, 1);
    addWidgets(layout, {m_smaller, m_larger, m_export});
    m_more = withName(new QPushButton(QStringLiteral("⋯"), row), "lesson_more",
                      tr("More lesson commands"));
    m_more->setToolTip(tr("Start over, set your name, choose the folder of the model files"));
    layout->addWidget(m_more);
    makeMenu();
    connect(m_smaller, &QPushButton::clicked, m_type, &LessonType::shrink);
    connect(m_larger, &QPushButton::clicked, m_type, &LessonType::grow);
    connect(m_export, &QPushButton::clicked, this, &LessonHeader::exportRequested);
    return row;
}

void LessonHeader::makeMenu() {
    auto* menu = new QMenu(m_more);
    const auto add = [menu](const char* name, const QString& text) {
        return withName(menu->addAction(text), name);
    };
    m_startOver = add("lesson_start_over", tr("Start over…"));
    m_undoStartOver = add("lesson_undo_start_over", tr("Undo start over"));
    menu->addSeparator();
    m_learner = add("lesson_learner", tr("Your name…"));
    m_folder = add("lesson_folder", tr("Folder of the model files…"));
    m_defaultFolder = add("lesson_default_folder", tr("Default folder"));
    m_more->setMenu(menu);
    connect(m_startOver, &QAction::triggered, this, &LessonHeader::askToStartOver);
    connect(m_undoStartOver, &QAction::triggered, m_session, &LessonSession::undoStartOver);
    connect(m_learner, &QAction::triggered, this, &LessonHeader::askForLearner);
    connect(m_folder, &QAction::triggered, this, &LessonHeader::folderRequested);
    connect(m_defaultFolder, &QAction::triggered, this, &LessonHeader::defaultFolderRequested);
}

QWidget* LessonHeader::makeSetupRow() {
    static constexpr int kProgressWidth = 120;
    auto* row = new QWidget(this);
    m_flow = new FlowLayout(kGap, kGap, row);
    // A label stays with its field when the line breaks.
    const auto field = [this, row](QLabel*& label, QComboBox*& combo, const char* name,
                                   const QString& text) {
        auto* pair = new QWidget(row);
        auto* layout = makeRow(pair, kGap, {0, 0, kGap, 0});
        label = new QLabel(text, pair);
        label->setForegroundRole(QPalette::PlaceholderText);
        combo = withName(new QComboBox(pair), name, text);
        combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label->setBuddy(combo);
        addWidgets(layout, {label, combo});
        m_flow->addWidget(pair);
    };
    field(m_sizeLabel, m_size, "lesson_size", tr("Model"));
    field(m_gpuLabel, m_gpu, "lesson_gpu", tr("GPU"));
    field(m_cacheLabel, m_cache, "lesson_cache", tr("Cache"));
    m_cache->addItem(tr("cold"), static_cast<int>(PageCacheState::Cold));
    m_cache->addItem(tr("warm"), static_cast<int>(PageCacheState::Warm));
    m_cache->addItem(tr("as it is"), static_cast<int>(PageCacheState::AsIs));
    m_cache->setToolTip(
        tr("Determines whether the pages of the file are in memory before each run"));
    field(m_ramLabel, m_ram, "lesson_ram_limit", tr("RAM limit"));
    m_ram->setToolTip(
        tr("The maximum RAM that a step may use. The limit includes anonymous and shared memory "
           "above the level before the load. It does not include pages of mapped files, which the "
           "system can reclaim, or pages that back simulated GPUs. A step that needs more RAM is "
           "stopped at the limit."));
    m_dryRun = withName(new QCheckBox(tr("Dry run"), row), "lesson_dry_run");
    m_dryRun->setToolTip(
        tr("A dry run only makes forecasts, even for a model that does not fit on this machine. No "
           "file is created and no byte is read. All figures are marked as forecasts."));
    m_files = withName(new ProseLabel(row), "lesson_files");
    m_files->setForegroundRole(QPalette::PlaceholderText);
    m_making = makeProgressBar(row, "lesson_making", tr("Progress of creating the model's files"));
    m_making->setFixedWidth(kProgressWidth);
    m_cancelMaking = withName(new QPushButton(tr("Cancel"), row), "lesson_cancel_making",
                              tr("Stop creating the model's files"));
    m_delete = withName(new QPushButton(tr("Delete the model files…"), row), "lesson_delete");
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_dryRun, m_files, m_making, m_cancelMaking, m_delete}) {
        m_flow->addWidget(widget);
    }
    return row;
}

void LessonHeader::connectSetup() {
    for (QComboBox* combo : {m_size, m_gpu, m_cache, m_ram}) {
        connect(combo, &QComboBox::currentIndexChanged, this, &LessonHeader::changeSetup);
    }
    connect(m_dryRun, &QCheckBox::toggled, this, &LessonHeader::changeSetup);
    connect(m_cancelMaking, &QPushButton::clicked, m_session, &LessonSession::cancelMaking);
    connect(m_delete, &QPushButton::clicked, this, &LessonHeader::askToDelete);
}

void LessonHeader::applyType() {
    m_title->setFont(m_type->font(LessonText::Title));
    for (QWidget* widget : std::initializer_list<QWidget*>{
             m_smaller, m_larger, m_export, m_sizeLabel, m_size, m_gpuLabel, m_gpu, m_cacheLabel,
             m_cache, m_ramLabel, m_ram, m_dryRun, m_files, m_cancelMaking, m_delete, m_more}) {
        widget->setFont(m_type->font(LessonText::Table));
    }
    m_flow->setGaps(m_type->px(kGap), m_type->px(kGap));
    showIndicator(m_dryRun, m_type->colors());
    refresh();
}

void LessonHeader::refresh() {
    m_isShowing = true;
    showTitle();
    showSizes();
    showGpus();
    showRamLimits();
    const LessonSetup& setup = m_session->setup();
    m_cache->setCurrentIndex(m_cache->findData(static_cast<int>(setup.cache)));
    m_dryRun->setChecked(setup.kind == LessonSetup::Kind::DryRun);
    const bool idle = !m_session->isRunning() && !m_session->isStepping();
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_size, m_gpu, m_cache, m_ram, m_dryRun}) {
        widget->setEnabled(idle);
    }
    m_smaller->setEnabled(m_type->canShrink());
    m_larger->setEnabled(m_type->canGrow());
    const bool anyRun = std::ranges::any_of(
        m_session->steps(), [](const LessonStepState& state) { return state.run != nullptr; });
    m_export->setEnabled(!m_isExporting && anyRun);
    m_startOver->setEnabled(idle && anythingPlayed());
    m_undoStartOver->setEnabled(idle && m_session->canUndoStartOver());
    m_folder->setEnabled(idle);
    m_folder->setToolTip(m_session->folder());
    m_defaultFolder->setEnabled(idle && m_session->folder() != m_session->defaultFolder());
    m_defaultFolder->setToolTip(m_session->defaultFolder());
    showFiles();
    m_isShowing = false;
}

void LessonHeader::showTitle() {
    const auto weights = static_cast<double>(lessonWeightBytes(m_session->setup().size));
    const LessonStepState& naive = m_session->step(LessonStep::Naive);
    // What a plain load takes is the learner's to predict.
    if (naive.run == nullptr || !naive.figures.vram) {
        m_title->setText(tr("Load a %1 model and waste no memory").arg(sizeText(weights)));
        return;
    }
    // Both in one unit: they are there to be compared.
    const bool inGiB = *naive.figures.vram >= static_cast<double>(kGiB);
    const auto text = [inGiB](double bytes) {
        return inGiB ? figureText(tr("%1 GiB").arg(QString::fromStdString(formatGiB(bytes))))
                     : sizeText(bytes);
    };
    m_title->setText(tr("Load a %1 model with less than %2 of VRAM")
                         .arg(text(weights), text(*naive.figures.vram)));
}

void LessonHeader::showSizes() {
    std::vector<FieldChoice> choices;
    int current = 0;
    for (const LessonSize size : allLessonSizes()) {
        const auto offer = std::ranges::find(m_session->offers(), size, &LessonOffer::size);
        const bool known = offer != m_session->offers().end();
        const QString name = lessonSizeText(size);
        current = size == m_session->setup().size ? static_cast<int>(choices.size()) : current;
        choices.push_back({known && !offer->fits ? tr("%1 (does not fit)").arg(name) : name,
                           known ? translated(offer->sentence) : QString()});
    }
    showChoices(m_size, choices, current);
}

void LessonHeader::showGpus() {
    std::vector<FieldChoice> choices;
    int current = 0;
    for (const DeviceInfo& gpu : choosableGpus(*m_session)) {
        current = sameGpu(gpu, m_session->setup().gpu) ? static_cast<int>(choices.size()) : current;
        choices.push_back({shownDeviceName(gpu), QString()});
    }
    showChoices(m_gpu, choices, current);
}

void LessonHeader::showRamLimits() {
    const LessonSetup& setup = m_session->setup();
    const std::vector<std::uint64_t> limits = ramLimitsFor(setup);
    const QSignalBlocker quiet(m_ram);
    m_ram->clear();
    for (const std::uint64_t limit : limits) {
        m_ram->addItem(limit == 0 ? tr("none") : sizeText(static_cast<double>(limit)),
                       QVariant::fromValue<qulonglong>(limit));
    }
    const auto current = std::ranges::find(limits, setup.ramLimit.value_or(0));
    m_ram->setCurrentIndex(static_cast<int>(current - limits.begin()));
}

void LessonHeader::showFiles() {
    const Files files = m_session->files();
    const bool making = files == Files::Making;
    const bool dry = m_session->setup().kind == LessonSetup::Kind::DryRun;
    const auto kept = static_cast<double>(m_session->keptBytes());
    const QString lies = kept > 0 ? tr("Model files on this machine: %1.").arg(sizeText(kept))
                                  : tr("No model files on this machine.");
    QString text;
    if (making) {
        text =
            tr("Creating the model's files: %1 %.").arg(m_session->makeProgress() * 100, 0, 'f', 0);
    } else if (dry) {
        text = tr("Dry run: forecasts only. %1").arg(lies);
    } else if (files == Files::Missing) {
        text = tr("%1 The first run creates the missing files.").arg(lies);
    } else if (files == Files::Ready) {
        text = lies;
    }
    m_files->setText(text);
    m_files->setToolTip(m_session->allFolders().join(u'\n'));
    m_files->setVisible(!text.isEmpty());
    m_making->setVisible(making);
    constexpr int kParts = 1000;
    m_making->setRange(0, kParts);
    m_making->setValue(static_cast<int>(m_session->makeProgress() * kParts));
    m_cancelMaking->setVisible(making);
    m_delete->setVisible(kept > 0 && !making);
    m_delete->setEnabled(!m_session->isRunning() && !m_session->isStepping());
}

void LessonHeader::setExporting(bool exporting) {
    m_isExporting = exporting;
    m_export->setText(exporting ? tr("Writing…") : tr("Export report…"));
    refresh();
}

void LessonHeader::changeSetup() {
    if (m_isShowing) {
        return;
    }
    LessonSetup setup = m_session->setup();
    setup.size = allLessonSizes()[static_cast<std::size_t>(std::max(0, m_size->currentIndex()))];
    const std::vector<DeviceInfo> gpus = choosableGpus(*m_session);
    const int gpu = m_gpu->currentIndex();
    if (gpu >= 0 && gpu < static_cast<int>(gpus.size())) {
        setup.gpu = gpus[static_cast<std::size_t>(gpu)];
    }
    setup.cache = static_cast<PageCacheState>(m_cache->currentData().toInt());
    setup.kind = m_dryRun->isChecked() ? LessonSetup::Kind::DryRun : LessonSetup::Kind::Real;
    const std::uint64_t limit = m_ram->currentData().toULongLong();
    const bool isOtherSize = setup.size != m_session->setup().size;
    // Offers are shares of the model: another model's are others.
    setup.ramLimit = limit == 0 || isOtherSize ? std::nullopt : std::optional(limit);
    m_session->setSetup(setup);
    refresh();  // what was not taken goes back
}

void LessonHeader::askToDelete() {
    const QPushButton* const yes =
        askFirst(this, QStringLiteral("lesson_delete"), tr("Delete the model files"),
                 tr("Delete the lesson's model files (all model sizes, %1 in total) in %2? "
                    "Measurements are kept. The files are created again when a step needs them.")
                     .arg(sizeText(static_cast<double>(m_session->keptBytes())),
                          m_session->allFolders().join(listSeparator())),
                 tr("Delete"));
    connect(yes, &QPushButton::clicked, m_session, &LessonSession::deleteFiles);
}

bool LessonHeader::anythingPlayed() const {
    return std::ranges::any_of(m_session->steps(), [](const LessonStepState& state) {
        return state.run != nullptr || state.guess.vram || state.guess.ram || state.answer;
    });
}

void LessonHeader::askToStartOver() {
    const QPushButton* const yes =
        askFirst(this, QStringLiteral("lesson_start_over"), tr("Start over"),
                 tr("Start the lesson over for %1? The guesses, answers and results of this setup "
                    "are removed from the page. You can restore them until a step is run again or "
                    "Stowage is closed. The runs remain in the history.")
                     .arg(lessonSizeText(m_session->setup().size)),
                 tr("Start over"));
    connect(yes, &QPushButton::clicked, this, [this] {
        m_session->startOver();
        if (m_session->canUndoStartOver()) {
            Q_EMIT startedOver();
        }
    });
}

void LessonHeader::askForLearner() {
    auto* dialog = withName(new QInputDialog(this), "lesson_learner_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Your name"));
    dialog->setLabelText(tr("Your name, as shown on the report:"));
    dialog->setTextValue(m_session->learner());
    connect(dialog, &QInputDialog::textValueSelected, m_session, &LessonSession::setLearner);
    dialog->open();
    nameParts(*dialog, QStringLiteral("lesson_learner"));
}

}  // namespace stowage
