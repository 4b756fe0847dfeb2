// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_panels.h"

#include "engine/base/number_text.h"
#include "engine/capacity/engine_profile.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/workload.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QWidget>

#include <algorithm>
#include <optional>
#include <vector>

namespace stowage {

struct ModelFacts;

/// The plan's workload as fields: numbers, checked while they are typed, and the choices beside
/// them; below, in what order something may be given up. Each change is an edit of the plan.
class WorkloadFields : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    WorkloadFields(CapacityController* controller, const Theme* theme, QWidget* parent);

private:
    enum class Concern { None, Warning, Error };
    struct NumberField {
        const WorkloadNumber* number;
        QWidget* caption;
        QLineEdit* editor;
        QLabel* note;
    };
    struct ChoiceField {
        std::string key;  ///< as an error names it
        QComboBox* combo;
        QLabel* note;
    };

    void makeNumber(QGridLayout* grid, const WorkloadNumber& number);
    QComboBox* makeChoice(QGridLayout* grid, const char* key, const QString& title,
                          const QString& toolTip);
    /// Caption, editor, and below them the place for what is wrong with it.
    QLabel* addRow(QGridLayout* grid, const QString& title, QWidget* editor, const char* key);
    void fillChoices();
    void makeSacrifices(QGridLayout* grid);
    void moveSacrifice(int by);
    void takeSacrifices();

    void check(const NumberField& field);
    void commit(const NumberField& field);
    void commitChoices();
    /// Null: nothing is known of the model.
    [[nodiscard]] const ModelFacts* modelFacts() const;
    /// Tokens of a sequence, those of its images among them.
    [[nodiscard]] std::uint64_t servedTokens(const Workload& workload) const;
    void showWorkload();
    /// What an estimate says of a field, and numbers that the model was not made for.
    void showProblems();
    void mark(QWidget* editor, QLabel* note, Concern concern, const QString& sentence);

    CapacityController* m_controller;
    const Theme* m_theme;
    std::vector<NumberField> m_numbers;
    std::vector<ChoiceField> m_choices;
    QLabel* m_positions = nullptr;
    QComboBox* m_engine = nullptr;
    QComboBox* m_kvType = nullptr;
    QComboBox* m_computeType = nullptr;
    QComboBox* m_attention = nullptr;
    QComboBox* m_allocator = nullptr;
    QListWidget* m_sacrifices = nullptr;
    QWidget* m_sacrificesHead = nullptr;
};

namespace {

constexpr int kSacrificeRow = 22;

constexpr DType kComputeTypes[] = {DType::Float32, DType::Float16, DType::BFloat16};
constexpr KvType kKvChoices[] = {KvType::Float32, KvType::Float16, KvType::BFloat16,
                                 KvType::Fp8,     KvType::Int8,    KvType::Q4};
constexpr AttentionKind kAttentionChoices[] = {AttentionKind::Eager, AttentionKind::Fused};

QString textOfView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString sacrificeText(CapacityChange::Kind kind) {
    using Kind = CapacityChange::Kind;
    switch (kind) {
        case Kind::Placement:
            return WorkloadFields::tr("another map");
        case Kind::Allocator:
            return WorkloadFields::tr("expandable segments");
        case Kind::Limits:
            return WorkloadFields::tr("different memory limits");
        case Kind::Engine:
            return WorkloadFields::tr("another engine");
        case Kind::Context:
            return WorkloadFields::tr("a shorter context");
        case Kind::KvType:
            return WorkloadFields::tr("a smaller KV cache dtype");
        case Kind::Batch:
            return WorkloadFields::tr("fewer sequences at once");
        case Kind::PrefillChunk:
            return WorkloadFields::tr("prompts in chunks");
        case Kind::Quantization:
            return WorkloadFields::tr("weights in int8");
        case Kind::Offload:
            return WorkloadFields::tr("weights offloaded to the CPU");
    }
    return {};
}

/// A value as it is typed.
QString typedText(const WorkloadNumber& number, std::uint64_t value) {
    return number.places == 0 ? countText(value) : QString::number(writtenNumber(number, value));
}

/// What was typed into a field, or the sentence about what is wrong with it.
Result<std::uint64_t> readNumber(const WorkloadNumber& number, QString typed) {
    static const QRegularExpression kBetween(QStringLiteral("[\\s,_]"));
    typed.remove(kBetween);
    const bool isWhole = number.places == 0;
    std::optional<std::uint64_t> value;
    if (typed.isEmpty() && number.least == 0) {
        value = 0;
    } else if (isWhole) {
        value = parseCount(typed.toStdString());
    } else {
        bool isNumber = false;
        const double written = typed.toDouble(&isNumber);
        value = isNumber && written >= 0 ? std::optional(storedNumber(number, written)) : value;
    }
    if (!value) {
        return fail(ErrorCode::InvalidArgument,
                    (isWhole ? WorkloadFields::tr("Not a whole number: type %1 to %2.")
                                   .arg(countText(number.least), countText(number.most))
                             : WorkloadFields::tr("Not a number: type a value such as 0.92."))
                        .toStdString());
    }
    if (*value < number.least || *value > number.most) {
        return fail(ErrorCode::InvalidArgument,
                    WorkloadFields::tr("Out of range: type %1 to %2.")
                        .arg(typedText(number, number.least), typedText(number, number.most))
                        .toStdString());
    }
    return *value;
}

}  // namespace

