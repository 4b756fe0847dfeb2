// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/save_dialog.h"

#include "engine/checkpoint/write/target_folder.h"
#include "widgets/document/document.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

namespace fs = std::filesystem;

/// Whether a file of ours lies in a folder or one folder below, as parameters of their own do.
bool hasOwnFiles(const fs::path& folder, const std::stop_token& stop, bool looksBelow = true) {
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error);
         !error && at != fs::directory_iterator() && !stop.stop_requested(); at.increment(error)) {
        std::error_code ignored;
        const bool isFolder = at->symlink_status(ignored).type() == fs::file_type::directory;
        const bool isHidden = at->path().filename().string().starts_with('.');
        if (isFolder ? looksBelow && !isHidden && hasOwnFiles(at->path(), stop, false)
                     : isMarkedAsWritten(at->path().string())) {
            return true;
        }
    }
    return false;
}

SavedBefore lookInto(const std::string& folder, const std::stop_token& stop) {
    std::error_code ignored;
    return {fs::exists(fs::path(folder) / kUnfinishedFolder, ignored), hasOwnFiles(folder, stop)};
}

/// A sample's figures as those of a conversion.
ConvertSummary summaryOf(const ResumableSample& sample) {
    ConvertSummary summary;
    summary.path = sample.summary.path;
    summary.fileCount = sample.summary.fileCount;
    summary.fileBytes = sample.summary.fileBytes;
    summary.keptBytes = sample.keptBytes;
    summary.tensorCount = sample.summary.tensorCount;
    summary.tensorBytes = sample.summary.tensorBytes;
    summary.isResumed = sample.isResumed;
    summary.isDiscarded = sample.isDiscarded;
    return summary;
}

Result<ConvertSummary> save(const SaveRequest& request, ResumeJournal::Start start,
                            const std::stop_token& stop, const ProgressSink& progress) {
    if (request.checkpoint != nullptr) {
        ConvertOptions options;
        options.folder = request.folder;
        options.choices = request.choices;
        options.start = start;
        return convertCheckpoint(*request.checkpoint, options, stop, progress);
    }
    SampleOptions options = request.sample;
    options.folder = request.folder;
    options.durability = AtomicFileWriter::Durability::Synced;
    const auto sample = writeSampleResumably(options, start, stop, progress);
    return sample ? Result<ConvertSummary>(summaryOf(*sample)) : sample.unexpected();
}

}  // namespace

bool SaveController::isBusy() const {
    return m_state == SaveState::Looking || m_state == SaveState::Saving ||
           m_state == SaveState::Stopping;
}

void SaveController::start(SaveRequest request) {
    if (isBusy()) {
        return;
    }
    m_request = std::move(request);
    run(std::nullopt);
}

void SaveController::answer(ResumeJournal::Start start) {
    if (m_state == SaveState::Asking) {
        run(start);
    }
}

void SaveController::run(std::optional<ResumeJournal::Start> start) {
    m_progress = {};
    m_saved.reset();
    m_error.reset();
    const std::uint64_t generation = m_worker.nextGeneration();
    const ProgressSink sink = [this, generation](const Progress& progress) {
        m_worker.post(generation, [this, progress] {
            m_progress = progress;
            Q_EMIT progressed();
        });
    };
    m_worker.start(
        [request = m_request, start, sink](const std::stop_token& stop) -> Result<Step> {
            Step step;
            if (!start) {
                step.before = lookInto(request.folder, stop);
                if (step.before.isUnfinished || step.before.hasFiles) {
                    return step;
                }
            }
            const auto begin = std::chrono::steady_clock::now();
            const auto summary =
                save(request, start.value_or(ResumeJournal::Start::Over), stop, sink);
            STOWAGE_TRY(summary);
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
            step.saved = SavedModel{*summary, took.count()};
            return step;
        },
        [this](Result<Step> step) { finish(std::move(step)); });
    setState(start ? SaveState::Saving : SaveState::Looking);
}

void SaveController::finish(Result<Step> step) {
    if (!step) {
        m_error = step.error();
        setState(m_error->code == ErrorCode::Cancelled ? SaveState::Stopped : SaveState::Failed);
    } else if (step->saved) {
        m_saved = std::move(step->saved);
        setState(SaveState::Saved);
    } else if (m_state == SaveState::Stopping) {
        setState(SaveState::Idle);
    } else {
        m_before = step->before;
        setState(SaveState::Asking);
    }
}

void SaveController::giveUp() {
    if (m_state == SaveState::Asking) {
        setState(SaveState::Idle);
    }
}

