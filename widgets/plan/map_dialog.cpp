// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_dialogs.h"

#include "engine/base/byte_size.h"
#include "engine/base/random_access_file.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/strategies/strategies.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/plan/verdict_card.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTextBlock>
#include <QUrl>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kMaxProblems = 12;
/// Maps of the largest models have some ten thousand entries; more is none, and slow to show.
constexpr std::uint64_t kMaxFileBytes = 16 * kMiB;

/// Takes files that are dropped on it or pasted by their content, not as their names.
class PlacementEditor : public QPlainTextEdit {
public:
    PlacementEditor(std::function<void(const QString& path)> readFile, QWidget* parent)
        : QPlainTextEdit(parent), m_readFile(std::move(readFile)) {}

protected:
    bool canInsertFromMimeData(const QMimeData* mime) const override {
        return mime->hasUrls() || QPlainTextEdit::canInsertFromMimeData(mime);
    }
    void insertFromMimeData(const QMimeData* mime) override {
        const QUrl file = mime->hasUrls() ? mime->urls().front() : QUrl();
        file.isLocalFile() ? m_readFile(file.toLocalFile())
                           : QPlainTextEdit::insertFromMimeData(mime);
    }

private:
    std::function<void(const QString& path)> m_readFile;
};

QString titleOf(const ExportTarget& engine) {
    return QString::fromUtf8(engine.title.data(), static_cast<qsizetype>(engine.title.size()));
}

Result<std::string> readPlacementFile(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMaxFileBytes) {
        return fail(ErrorCode::LimitExceeded,
                    MapDialog::tr("%1 is too large (%2) for a device map or for the settings of an "
                                  "engine: choose another file.")
                        .arg(QString::fromStdString(path), sizeText((*file)->size()))
                        .toStdString(),
                    path);
    }
    std::string text((*file)->size(), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

/// Of a strategy's name in quotes.
qsizetype longestWord() {
    std::size_t longest = 0;
    for (const StrategyRow& row : strategies()) {
        longest = std::max(longest, row.name.size());
    }
    return static_cast<qsizetype>(longest) + 2;
}

}  // namespace

bool looksLikePlacement(const QString& text) {
    const QString trimmed = text.trimmed();
    const qsizetype brace = trimmed.indexOf(QLatin1Char('{'));
    return (brace >= 0 && trimmed.indexOf(QLatin1Char(':'), brace) > 0) ||
           trimmed.startsWith(QLatin1Char('{')) || trimmed.startsWith(QLatin1Char('[')) ||
           trimmed.contains(QLatin1String("OrderedDict")) ||
           recognisedTarget(trimmed.toStdString()) != nullptr ||
           (trimmed.size() <= longestWord() && parseDeviceMapText(trimmed.toStdString()));
}

MapDialog::MapDialog(Document* document, FileDialogs* dialogs, const Theme* theme, QWidget* parent)
    : QDialog(parent), m_document(document), m_dialogs(dialogs), m_theme(theme) {
    constexpr QSize kSize(760, 640);
    setObjectName(QStringLiteral("map_dialog"));
    setWindowTitle(tr("Import a placement"));
    resizeDialog(this, kSize);
    auto* layout = makeColumn(this, 8, {16, 14, 16, 14});
    layout->addWidget(makeEditor(), 2);
    layout->addWidget(makeSummary(), 3);
    layout->addWidget(makeButtons());
    // What it means depends on the plan that it would replace.
    connect(document, &Document::planChanged, this, &MapDialog::startCheck);
    connect(theme, &Theme::changed, this, &MapDialog::showCheck);
    startCheck();
    m_editor->setFocus();
}

QWidget* MapDialog::makeHead() {
    auto* head = new QWidget(this);
    const QFont font = m_theme->font(TextRole::Tree);
    m_from = withName(new QComboBox(head), "map_from", tr("Engine that the settings belong to"));
    m_from->setFont(font);
    m_from->addItem(QString());
    for (const ExportTarget& engine : exportTargets()) {
        if (engine.read != nullptr) {
            m_from->addItem(
                titleOf(engine),
                QString::fromUtf8(engine.id.data(), static_cast<qsizetype>(engine.id.size())));
        }
    }
    letNamesBeElided(m_from, 20);
    nameEngine();
    auto* choose = withName(new QPushButton(tr("Read a file…"), head), "map_file");
    choose->setFont(font);
    auto* layout = makeRow(head, 8);
    addWidgets(layout, {makeCaption(tr("Read as"), font, m_from), m_from});
    layout->addStretch(1);
    layout->addWidget(choose);
    connect(m_from, &QComboBox::currentIndexChanged, this, &MapDialog::startCheck);
    connect(choose, &QPushButton::clicked, this, [this] {
        m_dialogs->openMap(this, m_document->folder(),
                           [this](const QString& path) { readFile(path); });
    });
    return head;
}