WorkloadFields::WorkloadFields(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_controller(controller), m_theme(theme) {
    static constexpr int kRowGap = 6;
    setObjectName(QStringLiteral("workload_fields"));
    auto* grid = makeGrid(this, 8, kRowGap, {metrics::kPadding, 8, metrics::kPadding, 8});
    grid->setColumnStretch(1, 1);
    m_engine =
        makeChoice(grid, "engine", tr("Engine"),
                   tr("Engine whose memory rules apply, for example for storing keys and values"));
    for (const WorkloadNumber& number : workloadNumbers()) {
        makeNumber(grid, number);
    }
    m_kvType =
        makeChoice(grid, "kv_dtype", tr("KV cache"), tr("Dtype of the stored keys and values"));
    m_computeType =
        makeChoice(grid, "compute_dtype", tr("Computes in"),
                   tr("The dtype of activations and, unless specified otherwise, of the KV cache"));
    m_attention = makeChoice(
        grid, "attention", tr("Attention"),
        tr("eager: all attention scores are in memory at once; fused: only small blocks of them"));
    m_allocator = makeChoice(grid, "allocator", tr("Allocator"),
                             tr("Setting of PyTorch's allocator on the simulated GPUs; "
                                "expandable_segments is an option of PYTORCH_CUDA_ALLOC_CONF"));
    connect(m_allocator, &QComboBox::activated, this, [this] {
        m_controller->setAllocator(static_cast<AllocatorKind>(m_allocator->currentData().toInt()));
    });
    fillChoices();
    makeSacrifices(grid);
    grid->setRowStretch(grid->rowCount(), 1);
    connect(controller, &CapacityController::inputChanged, this, &WorkloadFields::showWorkload);
    connect(controller, &CapacityController::estimateChanged, this, &WorkloadFields::showProblems);
    connect(controller->document(), &Document::editRefused, this, &WorkloadFields::showWorkload);
    connect(theme, &Theme::changed, this, &WorkloadFields::showProblems);
    showWorkload();
}

QLabel* WorkloadFields::addRow(QGridLayout* grid, const QString& title, QWidget* editor,
                               const char* key) {
    const int line = grid->rowCount();
    editor->setFont(m_theme->font(TextRole::Tree));
    grid->addWidget(
        makeCaption(title, m_theme->font(TextRole::Tree), editor, QPalette::PlaceholderText), line,
        0);
    grid->addWidget(editor, line, 1);
    QLabel* note = makeSentence(this, "", m_theme->font(TextRole::Caption));
    note->setObjectName(QStringLiteral("workload_%1_note").arg(QLatin1String(key)));
    note->hide();
    grid->addWidget(note, line + 1, 0, 1, 3);
    return note;
}

void WorkloadFields::makeNumber(QGridLayout* grid, const WorkloadNumber& number) {
    auto* editor = new QLineEdit(this);
    const std::string name = "workload_" + std::string(number.key);
    withName(editor, name.c_str(), translated(number.title));
    editor->setToolTip(translated(number.hint));
    QLabel* note = addRow(grid, translated(number.title), editor, std::string(number.key).c_str());
    QWidget* caption = grid->itemAtPosition(grid->rowCount() - 2, 0)->widget();
    const NumberField field{&number, caption, editor, note};
    m_numbers.push_back(field);
    if (number.value == &Workload::context) {
        m_positions = withName(
            makeTextLine({}, m_theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
            "workload_positions");
        m_positions->setToolTip(tr("Number of positions that the model was designed for"));
        grid->addWidget(m_positions, grid->rowCount() - 2, 2);
    }
    connect(editor, &QLineEdit::textEdited, this, [this, field] { check(field); });
    connect(editor, &QLineEdit::editingFinished, this, [this, field] { commit(field); });
}

QComboBox* WorkloadFields::makeChoice(QGridLayout* grid, const char* key, const QString& title,
                                      const QString& toolTip) {
    const std::string name = std::string("workload_") + key;
    auto* combo = withName(new QComboBox(this), name.c_str(), title);
    combo->setToolTip(toolTip);
    letNamesBeElided(combo, 14);
    m_choices.push_back({key, combo, addRow(grid, title, combo, key)});
    connect(combo, &QComboBox::activated, this, &WorkloadFields::commitChoices);
    return combo;
}

void WorkloadFields::fillChoices() {
    m_engine->addItem(tr("automatic"), QString());
    if (const auto engines = engineProfiles()) {
        for (const EngineProfile& engine : *engines) {
            m_engine->addItem(translated(engine.titleWithVersion()),
                              QString::fromStdString(engine.name));
        }
    }
    m_kvType->addItem(tr("compute dtype"), -1);
    for (const KvType type : kKvChoices) {
        m_kvType->addItem(textOfView(kvTypeName(type)), static_cast<int>(type));
    }
    m_computeType->addItem(tr("the weights' dtype"), -1);
    for (const DType type : kComputeTypes) {
        m_computeType->addItem(textOfView(dtypeName(type)), static_cast<int>(type));
    }
    m_attention->addItem(tr("engine default"), -1);
    for (const AttentionKind kind : kAttentionChoices) {
        m_attention->addItem(textOfView(attentionName(kind)), static_cast<int>(kind));
    }
    for (const auto kind : {AllocatorKind::Native, AllocatorKind::ExpandableSegments}) {
        m_allocator->addItem(textOfView(allocatorName(kind)), static_cast<int>(kind));
    }
}

void WorkloadFields::makeSacrifices(QGridLayout* grid) {
    m_sacrifices = withName(new QListWidget(this), "sacrifices_list",
                            tr("Allowed changes, in the order in which they are tried"));
    m_sacrifices->setFont(m_theme->font(TextRole::Tree));
    m_sacrifices->setDragDropMode(QAbstractItemView::InternalMove);
    m_sacrifices->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const CapacityChange::Kind kind : m_controller->sacrifices()) {
        auto* item = new QListWidgetItem(sacrificeText(kind), m_sacrifices);
        item->setData(Qt::UserRole, static_cast<int>(kind));
        item->setSizeHint(QSize(0, px(kSacrificeRow)));
        item->setFlags(item->flags() & ~Qt::ItemIsDropEnabled);
    }
    m_sacrifices->setFixedHeight(px(kSacrificeRow) * m_sacrifices->count() + 4);
    m_sacrifices->setCurrentRow(0);
    m_sacrificesHead = new QWidget(this);
    auto* head = m_sacrificesHead;
    auto* row = makeRow(head, 4);
    row->addWidget(
        makeTextLine(tr("Allowed changes, in order"), m_theme->font(TextRole::Tree, true), head),
        1);
    const QFont font = m_theme->font(TextRole::Caption);
    for (const int by : {-1, 1}) {
        QPushButton* button = addButton(head, by < 0 ? "sacrifice_earlier" : "sacrifice_later",
                                        by < 0 ? tr("Earlier") : tr("Later"), font);
        button->setProperty("compact", true);
        connect(button, &QPushButton::clicked, this, [this, by] { moveSacrifice(by); });
    }
    const int line = grid->rowCount();
    grid->addWidget(head, line, 0, 1, 3);
    grid->addWidget(m_sacrifices, line + 1, 0, 1, 3);
    connect(m_sacrifices->model(), &QAbstractItemModel::rowsMoved, this,
            &WorkloadFields::takeSacrifices);
    // A drag within the list puts a copy in and takes the old row out.
    connect(m_sacrifices->model(), &QAbstractItemModel::rowsRemoved, this,
            &WorkloadFields::takeSacrifices, Qt::QueuedConnection);
}

void WorkloadFields::moveSacrifice(int by) {
    const int row = m_sacrifices->currentRow();
    if (row < 0 || row + by < 0 || row + by >= m_sacrifices->count()) {
        return;
    }
    m_sacrifices->insertItem(row + by, m_sacrifices->takeItem(row));
    m_sacrifices->setCurrentRow(row + by);
}

void WorkloadFields::takeSacrifices() {
    std::vector<CapacityChange::Kind> order;
    for (int row = 0; row < m_sacrifices->count(); ++row) {
        order.push_back(
            static_cast<CapacityChange::Kind>(m_sacrifices->item(row)->data(Qt::UserRole).toInt()));
    }
    if (order.size() == m_controller->sacrifices().size()) {
        m_controller->setSacrifices(std::move(order));
    }
}

void WorkloadFields::check(const NumberField& field) {
    const auto value = readNumber(*field.number, field.editor->text());
    mark(field.editor, field.note, value ? Concern::None : Concern::Error,
         value ? QString() : translated(value.error().message));
}

void WorkloadFields::commit(const NumberField& field) {
    const auto value = readNumber(*field.number, field.editor->text());
    if (!value || !field.editor->isModified()) {
        return;
    }
    field.editor->setModified(false);  // undo means the plan from now on
    Workload workload = m_controller->workload();
    workload.*field.number->value = *value;
    m_controller->setWorkload(workload);
    showWorkload();
}

void WorkloadFields::commitChoices() {
    Workload workload = m_controller->workload();
    const int kvType = m_kvType->currentData().toInt();
    const int computeType = m_computeType->currentData().toInt();
    const int attention = m_attention->currentData().toInt();
    workload.engine = m_engine->currentData().toString().toStdString();
    workload.kvType = kvType < 0 ? std::nullopt : std::optional(static_cast<KvType>(kvType));
    workload.computeType =
        computeType < 0 ? std::nullopt : std::optional(static_cast<DType>(computeType));
    workload.attention =
        attention < 0 ? std::nullopt : std::optional(static_cast<AttentionKind>(attention));
    m_controller->setWorkload(workload);
}

const ModelFacts* WorkloadFields::modelFacts() const {
    const auto& facts = m_controller->document()->facts();
    return facts == nullptr ? nullptr : facts->model.get();
}

std::uint64_t WorkloadFields::servedTokens(const Workload& workload) const {
    return withImageTokens(workload, modelFacts()).tokens();
}

void WorkloadFields::showWorkload() {
    // Of several models nothing is proposed that could be given up.
    const bool isOfOne = !m_controller->tenantsInput();
    m_sacrificesHead->setVisible(isOfOne);
    m_sacrifices->setVisible(isOfOne);
    const Workload workload = m_controller->workload();
    for (const NumberField& field : m_numbers) {
        const std::uint64_t value = workload.*field.number->value;
        // What is being typed is the person's, not the plan's.
        if (!field.editor->isModified()) {
            const bool isZeroTold = field.number->value == &Workload::generate ||
                                    field.number->value == &Workload::images;
            field.editor->setText(value == 0 && !isZeroTold ? QString()
                                                            : typedText(*field.number, value));
            mark(field.editor, field.note, Concern::None, {});
        }
        if (field.number->value == &Workload::context) {
            Workload without = workload;
            without.context = 0;
            field.editor->setPlaceholderText(countText(servedTokens(without)));
        } else if (field.number->value == &Workload::prefillChunk) {
            field.editor->setPlaceholderText(tr("the whole prompt"));
        } else if (field.number->value == &Workload::tensorParallel ||
                   field.number->value == &Workload::batchedTokens ||
                   field.number->value == &Workload::memoryShare) {
            field.editor->setPlaceholderText(tr("engine default"));
        }
    }
    const auto choose = [](QComboBox* combo, const QVariant& value) {
        combo->setCurrentIndex(std::max(combo->findData(value), 0));
    };
    choose(m_engine, QString::fromStdString(workload.engine));
    choose(m_kvType, workload.kvType ? static_cast<int>(*workload.kvType) : -1);
    choose(m_computeType, workload.computeType ? static_cast<int>(*workload.computeType) : -1);
    choose(m_attention, workload.attention ? static_cast<int>(*workload.attention) : -1);
    const auto allocator = m_controller->allocator();
    m_allocator->setEnabled(allocator.has_value());
    choose(m_allocator, static_cast<int>(allocator.value_or(AllocatorKind::Native)));
    showProblems();
}

void WorkloadFields::showProblems() {
    const auto& facts = m_controller->document()->facts();
    const std::uint64_t positions =
        facts == nullptr || facts->model == nullptr ? 0 : facts->model->contextLength.value_or(0);
    const QString most = countText(positions);
    m_positions->setText(positions > 0 ? tr("of %1").arg(most) : QString());
    const auto& problem = m_controller->problem();
    const auto sentenceOf = [&](std::string_view key) {
        return problem && problem->key == key ? translated(problem->message) : QString();
    };
    const Workload workload = m_controller->workload();
    for (const NumberField& field : m_numbers) {
        if (field.number->value == &Workload::images) {
            const bool takesImages = modelFacts() != nullptr && modelFacts()->images;
            const bool isAsked = takesImages || workload.images > 0;
            field.caption->setVisible(isAsked);
            field.editor->setVisible(isAsked);
        }
        if (field.editor->isModified()) {
            continue;
        }
        const QString wrong = sentenceOf(field.number->key);
        const bool isLong = field.number->value == &Workload::context && positions > 0 &&
                            servedTokens(workload) > positions;
        const auto shortContext = field.number->value == &Workload::context
                                      ? shortContextText(withImageTokens(workload, modelFacts()))
                                      : std::nullopt;
        mark(
            field.editor, field.note,
            !wrong.isEmpty()         ? Concern::Error
            : isLong || shortContext ? Concern::Warning
                                     : Concern::None,
            !wrong.isEmpty() ? wrong
            : shortContext   ? translated(*shortContext)
            : isLong
                ? tr("The context is longer than the %1 positions that the model was designed for.")
                      .arg(most)
                : QString());
    }
    const auto& estimate = m_controller->estimate();
    const bool isAutomatic = estimate != nullptr && m_controller->workload().engine.empty();
    const QString automatic =
        isAutomatic ? tr("automatic: %1").arg(translated(estimate->engine.title)) : tr("automatic");
    m_engine->setItemText(0, automatic);
    for (const ChoiceField& field : m_choices) {
        const QString wrong = sentenceOf(field.key);
        // The field has no room for the names of other engines than Stowage.
        const bool isTold =
            field.combo == m_engine && isAutomatic && estimate->engine.name != "stowage";
        mark(field.combo, field.note, wrong.isEmpty() ? Concern::None : Concern::Error,
             wrong.isEmpty() && isTold ? automatic : wrong);
    }
}

void WorkloadFields::mark(QWidget* editor, QLabel* note, Concern concern, const QString& sentence) {
    const ThemeColors& colors = m_theme->colors();
    note->setText(sentence);
    note->setVisible(!sentence.isEmpty());
    setTextColor(note, concern == Concern::Error     ? colors.error
                       : concern == Concern::Warning ? colors.overText
                                                     : colors.secondaryText);
    editor->setAccessibleDescription(sentence);
    setStyleProperty(editor, "invalid", concern == Concern::Error);
    setStyleProperty(editor, "warned", concern == Concern::Warning);
}

QWidget* makeWorkloadFields(CapacityController* controller, const Theme* theme, QWidget* parent) {
    return new WorkloadFields(controller, theme, parent);
}

}  // namespace stowage

#include "workload_fields.moc"