void SaveController::cancel() {
    if (m_state == SaveState::Looking || m_state == SaveState::Saving) {
        m_worker.requestStop();
        setState(SaveState::Stopping);
    }
}

void SaveController::setState(SaveState state) {
    m_state = state;
    Q_EMIT changed();
}

namespace {

/// Data of the source list for what is open; samples have their architecture's name.
const QString kOpenModel = QStringLiteral("open");
constexpr ConvertTarget kTargets[] = {ConvertTarget::Safetensors, ConvertTarget::TorchArchive,
                                      ConvertTarget::PerTensor, ConvertTarget::OffloadFolder};

QString nameOf(ConvertTarget target) {
    switch (target) {
        case ConvertTarget::Safetensors:
            return SaveDialog::tr("safetensors");
        case ConvertTarget::TorchArchive:
            return SaveDialog::tr("PyTorch file (.pth)");
        case ConvertTarget::PerTensor:
            return SaveDialog::tr("one .pt file per tensor");
        case ConvertTarget::OffloadFolder:
            return SaveDialog::tr("Accelerate's offload folder");
    }
    return {};
}

QString nameOf(DType type) {
    return QString::fromUtf8(dtypeName(type));
}

QString countedText(std::uint64_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

CheckpointFormat formatOf(ConvertTarget target) {
    return target == ConvertTarget::TorchArchive ? CheckpointFormat::TorchZip
           : target == ConvertTarget::PerTensor  ? CheckpointFormat::PerTensor
                                                 : CheckpointFormat::Safetensors;
}

}  // namespace

QString savedWords(const SavedModel& saved) {
    const ConvertSummary& summary = saved.summary;
    const QString path = QString::fromStdString(summary.path);
    const QString tensors = countedText(summary.tensorCount);
    const QString size = sizeText(summary.fileBytes);
    const QString seconds = QString::number(saved.seconds, 'f', 1);
    QStringList sentences{
        summary.fileCount == 1
            ? SaveDialog::tr("Wrote %1: %2 tensors, %3, in %4 s.").arg(path, tensors, size, seconds)
            : SaveDialog::tr("Wrote %1: %2 tensors, %3 in %4 files, in %5 s.")
                  .arg(path, tensors, size, QString::number(summary.fileCount), seconds)};
    if (summary.isResumed) {
        sentences += SaveDialog::tr("%1 of the data already existed and matched the checksums.")
                         .arg(sizeText(summary.keptBytes));
    }
    if (!summary.leftOut.empty()) {
        const LeftOutName& first = summary.leftOut.front();
        sentences +=
            SaveDialog::tr(
                "safetensors cannot store tied names, so the metadata records them: %1 in total. "
                "The first one is %2, a second name of %3.")
                .arg(summary.leftOut.size())
                .arg(QString::fromStdString(first.name), QString::fromStdString(first.keptName));
    }
    return joinedSentences(sentences);
}

QString saveErrorWords(const Error& error) {
    QString text = translated(error.message);
    const std::pair<QLatin1String, QString> words[] = {
        {QLatin1String(
             "run the command again with --resume to continue, or without it to start over"),
         SaveDialog::tr("save again, and choose “Go on” or “Start over”")},
        {QLatin1String("run the command without --resume to start over"),
         SaveDialog::tr("save again and choose “Start over”")},
        {QLatin1String("convert it again without --resume"),
         SaveDialog::tr("save the model again and choose “Start over”")}};
    for (const auto& [ofTheCommand, ofTheForm] : words) {
        text.replace(ofTheCommand, ofTheForm);
    }
    // Translated messages still contain the words of the command.
    return text.contains(QLatin1String("--resume"))
               ? joinedSentences(
                     {text, SaveDialog::tr(
                                "In this dialog, save again, and choose “Go on” or “Start over”.")})
               : text;
}

SaveDialog::SaveDialog(Document* document, SaveController* saves, FileDialogs* dialogs,
                       const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_saves(saves),
      m_dialogs(dialogs),
      m_theme(theme),
      m_fields(new QWidget(this)),
      m_notice(makeSentence(this, "save_notice", theme->font(TextRole::Tree))),
      m_progress(makeProgressBar(this, "save_progress", tr("Progress of saving"))) {
    setObjectName(QStringLiteral("save_dialog"));
    setWindowTitle(tr("Write Model As"));
    setFixedWidth(px(kWidth));
    auto* grid = new QGridLayout(m_fields);
    grid->setContentsMargins({});
    makeFields(grid);
    auto* layout = makeColumn(this, 8, QMargins() + metrics::kPadding);
    addWidgets(layout, {m_fields, m_notice, m_progress, makeQuestion()});
    layout->addStretch(1);
    layout->addWidget(makeButtons());
    connect(document, &Document::modelChanged, this, &SaveDialog::fillSources);
    connect(saves, &SaveController::changed, this, &SaveDialog::showState);
    connect(saves, &SaveController::progressed, this, &SaveDialog::showProgress);
    connect(this, &QDialog::rejected, saves, &SaveController::giveUp);
    fillSources();
    showState();
}

QComboBox* SaveDialog::addCombo(QGridLayout* grid, int row, const char* name,
                                const QString& caption) {
    auto* combo = withName(new QComboBox(m_fields), name, caption);
    letNamesBeElided(combo);
    addField(grid, row, combo);
    return combo;
}

QLineEdit* SaveDialog::addLine(QGridLayout* grid, int row, const char* name,
                               const QString& caption) {
    auto* line = withName(new QLineEdit(m_fields), name, caption);
    addField(grid, row, line);
    connect(line, &QLineEdit::textEdited, this, &SaveDialog::clearMarks);
    return line;
}

void SaveDialog::addField(QGridLayout* grid, int row, QWidget* field) {
    const QFont font = m_theme->font(TextRole::Tree);
    field->setFont(font);
    grid->addWidget(makeCaption(field->accessibleName(), font, field), row, 0);
    grid->addWidget(field, row, 1);
}

void SaveDialog::makeFields(QGridLayout* grid) {
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    int row = 0;
    m_source = addCombo(grid, row++, "save_source", tr("Save"));
    m_format = addCombo(grid, row++, "save_format", tr("As"));
    m_shard = addLine(grid, row++, "save_shard", tr("Maximum shard size"));
    m_shard->setPlaceholderText(tr("empty: one file; 5GB or 512MiB: shards with an index"));
    m_type = addCombo(grid, row++, "save_type", tr("Type"));
    m_seed = addLine(grid, row++, "save_seed", tr("Seed"));
    m_seed->setText(QStringLiteral("0"));
    m_perturbed =
        withName(new QCheckBox(tr("Randomise norms and biases"), m_fields), "save_perturbed");
    m_perturbed->setFont(m_theme->font(TextRole::Tree));
    grid->addWidget(m_perturbed, row++, 1);
    m_folder = addLine(grid, row, "save_folder", tr("Into the folder"));
    m_folder->setPlaceholderText(tr("created if missing"));
    auto* choose =
        withName(new QPushButton(tr("Choose…"), m_fields), "save_choose", tr("Choose the folder"));
    choose->setFont(m_theme->font(TextRole::Tree));
    choose->setAutoDefault(false);
    grid->addWidget(choose, row, 2);
    connect(m_source, &QComboBox::activated, this, &SaveDialog::showSource);
    connect(m_format, &QComboBox::activated, this, &SaveDialog::showFields);
    connect(choose, &QPushButton::clicked, this, [this] {
        m_dialogs->chooseModelFolder(this, m_document->folder(), [this](const QString& folder) {
            m_folder->setText(folder);
            clearMarks();
        });
    });
}

QWidget* SaveDialog::makeQuestion() {
    m_question = new QWidget(this);
    auto* layout = makeRow(m_question, 8);
    const QFont font = m_theme->font(TextRole::Tree);
    m_goOn = addButton(m_question, "save_go_on", tr("Go on"), font);
    m_over = addButton(m_question, "save_over", tr("Start over"), font);
    m_back = addButton(m_question, "save_back", tr("Leave unchanged"), font);
    layout->addStretch(1);
    connect(m_goOn, &QPushButton::clicked, m_saves, &SaveController::goOn);
    connect(m_over, &QPushButton::clicked, m_saves, &SaveController::startOver);
    connect(m_back, &QPushButton::clicked, m_saves, &SaveController::giveUp);
    return m_question;
}

QWidget* SaveDialog::makeButtons() {
    auto* row = new QWidget(this);
    auto* layout = makeRow(row, 8, {0, 4, 0, 0});
    m_open =
        addButton(row, "save_open", tr("Open the written model"), m_theme->font(TextRole::Tree));
    m_help = addDialogHelp(row, m_theme->font(TextRole::Tree));
    layout->addStretch(1);
    QPushButton* close = addButton(row, "save_close", tr("Close"), m_theme->font(TextRole::Tree));
    m_cancel = addButton(row, "save_cancel", tr("Stop"), m_theme->font(TextRole::Tree));
    m_save = addButton(row, "save_save", tr("Save"), m_theme->font(TextRole::Tree));
    m_save->setProperty("primary", true);
    m_save->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_cancel, &QPushButton::clicked, m_saves, &SaveController::cancel);
    connect(m_save, &QPushButton::clicked, this, &SaveDialog::save);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (m_saves->saved()) {
            Q_EMIT openRequested(QString::fromStdString(m_saves->saved()->summary.path));
            accept();
        }
    });
    return row;
}