QWidget* MapDialog::makeEditor() {
    auto* box = new QWidget(this);
    QLabel* caption = makeParagraph(
        tr("Enter the command line, variable or file of another engine (vLLM, SGLang, llama.cpp, "
           "Ollama, ExLlama, Megatron, torch), or a device map or max_memory as JSON or Python:"),
        m_theme->font(TextRole::Tree), box);
    m_editor = withName(new PlacementEditor([this](const QString& path) { readFile(path); }, box),
                        "map_text", tr("Placement"));
    m_editor->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_editor->setTabChangesFocus(true);
    m_editor->setFont(m_theme->fixedFont());
    m_editor->setPlaceholderText(QStringLiteral(
        "llama-server -m model.gguf -ngl 99 -ts 24,12 -ot \"blk\\.(30|31)\\.ffn_.*=CPU\"\n"
        "VLLM_PP_LAYER_PARTITION=14,18 vllm serve meta-llama/Llama-3.1-8B\n"
        "{\"transformer.wte\": 0, \"transformer.h.0\": 0, \"lm_head\": \"cpu\"}"));
    caption->setBuddy(m_editor);
    auto* layout = makeColumn(box, 6);
    addWidgets(layout, {caption, m_editor, makeHead()});
    layout->setStretchFactor(m_editor, 1);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &MapDialog::startCheck);
    return box;
}

QWidget* MapDialog::makeSummary() {
    auto* box = withName(new QFrame(this), "map_summary");
    m_state = withName(makeParagraph({}, m_theme->font(TextRole::Verdict), box), "map_state");
    m_state->setTextFormat(Qt::PlainText);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_mend = withName(new QPushButton(tr("Fix these characters"), box), "map_mend");
    m_mend->setToolTip(tr("Replaces these characters with Python's quotes, commas and spaces"));
    connect(m_mend, &QPushButton::clicked, this, &MapDialog::mendText);
    m_figures =
        withName(makeParagraph({}, m_theme->font(TextRole::Tree), box, QPalette::PlaceholderText),
                 "map_figures");
    m_places = withName(new FigureTable(m_theme, box), "map_places",
                        tr("Contents of each device with this placement"));
    m_places->setHead({tr("Device"), tr("Modules with weights"), tr("Weights"), tr("Now")});
    auto* content = makePage(box);
    m_problems = makeColumn(content, 0, QMargins() + 2);
    QScrollArea* scroll = withName(makeScrollArea(box, content), "map_problems");
    m_list = scroll;
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = makeColumn(box, 4);
    layout->addWidget(m_state);
    layout->addWidget(m_mend, 0, Qt::AlignLeading);
    addWidgets(layout, {m_figures, m_places});
    layout->addWidget(scroll, 1);
    layout->addStretch();  // keeps the sentence at the top while there is nothing below it
    return box;
}

QWidget* MapDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(this);
    m_apply = withName(buttons->addButton(tr("Use this placement"), QDialogButtonBox::AcceptRole),
                       "map_apply");
    setStyleProperty(m_apply, "primary", true);
    m_apply->setDefault(true);
    m_compare = withName(
        buttons->addButton(tr("Show the difference"), QDialogButtonBox::ActionRole), "map_compare");
    withName(buttons->addButton(QDialogButtonBox::Cancel), "map_cancel");
    addDialogHelp(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        if (m_check != nullptr && m_check->plan != nullptr) {
            Q_EMIT applied(m_check->edit);
            accept();
        }
    });
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (m_check != nullptr && m_check->plan != nullptr) {
            Q_EMIT comparisonRequested(m_check->plan);
            accept();
        }
    });
    return buttons;
}

void MapDialog::setText(const QString& text) {
    m_editor->setPlainText(text);
}

