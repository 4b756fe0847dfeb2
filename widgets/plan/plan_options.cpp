// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_panels.h"

#include "engine/checkpoint/config_checkpoint.h"
#include "engine/model/joined_tree.h"
#include "engine/model/quantization.h"
#include "engine/plan/quantized_plan.h"
#include "engine/plan/strategies/strategies.h"
#include "widgets/document/document.h"
#include "widgets/plan/strategy_fields.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace stowage {

/// Under the plan's options: where the classes come from that are kept whole, and the way back to
/// the model's own once a person typed others.
class NoSplitNote : public QWidget {
    Q_OBJECT
public:
    explicit NoSplitNote(const Theme* theme, QWidget* parent = nullptr);

    void showPlan(const PlacementPlan& plan);

Q_SIGNALS:
    /// The model's own classes shall hold again.
    void ownRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_text;
    QPushButton* m_own;
};

namespace {

/// Where a model's own no-split classes come from.
QString ownWords(const ModuleTree& tree) {
    if (!tree.guessedClasses().empty()) {
        return NoSplitNote::tr("guessed from names");
    }
    if (isOfSeveralModels(tree)) {
        return NoSplitNote::tr("from the definitions of the models");
    }
    if (!tree.architecture().empty()) {
        return NoSplitNote::tr("from %1's definition")
            .arg(QString::fromStdString(tree.architecture()));
    }
    return tree.noSplitClasses().empty() ? NoSplitNote::tr("none known")
                                         : NoSplitNote::tr("from the model's file");
}

constexpr DType kPlannedTypes[] = {DType::Float32, DType::Float16, DType::BFloat16};

constexpr const char* kQuantizations[] = {"int8", "nf4", "fp4", "fp8", "mxfp4"};

constexpr PlacementRules kRuleChoices[] = {PlacementRules::Accelerate,
                                           PlacementRules::Transformers};

/// Data of the presets of load_hf_model in the strategy list, behind all strategies.
constexpr int kFirstLoadPreset = 100;

int dataOf(LoadPresetKind kind) {
    return kFirstLoadPreset + static_cast<int>(kind);
}

QString nameOf(int data) {
    if (data >= kFirstLoadPreset) {
        return loadPresetName(static_cast<LoadPresetKind>(data - kFirstLoadPreset));
    }
    const auto strategy = static_cast<Strategy>(data);
    return strategy == Strategy::Manual ? PlanOptions::tr("given map")
                                        : QString::fromUtf8(strategyName(strategy));
}

QString joined(const std::vector<std::string>& names) {
    return names.empty() ? PlanOptions::tr("none") : textList(names).join(QStringLiteral(", "));
}

}  // namespace

QString loadPresetName(LoadPresetKind kind) {
    return kind == LoadPresetKind::UniformCap    ? PlanOptions::tr("uniform cap")
           : kind == LoadPresetKind::ShareOfFree ? PlanOptions::tr("85 % of free memory")
                                                 : PlanOptions::tr("num_gpus=None");
}

NoSplitNote::NoSplitNote(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(withName(
          makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "no_split_origin")),
      m_own(withName(new QPushButton(tr("Use the model's classes"), this), "no_split_own")) {
    setObjectName(QStringLiteral("no_split_note"));
    m_own->setProperty("compact", true);
    auto* layout = makeRow(this, metrics::kGrid * 2);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_own);
    connect(m_own, &QPushButton::clicked, this, &NoSplitNote::ownRequested);
    connect(theme, &Theme::changed, this, &NoSplitNote::applyTheme);
    applyTheme();
}

void NoSplitNote::showPlan(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    const bool byHand = plan.request.constraints.noSplit.has_value();
    const QString words = byHand ? tr("set by hand") : ownWords(tree);
    m_text->setText(tr("No-split classes: %1").arg(words));
    m_own->setVisible(byHand);
    m_own->setText(tree.guessedClasses().empty() ? tr("Use the model's classes")
                                                 : tr("Use the guessed classes"));
    const QStringList own = textList(tree.noSplitClasses());
    m_own->setToolTip(own.isEmpty() ? tr("None: every module may be split")
                                    : own.join(QStringLiteral(", ")));
}

void NoSplitNote::showEvent(QShowEvent* event) {
    applyTheme();
    QWidget::showEvent(event);
}

void NoSplitNote::applyTheme() {
    m_text->setFont(m_theme->font(TextRole::Caption));
    m_own->setFont(m_theme->font(TextRole::Caption));
}