void SaveDialog::fillSources() {
    const QString before = m_source->currentData().toString();
    m_source->clear();
    if (m_document->checkpoint() != nullptr) {
        m_source->addItem(tr("the open model, %1").arg(m_document->displayName()), kOpenModel);
        m_source->insertSeparator(1);
    }
    for (const std::string& arch : sampleArchitectures()) {
        m_source->addItem(
            tr("a sample model with random weights: %1").arg(QString::fromStdString(arch)),
            QString::fromStdString(arch));
    }
    m_source->setCurrentIndex(std::max(0, m_source->findData(before)));
    showSource();
}

bool SaveDialog::isSample() const {
    return m_source->currentData().toString() != kOpenModel;
}

ConvertTarget SaveDialog::target() const {
    return static_cast<ConvertTarget>(m_format->currentData().toInt());
}

void SaveDialog::showSource() {
    static constexpr DType kTypes[] = {DType::Float32, DType::Float16, DType::BFloat16,
                                       DType::Float64};
    const QVariant format = m_format->currentData();
    m_format->clear();
    for (const ConvertTarget target : kTargets) {
        if (target != ConvertTarget::OffloadFolder || !isSample()) {
            m_format->addItem(nameOf(target), static_cast<int>(target));
        }
    }
    m_format->setCurrentIndex(std::max(0, m_format->findData(format)));
    const QString type = m_type->currentText();
    m_type->clear();
    if (!isSample()) {
        m_type->addItem(tr("as stored"), -1);
    }
    for (const DType choice : kTypes) {
        m_type->addItem(nameOf(choice), static_cast<int>(choice));
    }
    m_type->setCurrentIndex(std::max(0, m_type->findText(type)));
    showFields();
}

