// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/stages_dialog.h"

#include "engine/base/number_text.h"
#include "widgets/run/run_fields.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableWidget>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kMostBarsHeight = 180;
constexpr int kLeastBarsHeight = 72;  ///< of more than a few stages; a row has a pixel then

QString stageName(const StageFigures& figures) {
    return QStringLiteral("%1  %2").arg(nameText(figures.stage.machine),
                                        layersText(figures.stage.layers));
}

/// Time goes from left to right in every language. Stretches that are narrower than a pixel are one
/// pixel wide, and what is painted stays painted, so that there are never more rectangles than
/// pixels.
void paintBusy(QPainter& painter, const QRect& track, const StageFigures& figures, double seconds,
               const QColor& color) {
    int done = 0;
    for (const auto& [begin, end] : figures.busy) {
        const auto at = [&](double second) {
            return static_cast<int>(std::clamp(second / seconds, 0.0, 1.0) * track.width());
        };
        const int left = std::max(at(begin), done);
        const int right = std::min(std::max(at(end), at(begin) + 1), track.width());
        if (right > left) {
            painter.fillRect(track.left() + left, track.top(), right - left, track.height(), color);
            done = right;
        }
    }
}

}  // namespace

StageBars::StageBars(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    speakAsChart(this);
    withName(this, "stages_bars", tr("When each stage computed"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    setFont(theme->font(TextRole::Caption));
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StageBars::setOutcome(const std::shared_ptr<const StagesOutcome>& outcome) {
    m_outcome = outcome;
    QStringList words;
    if (outcome != nullptr) {
        for (const StageFigures& figures : outcome->stages) {
            const LayerRange& layers = figures.stage.layers;
            const QString text = layers.first == layers.last
                                     ? tr("%1, layer %2: computed for %3; the whole run took %4.")
                                     : tr("%1, layers %2: computed for %3; the whole run took %4.");
            words.append(text.arg(figures.stage.machine, layersText(layers),
                                  durationText(figures.computeSeconds),
                                  durationText(outcome->seconds)));
        }
    }
    setAccessibleDescription(words.join(u'\n'));
    setToolTip(accessibleDescription());
    updateGeometry();
    update();
}

QSize StageBars::sizeHint() const {
    const int rows = m_outcome == nullptr ? 0 : static_cast<int>(m_outcome->stages.size());
    return {px(2 * kNameWidth), std::min(rows * px(kRowHeight), px(kMostBarsHeight))};
}

QSize StageBars::minimumSizeHint() const {
    return {0, std::min(sizeHint().height(), px(kLeastBarsHeight))};
}

void StageBars::paintEvent(QPaintEvent*) {
    if (m_outcome == nullptr || m_outcome->stages.empty()) {
        return;
    }
    const ThemeColors& colors = m_theme->colors();
    const int high =
        std::clamp(height() / static_cast<int>(m_outcome->stages.size()), 1, px(kRowHeight));
    const int names = px(kNameWidth);
    QPainter painter(this);
    painter.setPen(colors.text);
    int top = 0;
    for (const StageFigures& figures : m_outcome->stages) {
        if (high >= fontMetrics().height()) {  // else only the table above has room for names
            const QString name = fontMetrics().elidedText(stageName(figures), Qt::ElideMiddle,
                                                          names - metrics::kPadding);
            painter.drawText(visualRect(*this, QRect(0, top, names, high)),
                             static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), name);
        }
        const QRect track = visualRect(
            *this, QRect(names, top, std::max(0, width() - names), std::max(1, high - kBarGap)));
        painter.fillRect(track, colors.softBorder);
        if (m_outcome->seconds > 0) {
            paintBusy(painter, track, figures, m_outcome->seconds, colors.accent);
        }
        top += high;
    }
}

namespace {

constexpr int kPredictedColumn = 5;
constexpr int kHeldColumn = 3;  ///< of the memory
constexpr int kLeastNameCharacters = 10;
constexpr int kMostTokenLines = 4;
const QString kThisMachine = QStringLiteral("localhost");

QString speedText(double perSecond) {
    return QString::fromStdString(perSecondText(perSecond));
}

QStringList cellsOf(const StageFigures& figures) {
    return {figures.stage.machine,
            layersText(figures.stage.layers),
            sizeText(figures.weights),
            durationText(figures.loadSeconds),
            durationText(figures.computeSeconds),
            figures.predictedSeconds ? durationText(*figures.predictedSeconds) : QString(),
            durationText(figures.waitedSeconds),
            sizeText(figures.bytesSent),
            durationText(figures.clockError),
            figures.stage.address};
}

}  // namespace

StagesDialog::StagesDialog(const QString& program, const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_run(new StagesRun(program, this)),
      m_theme(theme),
      m_progress(makeProgressBar(this, "stages_progress", tr("Progress of the run in stages"))),
      m_notice(makeSentence(this, "stages_notice", theme->font(TextRole::Tree))),
      m_tokens(withName(new SelectableText(this), "stages_tokens", tr("Generated tokens"))),
      m_bars(new StageBars(theme, this)) {
    static constexpr int kClockMs = 1000;
    static constexpr QSize kSize(820, 600);
    setObjectName(QStringLiteral("stages_dialog"));
    setWindowTitle(tr("Run in Stages"));
    m_progress->setRange(0, 0);  // stowagectl tells of its memory alone before the end
    m_tokens->setFont(theme->font(TextRole::Tree));
    m_tokens->setMaximumLines(kMostTokenLines);
    makeTables();
    m_form = makeForm();
    auto* layout = makeColumn(this, kGap, QMargins() + metrics::kPadding);
    addWidgets(layout, {m_form, m_progress, m_notice, m_tokens});
    layout->addWidget(m_memory, 1);
    layout->addWidget(m_table, 1);
    addWidgets(layout, {m_bars, makeButtons()});
    resizeDialog(this, kSize);
    m_clock.setInterval(kClockMs);
    connect(&m_clock, &QTimer::timeout, this, &StagesDialog::showNotice);
    connect(m_run, &StagesRun::changed, this, [this] {
        showOutcome();
        showMemory();
        showState();
    });
    connect(m_run, &StagesRun::memoryChanged, this, &StagesDialog::showMemory);
    connect(theme, &Theme::changed, this, &StagesDialog::showNotice);
    showOutcome();
    showMemory();
    showState();
}

QWidget* StagesDialog::makeForm() {
    const QFont font = m_theme->font(TextRole::Tree);
    auto* form = new QWidget(this);
    auto* column = makeColumn(form, kGap);
    auto* row = new QWidget(form);
    auto* layout = makeRow(row, kRowGap);
    m_model = withName(new QLineEdit(row), "stages_model", tr("Path of the model"));
    m_model->setFont(font);
    layout->addWidget(makeCaption(tr("Model"), font, m_model));
    m_send = withName(new QCheckBox(tr("Send weights"), row), "stages_send", tr("Send weights"));
    m_send->setFont(font);
    layout->addWidget(m_model, 1);
    layout->addWidget(m_send);
    column->addWidget(row);
    m_where = makeParagraph({}, font, form, QPalette::PlaceholderText);
    column->addWidget(m_where);
    addWidgets(column, {makeStages(form), makePrompt(form)});
    auto* note = makeSentence(form, "stages_note", font);
    note->setText(
        tr("The data sent between the machines is not encrypted and not authenticated. Run in "
           "stages only in a network that you trust."));
    column->addWidget(note);
    connect(m_model, &QLineEdit::textChanged, this, &StagesDialog::showState);
    connect(m_send, &QCheckBox::toggled, this, &StagesDialog::showWhere);
    return form;
}

QWidget* StagesDialog::makeStages(QWidget* parent) {
    static constexpr int kRowsHeight = 110;
    const QFont font = m_theme->font(TextRole::Tree);
    auto* part = new QWidget(parent);
    auto* column = makeColumn(part, kRowGap);
    QWidget* const page = makePage(part);
    auto* rows = makeColumn(page, kRowGap, QMargins() + metrics::kGrid);
    m_stages = makeColumn(nullptr, kRowGap);
    rows->addLayout(m_stages);
    rows->addStretch(1);
    auto* area = makeScrollArea(part, page);
    area->setMinimumHeight(px(kRowsHeight));
    column->addWidget(area);
    auto* buttons = new QWidget(part);
    auto* row = makeRow(buttons, kRowGap);
    m_add = addButton(buttons, "stages_add", tr("Add Stage"), font);
    m_divide = addButton(buttons, "stages_divide", tr("Divide Evenly"), font);
    row->addStretch(1);
    column->addWidget(buttons);
    connect(m_add, &QPushButton::clicked, this, [this] {
        const std::int64_t next = m_rows.empty() ? 0 : m_rows.back().last->value() + 1;
        const auto number = static_cast<qsizetype>(m_rows.size()) - 1;
        addRow({m_machines.value(number, kThisMachine), {next, next}});
        showState();
    });
    connect(m_divide, &QPushButton::clicked, this, &StagesDialog::divideEvenly);
    return part;
}

QWidget* StagesDialog::makePrompt(QWidget* parent) {
    auto* row = new QWidget(parent);
    auto* layout = makeRow(row, kRowGap);
    m_prompt = withName(new QLineEdit(row), "stages_prompt", tr("Prompt"));
    m_prompt->setPlaceholderText(tr("Prompt: text or tokens (15496,11,995)"));
    m_generate = withName(new TokenBox(row), "stages_generate", tr("Tokens to generate"));
    m_generate->setRange(0, kMostTokens);
    m_generate->setButtonSymbols(QAbstractSpinBox::NoButtons);
    countTokensIn(m_generate);
    setFontOf({m_prompt, m_generate}, m_theme->font(TextRole::Tree));
    layout->addWidget(m_prompt, 1);
    layout->addWidget(m_generate);
    connect(m_prompt, &QLineEdit::textChanged, this, &StagesDialog::showState);
    return row;
}

void StagesDialog::makeTables() {
    m_table = withName(new QTableWidget(this), "stages_table", tr("Results of each stage"));
    setUpRows(m_table, kTableRow);
    setColumns(
        m_table,
        {tr("Machine"), tr("Layers"), tr("Weights"), tr("Loaded in"), tr("Computed"),
         tr("Compute, predicted"), tr("Waited"), tr("Sent"), tr("Clock error"), tr("Address")},
        {2, 3, 4, kPredictedColumn, 6, 7, 8});
    m_memory =
        withName(new QTableWidget(this), "stages_memory", tr("Memory of the running stages"));
    setUpRows(m_memory, kTableRow);
    setColumns(m_memory,
               {tr("Machine"), tr("Layers"), tr("Memory"), tr("Held now"), tr("Highest"),
                tr("Total"), tr("Figures")},
               {kHeldColumn, 4, 5});
    for (QTableWidget* const table : {m_memory, m_table}) {
        table->setFont(m_theme->font(TextRole::Tree));
        table->setEditTriggers(QAbstractItemView::NoEditTriggers);
        table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    }
    offerFigure(m_table, {QStringLiteral("stages"), SavedFigure::Picture::None,
                          [this] { return tableCsv(*m_table->model()); }});
}

QWidget* StagesDialog::makeButtons() {
    const QFont font = m_theme->font(TextRole::Tree);
    auto* row = new QWidget(this);
    auto* layout = makeRow(row, kGap);
    addDialogHelp(row, font);
    layout->addStretch(1);
    QPushButton* close = addButton(row, "stages_close", tr("Close"), font);
    m_cancel = addButton(row, "stages_cancel", tr("Cancel"), font);
    m_begin = addButton(row, "stages_run", tr("Run"), font);
    m_begin->setProperty("primary", true);
    m_begin->setDefault(true);
    connect(close, &QPushButton::clicked, this, &StagesDialog::reject);
    connect(m_cancel, &QPushButton::clicked, m_run, &StagesRun::cancel);
    connect(m_begin, &QPushButton::clicked, this, &StagesDialog::begin);
    return row;
}

void StagesDialog::addRow(const AskedStage& stage) {
    static constexpr int kMostLayer = 9999;
    auto* box = new QWidget(m_form);
    auto* layout = makeRow(box, kRowGap);
    const auto spin = [&](const QString& prefix, std::int64_t value) {
        auto* field = new QSpinBox(box);
        field->setRange(0, kMostLayer);
        field->setButtonSymbols(QAbstractSpinBox::NoButtons);
        field->setPrefix(prefix);
        field->setValue(static_cast<int>(value));
        connect(field, &QSpinBox::valueChanged, this, &StagesDialog::showState);
        return field;
    };
    const Row row{.box = box,
                  .machine = new QComboBox(box),
                  .first = spin(tr("from layer "), stage.layers.first),
                  .last = spin(tr("to layer "), stage.layers.last),
                  .address = new QLineEdit(stage.address, box),
                  .remove = new QPushButton(tr("Remove"), box)};
    row.machine->setEditable(true);
    row.machine->setInsertPolicy(QComboBox::NoInsert);
    row.machine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row.machine->setMinimumContentsLength(kLeastNameCharacters);
    row.machine->setCurrentText(stage.machine);
    offerMachines(row.machine);
    row.address->setPlaceholderText(tr("address used by ssh"));
    row.address->setToolTip(
        tr("Address at which the other stages reach this machine, if different from the address "
           "that ssh uses"));
    row.remove->setAutoDefault(false);
    addWidgets(layout, {row.machine, row.first, row.last, row.address, row.remove});
    layout->setStretch(0, 1);
    layout->setStretch(3, 1);
    setFontOf({row.machine, row.first, row.last, row.address, row.remove},
              m_theme->font(TextRole::Tree));
    connect(row.machine, &QComboBox::currentTextChanged, this, &StagesDialog::showState);
    connect(row.address, &QLineEdit::textChanged, this, &StagesDialog::showState);
    connect(row.remove, &QPushButton::clicked, this, [this, box] {
        removeRow(box);
        m_add->setFocus();
        showState();
    });
    m_stages->addWidget(box);
    m_rows.push_back(row);
    nameRows();
}

/// What is chosen stays.
void StagesDialog::offerMachines(QComboBox* machine) const {
    const QString chosen = machine->currentText();
    machine->clear();
    machine->addItem(kThisMachine);
    machine->addItems(m_machines);
    machine->setCurrentText(chosen);
}

void StagesDialog::removeRow(const QWidget* box) {
    const auto found = std::ranges::find(m_rows, box, &Row::box);
    found->box->hide();
    found->box->setParent(nullptr);  // from now on it is none of the dialog's
    found->box->deleteLater();
    m_rows.erase(found);
    nameRows();
}

/// By their places, from 0 on; people count from 1.
void StagesDialog::nameRows() {
    int place = 0;
    for (const Row& row : m_rows) {
        const auto name = [place](QWidget* control, const char* what, const QString& spoken) {
            control->setObjectName(QStringLiteral("%1_%2").arg(QLatin1String(what)).arg(place));
            control->setAccessibleName(spoken.arg(place + 1));
        };
        name(row.machine, "stages_machine", tr("Machine of stage %1"));
        name(row.first, "stages_first", tr("First layer of stage %1"));
        name(row.last, "stages_last", tr("Last layer of stage %1"));
        name(row.address, "stages_address", tr("Address of stage %1"));
        name(row.remove, "stages_remove", tr("Remove stage %1"));
        ++place;
    }
}

void StagesDialog::divideEvenly() {
    const auto ranges = evenLayers(m_open.layers, m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i].first->setValue(static_cast<int>(ranges[i].first));
        m_rows[i].last->setValue(static_cast<int>(ranges[i].last));
    }
}

void StagesDialog::openFor(const StagesModel& model, const QStringList& machines,
                           const QString& prompt, int generate) {
    m_machines = machines;
    for (const Row& row : m_rows) {
        offerMachines(row.machine);
    }
    if (m_open != model) {
        m_run->clear();
        m_open = model;
        m_model->setText(model.path);
        m_send->setChecked(false);
        m_send->setVisible(model.host.isEmpty());  // else the path is that machine's
        showWhere();
        while (!m_rows.empty()) {
            removeRow(m_rows.back().box);
        }
        const QString first = model.host.isEmpty() ? kThisMachine : model.host;
        const auto other = std::ranges::find_if(
            m_machines, [&](const QString& machine) { return machine != first; });
        addRow({first, {}});
        addRow({other == m_machines.end() ? kThisMachine : *other, {}});
        divideEvenly();
        m_generate->setValue(generate);
    }
    if (m_prompt->text().isEmpty()) {
        m_prompt->setText(prompt);
    }
    showState();
    open();
    if (m_rows.empty()) {  // all were removed before
        m_add->setFocus();
    } else {
        m_rows.front().machine->setFocus();
    }
}

bool StagesDialog::isOpenModel() const {
    return m_model->text().trimmed() == m_open.path;
}

StagesRequest StagesDialog::request() const {
    StagesRequest asked{
        .model = m_model->text().trimmed(),
        .stages = {},
        .prompt = m_prompt->text(),
        .generate = m_generate->value(),
        .members = isOpenModel() ? m_open.members : nlohmann::ordered_json::object(),
        .sendsWeights = m_send->isChecked()};
    for (const Row& row : m_rows) {
        asked.stages.push_back({row.machine->currentText().trimmed(),
                                {row.first->value(), row.last->value()},
                                row.address->text().trimmed()});
    }
    return asked;
}

QString StagesDialog::problem() const {
    const StagesRequest asked = request();
    // Of another model the layers are known once it runs.
    const QString wrong = stagesProblem(asked.stages, isOpenModel() ? m_open.layers : 0);
    if (!wrong.isEmpty()) {
        return wrong;
    }
    if (asked.model.isEmpty()) {
        return tr("Type the model's path.");
    }
    const auto tokens = parsePromptTokens(asked.prompt);
    return tokens && tokens->empty() ? tr("Type a prompt: token numbers, or text if the tokenizer "
                                          "is stored next to the model.")
                                     : QString();
}

void StagesDialog::begin() {
    if (problem().isEmpty()) {
        m_run->start(request());
    }
}

void StagesDialog::reject() {
    m_isClosing = m_run->isRunning();
    if (m_isClosing) {
        m_run->cancel();
        return;
    }
    QDialog::reject();
}

void StagesDialog::showState() {
    const bool isRunning = m_run->isRunning();
    if (m_isClosing && !isRunning) {
        reject();
        return;
    }
    const QString wrong = problem();
    m_form->setEnabled(!isRunning);
    m_progress->setVisible(isRunning);
    m_add->setEnabled(m_rows.size() < std::size_t{kMostStages});
    m_divide->setEnabled(!m_rows.empty() && isOpenModel() &&
                         static_cast<std::int64_t>(m_rows.size()) <= m_open.layers);
    m_begin->setEnabled(!isRunning && wrong.isEmpty());
    m_begin->setToolTip(wrong);
    m_cancel->setEnabled(isRunning && !m_run->isCancelled());
    if (isRunning != m_clock.isActive()) {
        isRunning ? m_clock.start() : m_clock.stop();
    }
    showNotice();
}

void StagesDialog::showWhere() {
    m_where->setText(
        m_send->isChecked()
            ? tr("The path is the model's path on this machine. Every other machine receives only "
                 "the layers of its stages and divides them among its GPUs and RAM. At the end, it "
                 "deletes the received layers.")
            : tr("The model must have the same path on every machine. Each machine reads only the "
                 "layers of its stages and divides them among its GPUs and RAM."));
}

void StagesDialog::showNotice() {
    const ThemeColors& colors = m_theme->colors();
    QString text;
    QColor color = colors.text;
    if (m_run->isRunning()) {
        text = m_run->isCancelled()
                   ? tr("The stages are stopping, and all memory is being released.")
                   : tr("The stages are loading their layers and running. The results are shown at "
                        "the end. Elapsed time: %1.")
                         .arg(formatSeconds(m_run->elapsedSeconds()));
    } else if (const QString wrong = problem(); !wrong.isEmpty()) {
        text = wrong;
        color = colors.error;
    } else if (!m_run->failure().isEmpty()) {
        text = m_run->failure();
        color = m_run->isCancelled() ? colors.text : colors.error;
    } else if (const auto& outcome = m_run->outcome(); outcome != nullptr) {
        double error = 0;
        for (const StageFigures& stage : outcome->stages) {
            error = std::max(error, stage.clockError);
        }
        // The first begin is off by at most one clock's error, and so is the last end.
        text = tr("The run took %1, measured from the start of the first stage to the end of the "
                  "last. Because the machines' clocks differ, the error can be up to %2.")
                   .arg(durationText(outcome->seconds), durationText(2 * error));
        if (outcome->tokensPerSecond > 0) {
            const QString measured = speedText(outcome->tokensPerSecond);
            text = joinedSentences(
                {text, outcome->predictedTokensPerSecond > 0
                           ? tr("Speed: %1 tokens per second, measured; %2 predicted.")
                                 .arg(measured, speedText(outcome->predictedTokensPerSecond))
                           : tr("Speed: %1 tokens per second, measured.").arg(measured)});
        }
    }
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
    setTextColor(m_notice, color);
}

void StagesDialog::showOutcome() {
    const auto& outcome = m_run->outcome();
    QStringList lines;
    m_table->setRowCount(0);
    if (outcome != nullptr) {
        if (!outcome->tokens.isEmpty()) {
            lines.append(tr("Generated tokens: %1").arg(outcome->tokens));
        }
        if (!outcome->text.isEmpty()) {
            lines.append(tr("Generated text: %1").arg(outcome->text));
        }
        m_table->setRowCount(static_cast<int>(outcome->stages.size()));
        int row = 0;
        for (const StageFigures& figures : outcome->stages) {
            const QStringList cells = cellsOf(figures);
            for (int column = 0; column < cells.size(); ++column) {
                m_table->setItem(row, column, new QTableWidgetItem(cells[column]));
            }
            ++row;
        }
    }
    m_table->setColumnHidden(kPredictedColumn,
                             outcome == nullptr || !outcome->stages.front().predictedSeconds);
    m_tokens->setText(lines.join(u'\n'));
    m_tokens->setVisible(!lines.isEmpty());
    m_table->setFocusPolicy(outcome == nullptr ? Qt::NoFocus : Qt::StrongFocus);
    m_bars->setOutcome(outcome);
    m_bars->setVisible(outcome != nullptr);
}

/// Once the run has ended nothing is held, and what was the highest stays to be read.
void StagesDialog::showMemory() {
    const auto& rows = m_run->memory();
    m_memory->setVisible(!rows.empty());
    m_table->setVisible(!m_run->isRunning());
    m_memory->setColumnHidden(kHeldColumn, !m_run->isRunning());
    m_memory->setRowCount(static_cast<int>(rows.size()));
    for (int row = 0; row < m_memory->rowCount(); ++row) {
        const StageMemoryRow& one = rows[static_cast<std::size_t>(row)];
        const AskedStage& stage = m_run->stages()[one.stage];
        const QStringList cells{stage.machine,
                                layersText(stage.layers),
                                one.gpu ? laneLabel(*one.gpu) : tr("RAM of the process"),
                                sizeText(one.held),
                                sizeText(one.highest),
                                one.total > 0 ? sizeText(one.total) : QString(),
                                one.simulated ? tr("simulated") : tr("measured")};
        for (int column = 0; column < cells.size(); ++column) {
            if (QTableWidgetItem* const item = m_memory->item(row, column); item != nullptr) {
                item->setText(cells[column]);
            } else {
                m_memory->setItem(row, column, new QTableWidgetItem(cells[column]));
            }
        }
    }
}

}  // namespace stowage