PlanOptions::PlanOptions(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_theme(theme),
      m_strategy(withName(new QComboBox(this), "strategy_combo", tr("Strategy"))),
      m_noSplit(
          withName(new QComboBox(this), "no_split_combo", tr("Classes that must not be split"))),
      m_type(withName(new QComboBox(this), "type_combo", tr("Type"))),
      m_quantize(withName(new QComboBox(this), "quantize_combo", tr("Plan as if quantised"))),
      m_rules(withName(new QComboBox(this), "rules_combo", tr("Library whose rules apply"))),
      m_loadPreset(new LoadPresetFields(document, theme, this)),
      m_optimal(new OptimalFields(document, theme, this)),
      m_quantized(withName(
          makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "quantized_line", tr("Quantised parts of the model"))) {
    fillCombos();
    placeFields();
    connectCombos();
    connect(document, &Document::planChanged, this, &PlanOptions::showPlan);
    connect(document, &Document::editRefused, this, [this](const QString&, const PlanEdit& source) {
        // The fields of a preset keep what was typed, with their mark.
        const auto plan = m_document->plan();
        if (std::holds_alternative<SetLoadPresetEdit>(source) && plan != nullptr) {
            showStrategy(*plan);
        } else {
            showPlan();
        }
    });
    showPlan();
}

void PlanOptions::fillCombos() {
    for (const StrategyRow& row : strategies()) {
        m_strategy->addItem(QString::fromUtf8(row.name), static_cast<int>(row.strategy));
    }
    for (const LoadPresetKind kind : kLoadPresets) {
        m_strategy->addItem(nameOf(dataOf(kind)), dataOf(kind));
    }
    m_strategy->setItemData(m_strategy->findData(dataOf(LoadPresetKind::UniformCap)),
                            tr("Like load_hf_model(num_gpus, max_gpu_memory): the strategy “auto” "
                               "with the same cap for each GPU"),
                            Qt::ToolTipRole);
    m_strategy->setItemData(m_strategy->findData(dataOf(LoadPresetKind::ShareOfFree)),
                            tr("Like load_hf_model(num_gpus): the strategy “sequential” with 85 % "
                               "of each GPU's free memory as the limit"),
                            Qt::ToolTipRole);
    m_strategy->setItemData(m_strategy->findData(dataOf(LoadPresetKind::NoNumber)),
                            tr("Like load_hf_model() without num_gpus: the strategy “auto”; then "
                               "the whole model is moved to one GPU"),
                            Qt::ToolTipRole);
    m_noSplit->setEditable(true);
    m_noSplit->setInsertPolicy(QComboBox::NoInsert);
    m_noSplit->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_noSplit->setMinimumContentsLength(10);
    m_type->addItem(tr("as stored"));
    for (const DType type : kPlannedTypes) {
        m_type->addItem(QString::fromUtf8(dtypeName(type)));
    }
    letNamesBeElided(m_quantize);
    for (const PlacementRules rules : kRuleChoices) {
        m_rules->addItem(QString::fromUtf8(rulesName(rules)));
    }
    m_rules->setToolTip(
        tr("accelerate: the rules of infer_auto_device_map and dispatch. transformers: the rules "
           "of from_pretrained(device_map=…)."));
}

void PlanOptions::placeFields() {
    auto* grid = makeGrid(this, 8, 6);
    const auto caption = [this](const QString& text, QWidget* buddy) {
        return makeCaption(text, m_theme->font(TextRole::Tree), buddy, QPalette::PlaceholderText);
    };
    grid->addWidget(caption(tr("Strategy"), m_strategy), 0, 0);
    grid->addWidget(m_strategy, 0, 1, 1, 3);
    grid->addWidget(m_loadPreset, 1, 0, 1, 4);
    grid->addWidget(m_optimal, 2, 0, 1, 4);
    grid->addWidget(caption(tr("No-split"), m_noSplit), 3, 0);
    grid->addWidget(m_noSplit, 3, 1);
    grid->addWidget(caption(tr("Type"), m_type), 3, 2);
    grid->addWidget(m_type, 3, 3);
    grid->addWidget(caption(tr("Rules"), m_rules), 4, 0);
    grid->addWidget(m_rules, 4, 1);
    grid->addWidget(caption(tr("Quantise"), m_quantize), 5, 0);
    grid->addWidget(m_quantize, 5, 1, 1, 3);
    grid->addWidget(m_quantized, 6, 0, 1, 4);
    m_noSplitNote = new NoSplitNote(m_theme, this);
    grid->addWidget(m_noSplitNote, 7, 0, 1, 4);
    grid->setColumnStretch(1, 1);
    setTabOrder(m_strategy, m_loadPreset);
    setTabOrder(m_loadPreset, m_optimal);
    setTabOrder(m_optimal, m_noSplit);
    setTabOrder(m_noSplit, m_type);
    setTabOrder(m_type, m_rules);
    setTabOrder(m_rules, m_quantize);
}

void PlanOptions::connectCombos() {
    connect(m_strategy, &QComboBox::activated, this, &PlanOptions::commitStrategy);
    connect(m_noSplit, &QComboBox::textActivated, this, &PlanOptions::commitNoSplit);
    connect(m_noSplit->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        // Also where the completer finished the text, which then counts as not modified.
        commitNoSplit(m_noSplit->currentText());
    });
    connect(m_noSplitNote, &NoSplitNote::ownRequested, this,
            [this] { m_document->edit(SetNoSplitEdit{std::nullopt}); });
    connect(m_type, &QComboBox::activated, this, &PlanOptions::commitType);
    connect(m_quantize, &QComboBox::activated, this, &PlanOptions::commitQuantization);
    connect(m_rules, &QComboBox::activated, this, [this](int index) {
        m_document->edit(SetRulesEdit{kRuleChoices[static_cast<std::size_t>(index)]});
    });
}