void SaveDialog::showFields() {
    const auto show = [this](QWidget* field, bool visible) {
        for (auto* label : m_fields->findChildren<QLabel*>()) {
            if (label->buddy() == field) {
                label->setVisible(visible);
            }
        }
        field->setVisible(visible);
    };
    show(m_shard, target() == ConvertTarget::Safetensors);
    show(m_seed, isSample());
    show(m_perturbed, isSample());
    clearMarks();
}

void SaveDialog::save() {
    if (auto request = readFields()) {
        m_saves->start(std::move(*request));
    }
}

std::optional<SaveRequest> SaveDialog::readFields() {
    clearMarks();
    std::optional<std::uint64_t> shardBytes;
    if (const QString text = m_shard->text().trimmed();
        !text.isEmpty() && target() == ConvertTarget::Safetensors) {
        const auto bytes = shardBytesFromText(text.toStdString());
        if (!bytes) {
            refuse(m_shard, tr("Size of a shard: %1").arg(translated(bytes.error().message)));
            return {};
        }
        shardBytes = *bytes;
    }
    bool isNumber = true;
    const qulonglong seed = m_seed->text().trimmed().toULongLong(&isNumber);
    if (isSample() && !isNumber) {
        refuse(m_seed, tr("Seed: type a whole number from 0 to %1.")
                           .arg(std::numeric_limits<qulonglong>::max()));
        return {};
    }
    QString folder = m_folder->text().trimmed();
    if (folder.isEmpty()) {
        refuse(m_folder, tr("Choose the folder to write into; it is created if missing."));
        return {};
    }
    if (folder == QLatin1String("~") || folder.startsWith(QLatin1String("~/"))) {
        folder.replace(0, 1, QDir::homePath());
    }
    SaveRequest request;
    request.folder =
        QDir::cleanPath(QDir(m_document->folder()).absoluteFilePath(folder)).toStdString();
    const int type = m_type->currentData().toInt();
    std::optional<DType> dtype;
    if (type >= 0) {
        dtype = static_cast<DType>(type);
    }
    if (!isSample()) {
        request.checkpoint = m_document->checkpoint();
        request.choices = {target(), shardBytes, dtype};
        return request;
    }
    SampleOptions& sample = request.sample;
    sample.arch = m_source->currentData().toString().toStdString();
    sample.format = formatOf(target());
    sample.shardBytes = shardBytes;
    sample.dtype = dtype.value_or(DType::Float32);
    sample.seed = seed;
    sample.init = m_perturbed->isChecked() ? SampleInit::Perturbed : SampleInit::Default;
    return request;
}