QString MapDialog::text() const {
    return m_editor->toPlainText();
}

void MapDialog::readFile(const QString& path) {
    m_reader.start(
        [file = path.toStdString()](const std::stop_token&) { return readPlacementFile(file); },
        [this](const Result<std::string>& text) {
            text ? setText(QString::fromStdString(*text))
                 : showProblem(translated(text.error().message));
        });
}

void MapDialog::showProblem(const QString& sentence) {
    m_state->setText(sentence);
    setTextColor(m_state, m_theme->colors().error);
}

/// The first choice says what the text was recognised as.
void MapDialog::nameEngine() {
    const ExportTarget* const engine = m_check == nullptr ? nullptr : m_check->engine;
    m_from->setItemText(0, engine == nullptr ? tr("Detect automatically")
                                             : tr("%1, detected").arg(titleOf(*engine)));
}

void MapDialog::startCheck() {
    m_check.reset();
    m_apply->setEnabled(false);
    m_compare->setEnabled(false);
    const auto plan = m_document->plan();
    MapText given{text().toStdString(), m_from->currentData().toString().toStdString()};
    if (plan == nullptr || given.text.find_first_not_of(" \t\r\n") == std::string::npos) {
        m_worker.drop();
        nameEngine();
        showCheck();
        return;
    }
    given.facts = m_document->facts() == nullptr ? nullptr : m_document->facts()->model;
    given.checkpoint = m_document->checkpoint();
    given.source = m_document->pretrainedSource();
    setTextColor(m_state, m_theme->colors().secondaryText);
    const auto show = [this](MapCheck check) {
        m_check = std::make_shared<const MapCheck>(std::move(check));
        nameEngine();
        showCheck();
    };
    m_worker.start([plan, given](std::stop_token stop) { return checkMapText(*plan, given, stop); },
                   show, [show](const Error& error) { show(MapCheck{.error = error}); });
}

void MapDialog::showCheck() {
    clearProblems();
    markPlace({});
    const bool plans = m_check != nullptr && m_check->plan != nullptr;
    m_apply->setEnabled(plans);
    m_compare->setEnabled(plans);
    m_figures->setVisible(plans);
    m_places->setVisible(plans);
    m_list->setVisible(plans);
    m_mend->setVisible(m_check != nullptr && m_check->corrected.has_value());
    if (m_check == nullptr) {
        const bool open = m_document->plan() != nullptr;
        setTextColor(m_state, m_theme->colors().secondaryText);
        m_state->setText(open ? tr("Paste or type a placement, or drop a file on the field.")
                              : tr("Open a model first: a placement refers to its modules."));
        return;
    }
    plans ? showPlan(*m_check->plan) : showError(*m_check->error);
}

void MapDialog::showError(const Error& error) {
    QString sentence = translated(error.message);
    if (error.offset) {
        markPlace(error.offset);
        const QByteArray bytes = text().toUtf8();
        const auto at = std::min<qsizetype>(static_cast<qsizetype>(*error.offset), bytes.size());
        const QByteArray before = bytes.left(at);
        const qsizetype line = before.count('\n') + 1;
        const qsizetype column = QString::fromUtf8(before.mid(before.lastIndexOf('\n') + 1)).size();
        sentence = tr("Line %1, column %2: %3").arg(line).arg(column + 1).arg(sentence);
    }
    showProblem(sentence);
}

void MapDialog::mendText() {
    const QString corrected = QString::fromStdString(m_check->corrected.value_or(std::string()));
    // Typed over, so that Ctrl+Z brings back what was there.
    QTextCursor cursor(m_editor->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(corrected);
    m_editor->setFocus();
}

void MapDialog::markPlace(std::optional<std::uint64_t> offset) {
    QList<QTextEdit::ExtraSelection> marks;
    if (offset) {
        const QByteArray bytes = text().toUtf8();
        const auto at = std::min<qsizetype>(static_cast<qsizetype>(*offset), bytes.size());
        const qsizetype position = QString::fromUtf8(bytes.left(at)).size();
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_editor->document());
        mark.cursor.setPosition(static_cast<int>(position));
        const bool atEnd = mark.cursor.atBlockEnd() || mark.cursor.atEnd();
        // Where the text ends too early there is nothing to mark but the line.
        mark.cursor.movePosition(atEnd ? QTextCursor::StartOfBlock : QTextCursor::NextCharacter,
                                 QTextCursor::KeepAnchor);
        mark.format.setBackground(m_theme->colors().errorBackground);
        mark.format.setUnderlineColor(m_theme->colors().error);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        marks.append(mark);
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(m_editor->document()->findBlock(static_cast<int>(position)));
        line.format.setBackground(m_theme->colors().errorBackground);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.prepend(line);
    }
    m_editor->setExtraSelections(marks);
}