void PlanOptions::commitStrategy(int index) {
    const int chosen = m_strategy->itemData(index).toInt();
    const auto plan = m_document->plan();
    if (plan == nullptr || chosen == static_cast<int>(Strategy::Manual)) {
        showPlan();
        return;
    }
    if (chosen < kFirstLoadPreset) {
        m_document->edit(SetStrategyEdit{static_cast<Strategy>(chosen)});
        return;
    }
    const auto kind = static_cast<LoadPresetKind>(chosen - kFirstLoadPreset);
    if (loadPresetKind(*plan) != kind) {
        m_document->edit(SetLoadPresetEdit{defaultLoadPreset(kind, *plan)});
    }
}

void PlanOptions::commitNoSplit(const QString& text) {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    std::vector<std::string> classes;
    for (const QString& name : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString trimmed = name.trimmed();
        if (!trimmed.isEmpty() && trimmed != tr("none")) {
            classes.push_back(trimmed.toStdString());
        }
    }
    if (classes == plan->noSplitClasses()) {
        return;
    }
    const bool own = classes == plan->request.tree->noSplitClasses();
    m_document->edit(SetNoSplitEdit{own ? std::nullopt : std::optional(std::move(classes))});
}

void PlanOptions::commitType(int index) {
    m_document->edit(SetDtypeEdit{
        index == 0 ? std::nullopt
                   : std::optional(kPlannedTypes[static_cast<std::size_t>(index - 1)])});
}

void PlanOptions::commitQuantization(int index) {
    m_document->edit(SetQuantizationEdit{
        index == 0 ? std::nullopt
                   : std::optional(m_quantizations[static_cast<std::size_t>(index - 1)])});
}

void PlanOptions::showPlan() {
    const auto plan = m_document->plan();
    for (QComboBox* combo : {m_strategy, m_noSplit, m_type, m_quantize, m_rules}) {
        combo->setEnabled(plan != nullptr);
    }
    const auto kind = plan == nullptr ? std::nullopt : loadPresetKind(*plan);
    m_loadPreset->setVisible(kind.has_value());
    const bool isOptimal = plan != nullptr && !kind && plan->request.strategy == Strategy::Optimal;
    m_optimal->setVisible(isOptimal);
    m_noSplitNote->setVisible(plan != nullptr);
    m_quantized->setVisible(plan != nullptr && plan->request.constraints.quantization.has_value());
    if (plan == nullptr) {
        return;
    }
    showStrategy(*plan);
    if (kind) {
        m_loadPreset->showPlan(*plan, *kind);
    }
    if (isOptimal) {
        m_optimal->showPlan(*plan);
    }
    showNoSplit(*plan);
    m_noSplitNote->showPlan(*plan);
    showType(*plan);
    showQuantization(*plan);
    m_rules->setCurrentText(QString::fromUtf8(rulesName(plan->request.rules)));
}