void SaveDialog::refuse(QLineEdit* field, const QString& sentence) {
    setStyleProperty(field, "invalid", true);
    field->setAccessibleDescription(sentence);
    field->setFocus();
    field->selectAll();
    showNotice(sentence, m_theme->colors().error);
}

void SaveDialog::clearMarks() {
    for (QLineEdit* field : {m_shard, m_seed, m_folder}) {
        setStyleProperty(field, "invalid", false);
        field->setAccessibleDescription({});
    }
    if (!m_saves->isBusy() && m_saves->state() != SaveState::Asking) {
        m_open->hide();
        showNotice({}, m_theme->colors().text);
    }
}

void SaveDialog::showState() {
    const SaveState state = m_saves->state();
    const bool isAsking = state == SaveState::Asking;
    const SavedBefore& before = m_saves->savedBefore();
    m_fields->setEnabled(!m_saves->isBusy() && !isAsking);
    m_progress->setVisible(m_saves->isBusy());
    m_question->setVisible(isAsking);
    m_goOn->setVisible(before.isUnfinished);
    m_over->setText(before.isUnfinished ? tr("Start over") : tr("Replace"));
    m_over->setAccessibleName(m_over->text());
    m_cancel->setVisible(m_saves->isBusy());
    m_cancel->setEnabled(state != SaveState::Stopping);
    m_save->setVisible(!m_saves->isBusy() && !isAsking);
    m_open->setVisible(state == SaveState::Saved);
    m_help->setError(state == SaveState::Failed ? std::optional(m_saves->error()->code)
                                                : std::nullopt);
    const ThemeColors& colors = m_theme->colors();
    const QString folder = QString::fromStdString(m_saves->folder());
    if (state == SaveState::Saved) {
        showNotice(savedWords(*m_saves->saved()), colors.good);
    } else if (state == SaveState::Failed) {
        showNotice(saveErrorWords(*m_saves->error()), colors.error);
    } else if (state == SaveState::Stopped) {
        showNotice(saveErrorWords(*m_saves->error()), colors.text);
    } else if (isAsking) {
        QStringList words;
        if (before.isUnfinished) {
            words.append(tr("Saving to %1 was interrupted.").arg(folder));
        }
        if (before.hasFiles) {
            words.append(tr("%1 contains files of an earlier save. Saving replaces files with the "
                            "same names.")
                             .arg(folder));
        }
        showNotice(joinedSentences(words), colors.warning);
        m_back->setFocus();
    } else if (m_saves->isBusy()) {
        showProgress();
    } else {
        showNotice({}, colors.text);
    }
}

void SaveDialog::showProgress() {
    constexpr int kProgressSteps = 1000;
    const Progress& progress = m_saves->progress();
    const bool isKnown = progress.bytesTotal > 0;
    m_progress->setRange(0, isKnown ? kProgressSteps : 0);
    if (isKnown) {
        m_progress->setValue(static_cast<int>(static_cast<double>(progress.bytesDone) /
                                              static_cast<double>(progress.bytesTotal) *
                                              kProgressSteps));
    }
    const QString what = m_saves->state() == SaveState::Stopping ? tr("Stopping")
                         : progress.phase == "write"             ? tr("Writing")
                         : isKnown                               ? tr("Checking existing data")
                                                                 : tr("Reading the folder");
    showNotice(isKnown ? tr("%1: %2 of %3, %4 of %5 tensors")
                             .arg(what, sizeText(progress.bytesDone), sizeText(progress.bytesTotal),
                                  countedText(progress.itemsDone), countedText(progress.itemsTotal))
                       : what + u'…',
               m_theme->colors().text);
}

QString SaveDialog::notice() const {
    return m_notice->text();
}

void SaveDialog::showNotice(const QString& text, const QColor& color) {
    m_notice->setText(text);
    setTextColor(m_notice, color);
    m_notice->setVisible(!text.isEmpty());
    fitHeight();
}

/// Wrapped text knows its height only for a width, and that once the style is there.
void SaveDialog::fitHeight() {
    if (isVisible()) {
        layout()->activate();
        resize(px(kWidth), layout()->totalHeightForWidth(px(kWidth)));
    }
}

void SaveDialog::showEvent(QShowEvent* event) {
    ensurePolished();
    resize(px(kWidth), layout()->totalHeightForWidth(px(kWidth)));
    QDialog::showEvent(event);
}

}  // namespace stowage