void MapDialog::showPlan(const PlacementPlan& plan) {
    const ThemeColors& colors = m_theme->colors();
    const auto count = [&plan](Severity severity) {
        return std::ranges::count(plan.issues, severity, &PlanIssue::severity);
    };
    const auto errors = count(Severity::Error);
    const auto warnings = count(Severity::Warning) + std::ssize(m_check->warnings);
    const auto& loadIssue = m_document->view()->loadIssue;
    const bool isAtFault = loadIssue && loadIssue->severity == Severity::Error;
    setTextColor(m_state, errors > 0 || isAtFault ? colors.error
                          : warnings > 0          ? colors.warning
                                                  : colors.good);
    m_state->setText(shownVerdictText(plan, loadIssue));
    QStringList parts;
    const ExportTarget* const engine = m_check->engine;
    if (engine != nullptr) {
        parts << tr("Settings of %1").arg(titleOf(*engine));
    }
    const auto* const map = std::get_if<SetMapEdit>(&m_check->edit);
    if (map == nullptr) {
        parts << translated(describeEdit(m_check->edit));
    } else {
        const std::size_t keys = map->map.entries().size();
        parts << (keys == 1 ? tr("1 key") : tr("%1 keys").arg(keys));
    }
    if (errors > 0) {
        parts << (errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors));
    }
    if (warnings > 0) {
        parts << (warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
    }
    if (errors + warnings == 0) {
        parts << tr("no problems");
    }
    m_figures->setText(parts.join(QStringLiteral(" · ")));
    showPlaces(plan);
    showIssues(plan);
}

void MapDialog::showPlaces(const PlacementPlan& plan) {
    std::vector<FigureRow> rows;
    const auto now = m_document->plan();
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceId device = placement.device.id;
        const auto modules = m_check->modules.find(device);
        const DevicePlacement* const before = now->placement(device);
        FigureRow row;
        row.cells.push_back({.chip = device});
        row.cells.push_back(
            {QString::number(modules == m_check->modules.end() ? 0 : modules->second)});
        row.cells.push_back({.text = sizeText(placement.weights), .semibold = true});
        row.cells.push_back({.text = before == nullptr ? QString() : sizeText(before->weights),
                             .tone = CellTone::Secondary});
        rows.push_back(std::move(row));
    }
    m_places->setRows(std::move(rows));
}

/// What was not taken first, then what speaks against the plan.
void MapDialog::showIssues(const PlacementPlan& plan) {
    std::vector<PlanIssue> issues;
    for (const Message& warning : m_check->warnings) {
        issues.push_back(planIssue(Severity::Warning, "import_note", std::nullopt, 0, warning));
    }
    for (const Message& note : m_check->notes) {
        issues.push_back(planIssue(Severity::Hint, "import_note", std::nullopt, 0, note));
    }
    const auto ownIssues = static_cast<std::ptrdiff_t>(issues.size());
    issues.insert(issues.end(), plan.issues.begin(), plan.issues.end());
    std::stable_sort(
        issues.begin() + ownIssues, issues.end(),
        [](const PlanIssue& a, const PlanIssue& b) { return a.severity < b.severity; });
    for (std::size_t i = 0; i < std::min(issues.size(), kMaxProblems); ++i) {
        m_problems->addWidget(new ProblemRow(m_theme, issues[i], {}, this));
    }
    if (issues.size() > kMaxProblems) {
        QLabel* rest = makeTextLine(tr("and %1 more").arg(issues.size() - kMaxProblems),
                                    m_theme->font(TextRole::Tree), this);
        rest->setContentsMargins(visualMargins({26, 4, 0, 4}));
        m_problems->addWidget(rest);
    }
    m_problems->addStretch(1);
}

void MapDialog::clearProblems() {
    while (QLayoutItem* item = m_problems->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

}  // namespace stowage