void PlanOptions::showStrategy(const PlacementPlan& plan) {
    const auto kind = loadPresetKind(plan);
    const int current = kind ? dataOf(*kind) : static_cast<int>(plan.request.strategy);
    const int manual = m_strategy->findData(static_cast<int>(Strategy::Manual));
    if (current == static_cast<int>(Strategy::Manual) && manual < 0) {
        m_strategy->addItem(nameOf(current), current);
    } else if (current != static_cast<int>(Strategy::Manual) && manual >= 0) {
        m_strategy->removeItem(manual);
    }
    const auto moves = static_cast<int>(plan.request.moves.size());
    for (int i = 0; i < m_strategy->count(); ++i) {
        const int item = m_strategy->itemData(i).toInt();
        QString text = nameOf(item);
        if (item == current) {
            if (moves == 1) {
                text = tr("%1, then 1 manual move").arg(text);
            } else if (moves > 1) {
                text = tr("%1, then %2 manual moves").arg(text).arg(moves);
            }
            m_strategy->setCurrentIndex(i);
        }
        m_strategy->setItemText(i, text);
    }
}

void PlanOptions::showNoSplit(const PlacementPlan& plan) {
    const QString own = joined(plan.request.tree->noSplitClasses());
    const QString current = joined(plan.noSplitClasses());
    QStringList choices{own, tr("none"), current};
    choices.removeDuplicates();
    m_noSplit->clear();
    m_noSplit->addItems(choices);
    m_noSplit->setCurrentText(current);
    m_noSplit->lineEdit()->setModified(false);
    m_noSplit->lineEdit()->setCursorPosition(0);
    const bool isGuessed =
        !plan.request.tree->guessedClasses().empty() && !plan.request.constraints.noSplit;
    m_noSplit->setToolTip(
        isGuessed ? tr("%1: classes guessed from names. These repeated blocks of equal shape are "
                       "not split. Type other classes, or “none” to allow splitting.")
                        .arg(current)
                  : current);
    m_noSplit->setAccessibleDescription(isGuessed ? tr("guessed from names") : QString());
    QFont font = m_noSplit->lineEdit()->font();
    font.setItalic(isGuessed);
    m_noSplit->lineEdit()->setFont(font);
}

void PlanOptions::showType(const PlacementPlan& plan) {
    const auto& dtype = plan.request.constraints.dtype;
    const auto* found = dtype ? std::ranges::find(kPlannedTypes, *dtype) : std::end(kPlannedTypes);
    const auto index =
        found == std::end(kPlannedTypes) ? 0 : 1 + (found - std::begin(kPlannedTypes));
    m_type->setCurrentIndex(static_cast<int>(index));
}

void PlanOptions::showQuantization(const PlacementPlan& plan) {
    m_quantizations.clear();
    for (const char* const name : kQuantizations) {
        Quantization usual = *quantizationOfMethod(name);
        m_quantizations.push_back(usual);
        if (isFourBit(usual.method)) {
            usual.isDoubleQuantised = true;
            m_quantizations.push_back(std::move(usual));
        }
    }
    // What the model's configuration declares comes last, and stays there when it is taken back.
    const auto checkpoint = m_document->checkpoint();
    const auto& current = plan.request.constraints.quantization;
    const auto add = [this](const std::optional<Quantization>& choice) {
        if (choice && std::ranges::find(m_quantizations, *choice) == m_quantizations.end()) {
            m_quantizations.push_back(*choice);
        }
    };
    add(checkpoint == nullptr ? std::nullopt : startingQuantization(*checkpoint));
    add(current);
    m_quantize->clear();
    m_quantize->addItem(tr("no"));
    for (const Quantization& choice : m_quantizations) {
        const QString text = translated(quantizationText(choice));
        m_quantize->addItem(choice.declaredBy.empty() ? text : tr("declared: %1").arg(text));
    }
    const auto found =
        current ? std::ranges::find(m_quantizations, *current) : m_quantizations.end();
    const auto index = found == m_quantizations.end() ? 0 : 1 + (found - m_quantizations.begin());
    m_quantize->setCurrentIndex(static_cast<int>(index));
    m_quantized->setText(translated(quantizationLine(plan)));
    m_quantize->setToolTip(current ? translated(quantizationLine(plan))
                                   : tr("Plans as if the weights were quantised. This option is "
                                        "only for planning, not for loading."));
}

}  // namespace stowage

#include "plan_options.moc"
