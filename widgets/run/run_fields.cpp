// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_fields.h"

#include "engine/base/number_text.h"
#include "engine/load/program/load_schedule.h"
#include "engine/run/models/logits.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/run/run_controller.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <thread>

namespace stowage {
namespace {

/// No field is for longer prompts; what the model takes is told by its context.
constexpr qsizetype kMostTokens = 65536;

/// Of what is wrong, so much is said back.
constexpr qsizetype kMostShown = 24;

/// Whose texts these are, for the catalogues.
struct TokensTexts {
    Q_DECLARE_TR_FUNCTIONS(PromptTokens)
};

constexpr int kStartGenerate = 16;

constexpr int kMostGenerate = 4096;

constexpr double kStartTemperature = 0.8;

constexpr unsigned kStartWindow = 2;

constexpr int kMostWindow = 16;

/// "Hello, world" as GPT-2's tokenizer has it; where a vocabulary is smaller, just some tokens.
const QString kGreeting = QStringLiteral("15496,11,995");

const QString kSomeTokens = QStringLiteral("1,2,3");

constexpr std::int64_t kGreetingVocabulary = 15497;

constexpr int kNumberWidth = 84;

/// Of a list's text, so much is always shown; the rest where there is room.
constexpr int kLeastListCharacters = 12;

enum Sampling { kGreedy, kSampled };

/// "3 of 1024 tokens, 0–50256": how many there are, how many there can be, and which.
QString noteOf(std::size_t count, const std::optional<RunTraits>& traits) {
    if (!traits) {
        return count == 1 ? RunFields::tr("1 token") : RunFields::tr("%1 tokens").arg(count);
    }
    const std::int64_t last = traits->vocabulary - 1;
    if (traits->context > 0) {
        return RunFields::tr("%1 of %2 tokens; valid token numbers: 0–%3")
            .arg(count)
            .arg(QString::fromStdString(groupedText(static_cast<std::uint64_t>(traits->context))))
            .arg(last);
    }
    return RunFields::tr("%1 tokens; valid token numbers: 0–%2").arg(count).arg(last);
}

/// A field for 0 … `most`.
template <class Box = QSpinBox>
Box* makeNumber(QWidget* parent, int most, const QString& toolTip) {
    auto* number = new Box(parent);
    number->setRange(0, most);
    number->setToolTip(toolTip);
    return number;
}

}  // namespace

Result<std::vector<std::int64_t>> parsePromptTokens(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[\\s,\\[\\]()]+"));
    const QStringList words = text.split(kBetween, Qt::SkipEmptyParts);
    if (words.size() > kMostTokens) {
        return fail(ErrorCode::InvalidArgument,
                    TokensTexts::tr("The prompt has %1 tokens, but the maximum is %2.")
                        .arg(words.size())
                        .arg(kMostTokens)
                        .toStdString(),
                    {}, "tokens");
    }
    std::vector<std::int64_t> tokens;
    tokens.reserve(static_cast<std::size_t>(words.size()));
    for (const QString& word : words) {
        bool isNumber = false;
        const qlonglong token = word.toLongLong(&isNumber);
        if (!isNumber) {
            const QString shown =
                word.size() > kMostShown ? word.left(kMostShown) + QStringLiteral("…") : word;
            return fail(ErrorCode::InvalidArgument,
                        TokensTexts::tr("“%1” is not a token number; enter numbers separated by "
                                        "commas, such as 15496,11,995.")
                            .arg(shown)
                            .toStdString(),
                        {}, "tokens");
        }
        tokens.push_back(token);
    }
    return tokens;
}

std::optional<int> TokenBox::countIn(QString text) const {
    if (text.endsWith(suffix())) {
        text.chop(suffix().size());
    }
    const auto count = parseCount(text.trimmed().toStdString());
    const bool isInRange = count && *count >= static_cast<std::uint64_t>(minimum()) &&
                           *count <= static_cast<std::uint64_t>(maximum());
    return isInRange ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

int TokenBox::valueFromText(const QString& text) const {
    const auto count = countIn(text);
    return count ? *count : QSpinBox::valueFromText(text);
}

QValidator::State TokenBox::validate(QString& text, int& position) const {
    return countIn(text) ? QValidator::Acceptable : QSpinBox::validate(text, position);
}

void countTokensIn(QSpinBox* field) {
    const auto count = [field](int tokens) {
        field->setSuffix(tokens == 1 ? TokensTexts::tr(" token") : TokensTexts::tr(" tokens"));
    };
    QObject::connect(field, &QSpinBox::valueChanged, field, count);
    count(field->value());
}

QString promptTokensText(const std::vector<std::int64_t>& tokens) {
    QStringList words;
    words.reserve(static_cast<qsizetype>(tokens.size()));
    for (const std::int64_t token : tokens) {
        words.append(QString::number(token));
    }
    return words.join(QStringLiteral(", "));
}

RunFields::RunFields(RunController* controller, const Theme* theme, QWidget* parent)
    : QScrollArea(parent),
      m_controller(controller),
      m_theme(theme),
      m_reader(std::make_unique<Worker>()) {
    constexpr int kRowGap = 4;
    withName(this, "run_fields", tr("What to run"));
    setUpScrollArea(this);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = makePage(this);
    content->setFont(theme->font(TextRole::Tree));
    auto* grid = makeGrid(content, kColumnGap, kRowGap, {metrics::kPadding, 0, kColumnGap, 0});
    grid->setColumnStretch(1, 1);
    makePromptRows(grid);
    makeSamplingRows(grid);
    makeDeviceRows(grid);
    auto* inference =
        withName(new ProseLabel(tr("Inference only: weights are read and never changed."), content),
                 "run_inference_note");
    inference->setFont(theme->font(TextRole::Caption));
    inference->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(inference, grid->rowCount(), 0, 1, 2);
    grid->setRowStretch(grid->rowCount(), 1);
    setWidget(content);
    connect(controller, &RunController::abilityChanged, this, &RunFields::showAbility);
    connect(controller, &RunController::stateChanged, this, &RunFields::showAbility);
    connect(theme, &Theme::changed, this, &RunFields::applyTheme);
    showSampling();
    showDevices();
    showAbility();
    applyTheme();
}

QLabel* RunFields::addRow(QGridLayout* grid, const QString& caption, QWidget* editor,
                          const char* name) {
    auto* label = new QLabel(caption, editor->parentWidget());
    label->setBuddy(editor);
    withName(editor, name, caption);
    const int line = grid->rowCount();
    grid->addWidget(label, line, 0);
    const bool isNumber = qobject_cast<QAbstractSpinBox*>(editor) != nullptr;
    if (isNumber) {
        editor->setFixedWidth(px(kNumberWidth));
        static_cast<QAbstractSpinBox*>(editor)->setButtonSymbols(QAbstractSpinBox::NoButtons);
    }
    if (auto* list = qobject_cast<QComboBox*>(editor)) {
        list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        list->setMinimumContentsLength(kLeastListCharacters);
        list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    m_editors.append(editor);
    grid->addWidget(editor, line, 1, isNumber ? Qt::AlignLeft : Qt::Alignment());
    return label;
}

QLabel* RunFields::addMessage(QGridLayout* grid, const char* name) {
    auto* message = withName(new ProseLabel(grid->parentWidget()), name);
    message->hide();
    grid->addWidget(message, grid->rowCount(), 1);
    return message;
}

void RunFields::makeTextRow(QGridLayout* grid) {
    m_text = new QLineEdit(grid->parentWidget());
    m_text->setPlaceholderText(tr("text"));
    m_text->setToolTip(tr("The prompt as text; the model's tokenizer converts it to tokens"));
    m_textCaption = addRow(grid, tr("Prompt, text"), m_text, "run_prompt_text");
    connect(m_text, &QLineEdit::textEdited, this, &RunFields::encodeText);
    connect(m_text, &QLineEdit::returnPressed, this, &RunFields::runRequested);
}

void RunFields::makePromptRows(QGridLayout* grid) {
    makeTextRow(grid);
    QWidget* content = grid->parentWidget();
    m_prompt = new QLineEdit(kGreeting, content);
    m_prompt->setPlaceholderText(tr("numbers, e.g. 15496,11,995"));
    m_prompt->setToolTip(
        tr("The prompt as token numbers of the model's tokenizer, separated by commas"));
    m_promptCaption = addRow(grid, tr("Prompt, tokens"), m_prompt, "run_prompt");
    m_promptNote = withName(new ProseLabel(content), "run_prompt_note");
    m_promptNote->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(m_promptNote, grid->rowCount(), 1);
    m_promptError = addMessage(grid, "run_prompt_error");
    makeInputRow(grid);
    m_generate = makeNumber<TokenBox>(
        content, kMostGenerate,
        tr("Number of tokens to generate after the prompt, with one pass per token"));
    m_generate->setValue(kStartGenerate);
    addRow(grid, tr("Tokens to generate"), m_generate, "run_generate");
    m_generateError = addMessage(grid, "run_generate_error");
    connect(m_prompt, &QLineEdit::textChanged, this, &RunFields::check);
    connect(m_prompt, &QLineEdit::textEdited, this, &RunFields::decodeTokens);
    connect(m_prompt, &QLineEdit::returnPressed, this, &RunFields::runRequested);
    connect(m_generate, &QSpinBox::valueChanged, this, &RunFields::check);
}

RunFields::~RunFields() = default;

void RunFields::makeInputRow(QGridLayout* grid) {
    QWidget* content = grid->parentWidget();
    m_inputRow = new QWidget(content);
    m_input = withName(new QLineEdit(m_inputRow), "run_input", tr("Input"));
    m_input->setPlaceholderText(tr("a .npy file of float32"));
    m_input->setToolTip(
        tr("The input array of the model, for example the pixel values of an image (channels × "
           "height × width), as prepared by the model's processor"));
    m_browse = withName(new QPushButton(tr("Browse…"), m_inputRow), "run_input_browse",
                        tr("Choose the input's file"));
    auto* row = makeRow(m_inputRow, kColumnGap);
    row->addWidget(m_input, 1);
    row->addWidget(m_browse);
    auto* caption = new QLabel(tr("Input"), content);
    caption->setBuddy(m_input);
    m_inputCaption = caption;
    m_editors.append({m_input, m_browse});
    const int line = grid->rowCount();
    grid->addWidget(caption, line, 0);
    grid->addWidget(m_inputRow, line, 1);
    m_inputError = addMessage(grid, "run_input_error");
    connect(m_input, &QLineEdit::textChanged, this, &RunFields::readInput);
    connect(m_input, &QLineEdit::returnPressed, this, &RunFields::runRequested);
    connect(m_browse, &QPushButton::clicked, this, [this] {
        if (m_dialogs != nullptr) {
            m_dialogs->openFile(this, m_controller->loads()->document()->folder(),
                                [this](const QString& file) { m_input->setText(file); });
        }
    });
}

void RunFields::readInput() {
    const QString file = m_input->text().trimmed();
    m_array.reset();
    m_arrayProblem.clear();
    m_reader->drop();
    if (!file.isEmpty()) {
        m_reader->start([path = file.toStdString()](
                            const std::stop_token& /*stop*/) { return readInputFile(path); },
                        [this](Result<InputArray>&& array) {
                            if (array) {
                                m_array = std::make_shared<const InputArray>(std::move(*array));
                            } else {
                                m_arrayProblem = translated(array.error().message);
                            }
                            check();
                        });
    }
    check();
}

bool RunFields::takesTokens() const {
    const std::optional<RunTraits>& traits = m_controller->traits();
    return !traits || traits->takesTokens;
}

bool RunFields::takesInput() const {
    const std::optional<RunTraits>& traits = m_controller->traits();
    return traits && traits->input.has_value();
}

QString RunFields::inputProblem() const {
    if (!takesInput()) {
        return {};
    }
    if (m_reader->isRunning()) {
        return tr("The file is being read.");
    }
    if (!m_arrayProblem.isEmpty()) {
        return m_arrayProblem;
    }
    const RunTraits& traits = *m_controller->traits();
    const auto checked = checkInput(traits.input, m_array.get(), traits.family);
    return checked ? QString() : translated(checked.error().message);
}

QString RunFields::promptProblem() const {
    if (!takesTokens()) {
        return {};
    }
    if (!m_textProblem.isEmpty()) {
        return m_textProblem;
    }
    const auto tokens = parsePromptTokens(m_prompt->text());
    if (!tokens) {
        return translated(tokens.error().message);
    }
    if (tokens->empty()) {
        return tr("Enter at least one token.");
    }
    const std::optional<RunTraits>& traits = m_controller->traits();
    const Result<void> checked = traits ? checkTokens(*traits, *tokens, 0) : Result<void>();
    return checked ? QString() : translated(checked.error().message);
}

void RunFields::makeSamplingRows(QGridLayout* grid) {
    QWidget* content = grid->parentWidget();
    m_sampling = new QComboBox(content);
    m_sampling->addItem(tr("Greedy: the most likely token"), kGreedy);
    m_sampling->addItem(tr("Sampled by probability"), kSampled);
    letNamesBeElided(m_sampling);
    addRow(grid, tr("Sampling"), m_sampling, "run_sampling");
    m_temperature = new QDoubleSpinBox(content);
    m_temperature->setRange(0.05, 10);
    m_temperature->setSingleStep(0.1);
    m_temperature->setValue(kStartTemperature);
    m_temperature->setToolTip(
        tr("A temperature above 1 samples unlikely tokens more often; a temperature below 1 "
           "samples them less often"));
    const auto add = [&](const QString& text, QWidget* editor, const char* name) {
        m_samplingRows.append({addRow(grid, text, editor, name), editor});
    };
    add(tr("Temperature"), m_temperature, "run_temperature");
    m_topK = makeNumber(content, std::numeric_limits<int>::max(),
                        tr("Number of the most likely tokens to sample from"));
    m_topK->setSpecialValueText(tr("all"));
    add(tr("Top-k"), m_topK, "run_top_k");
    m_seed = makeNumber(content, std::numeric_limits<int>::max(),
                        tr("A run with the same seed and settings generates the same tokens"));
    add(tr("Seed"), m_seed, "run_seed");
    connect(m_sampling, &QComboBox::currentIndexChanged, this, &RunFields::showSampling);
}

void RunFields::makeDeviceRows(QGridLayout* grid) {
    QWidget* content = grid->parentWidget();
    auto* prefetch = new QWidget(content);
    m_prefetch = new QCheckBox(tr("layers ahead:"), prefetch);
    m_prefetch->setChecked(true);
    m_window = withName(new QSpinBox(prefetch), "run_window", tr("Layers to prefetch"));
    m_window->setRange(1, kMostWindow);
    m_window->setValue(kStartWindow);
    m_window->setFixedWidth(px(kNumberWidth));
    m_window->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_editors.append({m_prefetch, m_window});
    const QString why =
        tr("While a layer computes, the weights of the next offloaded layers are transferred; "
           "without prefetch, each layer waits for its weights");
    m_prefetch->setToolTip(why);
    m_window->setToolTip(why);
    auto* row = makeRow(prefetch, kColumnGap);
    addWidgets(row, {m_prefetch, m_window});
    row->addStretch(1);
    auto* caption = new QLabel(tr("Prefetch"), content);
    caption->setBuddy(m_prefetch);
    withName(m_prefetch, "run_prefetch", tr("Prefetch"));
    const int line = grid->rowCount();
    grid->addWidget(caption, line, 0);
    grid->addWidget(prefetch, line, 1);
    m_device = new QComboBox(content);
    m_device->setToolTip(
        tr("Device that runs the layers whose weights are on the CPU or on disk; automatic selects "
           "the first GPU of the device map, as in Accelerate"));
    addRow(grid, tr("Offloaded layers on"), m_device, "run_device");
    const int cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
    m_threads = makeNumber(
        content, cores, tr("Threads used for computing; automatic leaves one core for transfers"));
    m_threads->setSpecialValueText(tr("automatic"));
    addRow(grid, tr("Compute threads"), m_threads, "run_threads");
    connect(m_prefetch, &QCheckBox::toggled, m_window, &QWidget::setEnabled);
}

void RunFields::setWindow(unsigned layers) {
    m_prefetch->setChecked(layers > 0);
    m_window->setValue(static_cast<int>(layers));
}

RunOptions RunFields::options() const {
    RunOptions options;
    if (auto tokens = parsePromptTokens(m_prompt->text()); tokens && takesTokens()) {
        options.request.tokens = std::move(*tokens);
    }
    if (takesInput()) {
        options.request.input = m_array;
    }
    options.request.generate = m_generate->isEnabled() ? m_generate->value() : 0;
    options.request.outputs = Outputs::Last;
    if (m_sampling->currentData().toInt() == kSampled) {
        options.request.choice = {m_temperature->value(), m_topK->value(),
                                  static_cast<std::uint64_t>(m_seed->value())};
    }
    options.window = m_prefetch->isChecked() ? static_cast<unsigned>(m_window->value()) : 0;
    if (const auto schedule = m_controller->loads()->schedule()) {
        const PlacementRequest& planned = schedule->plan->request;
        options.hooks = planned.hooks;
        if (planned.workload && fusesAttention()) {
            options.request.attention = planned.workload->attention.value_or(AttentionKind::Eager);
        }
    }
    const QString device = m_device->currentData().toString();
    if (const auto chosen = parseDevice(device.toStdString()); !device.isEmpty() && chosen) {
        options.executionDevice = *chosen;
        options.hooks.mainDevice.reset();
    }
    options.threads = static_cast<unsigned>(m_threads->value());
    return options;
}

void RunFields::showSampling() {
    const bool drawn = m_sampling->currentData().toInt() == kSampled;
    for (QWidget* widget : m_samplingRows) {
        widget->setVisible(drawn);
    }
    Q_EMIT changed();
}

void RunFields::showDevices() {
    const QString before = m_device->currentData().toString();
    const QSignalBlocker blocker(m_device);
    m_device->clear();
    const auto schedule = m_controller->loads()->schedule();
    m_device->addItem(
        schedule == nullptr
            ? tr("Automatic")
            : tr("Automatic: %1").arg(translated(deviceLabel(schedule->plan->executionDevice()))),
        QString());
    for (const auto& device : m_controller->loads()->devices()) {
        const DeviceId id = device->info().id;
        m_device->addItem(translated(deviceLabel(id)), QString::fromStdString(deviceName(id)));
    }
    m_device->setCurrentIndex(std::max(m_device->findData(before), 0));
}

void RunFields::encodeText() {
    const auto& tokenizer = m_controller->tokenizer();
    const auto tokens = tokenizer ? tokenizer->encode(m_text->text().toStdString())
                                  : Result(std::vector<std::int64_t>());
    m_textProblem = tokens ? QString() : translated(tokens.error().message);
    m_prompt->setText(tokens ? promptTokensText(*tokens) : QString());
    check();
}

void RunFields::decodeTokens() {
    const auto tokens = parsePromptTokens(m_prompt->text());
    m_textProblem.clear();
    if (m_controller->tokenizer() != nullptr) {
        m_text->setText(tokens ? QString::fromStdString(m_controller->tokenizer()->decode(*tokens))
                               : QString());
    }
    check();
}

void RunFields::showAbility() {
    const std::optional<RunTraits>& traits = m_controller->traits();
    const bool hasText = m_controller->tokenizer() != nullptr && takesTokens();
    for (QWidget* widget : {m_promptCaption, static_cast<QWidget*>(m_prompt)}) {
        widget->setVisible(takesTokens());
    }
    for (QWidget* widget : {m_inputCaption, m_inputRow}) {
        widget->setVisible(takesInput());
    }
    m_textCaption->setVisible(hasText);
    m_text->setVisible(hasText);
    if (!m_prompt->isModified() && traits) {
        if (hasText) {
            if (!m_text->isModified()) {
                m_text->setText(tr("Hello, my name is"));
            }
            encodeText();  // by the tokenizer of the model that is there now
        } else {
            m_prompt->setText(traits->vocabulary < kGreetingVocabulary ? kSomeTokens : kGreeting);
        }
    }
    const bool lets = !traits || traits->isGenerative;
    for (QWidget* editor : m_editors) {
        editor->setEnabled(!m_controller->isRunning());
    }
    m_generate->setEnabled(lets && !m_controller->isRunning());
    m_window->setEnabled(m_prefetch->isChecked() && !m_controller->isRunning());
    m_generate->setToolTip(
        lets ? tr("Number of tokens to generate after the prompt, with one pass per token")
             : tr("An encoder sees all positions at once and generates no tokens"));
    showDevices();
    check();
}

void RunFields::check() {
    const QString prompt = promptProblem();
    const QString input = inputProblem();
    QString generate;
    const auto tokens = parsePromptTokens(m_prompt->text());
    const std::optional<RunTraits>& traits = m_controller->traits();
    if (traits && prompt.isEmpty() && input.isEmpty()) {
        if (const auto whole = checkRequest(*traits, options().request); !whole) {
            generate = translated(whole.error().message);
        }
    }
    m_problem = !prompt.isEmpty() ? prompt : !input.isEmpty() ? input : generate;
    showProblem(m_prompt, m_promptError, prompt);
    showProblem(m_input, m_inputError, input);
    showProblem(m_generate, m_generateError, generate);
    const QString& unread = m_controller->tokenizerProblem();
    m_promptNote->setText(noteOf(tokens ? tokens->size() : 0, traits) +
                          (unread.isEmpty() ? QString() : QStringLiteral("\n") + unread));
    m_promptNote->setVisible(prompt.isEmpty() && takesTokens());
    Q_EMIT changed();
}

void RunFields::showProblem(QWidget* editor, QLabel* message, const QString& sentence) {
    message->setText(sentence);
    setTextColor(message, m_theme->colors().error);
    message->setVisible(!sentence.isEmpty());
    editor->setAccessibleDescription(sentence);
    if (editor->property("invalid").toBool() == sentence.isEmpty()) {
        setStyleProperty(editor, "invalid", !sentence.isEmpty());
    }
}

void RunFields::applyTheme() {
    for (QLabel* message : {m_promptError, m_inputError, m_generateError}) {
        setTextColor(message, m_theme->colors().error);
    }
}

}  // namespace stowage
