// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/compare_variants_dialog.h"

#include "engine/base/number_text.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/load/load_controller.h"
#include "widgets/project/project_session.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/translation.h"

#include <QAbstractProxyModel>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QString>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>

namespace stowage {

/// The project's plans as tabs above the board: a click shows one, a double click or F2 renames it,
/// dragging orders them; the context menu and Delete take one away. Hidden while there is one plan
/// alone.
class VariantBar : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    VariantBar(ProjectSession* session, const Theme* theme, QWidget* parent = nullptr);

    /// Begins to rename that plan in its tab.
    void beginRename(int tab);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void endRename(bool isTaken);
    void showMenu(const QPoint& at);

    ProjectSession* m_session;
    QTabBar* m_tabs;
    QToolButton* m_add;
    QLineEdit* m_name;
    int m_renamed = -1;
    bool m_following = false;
};

/// A figure, or the sentence that says why there is none.
template <class Value>
struct MaybeFigure {
    std::optional<Value> value{};
    QString whyNot{};
};

/// What a plan comes to, as the Capacity page and the pre-flight of a load tell it. Predicted.
struct VariantFigures {
    QString verdict;   ///< "Fits", or why it does not, in a word or two
    QString sentence;  ///< the same with the tightest device
    int rank = 0;      ///< 0 fits, 1 fits with offload, 2 does not; 3: not known
    MaybeFigure<double> tokensPerSecond;
    std::map<DeviceId, std::uint64_t> needed{};  ///< bytes by GPU and CPU
    MaybeFigure<double> loadSeconds;
};

/// Estimates a plan under its workload and predicts its load by the default method. Blocks; call it
/// in a worker.
[[nodiscard]] VariantFigures variantFigures(const EstimateInput& input,
                                            const std::stop_token& stop = {});
/// The figures of a plan that cannot be made.
[[nodiscard]] VariantFigures figuresWithout(const Error& error);

namespace {

struct FigureTexts {
    Q_DECLARE_TR_FUNCTIONS(VariantFigures)
};

constexpr int kUnknownRank = 3;

QString verdictWord(Verdict verdict) {
    switch (verdict) {
        case Verdict::Undetermined:
            return FigureTexts::tr("Undetermined");
        case Verdict::Fits:
            return FigureTexts::tr("Fits");
        case Verdict::FitsWithOffload:
            return FigureTexts::tr("Fits with offload");
        case Verdict::DoesNotFit:
            break;
    }
    return FigureTexts::tr("Does not fit");
}

MaybeFigure<double> loadSeconds(const EstimateInput& input) {
    if (input.checkpoint->tensors.empty()) {
        return {{}, FigureTexts::tr("A model without weights cannot be loaded.")};
    }
    const auto seconds = predictedLoadSeconds(input);
    if (!seconds) {
        return {{}, translated(seconds.error().message)};
    }
    return {*seconds, FigureTexts::tr("The read speed of the disk with the model's files is not "
                                      "known. Run stowagectl devices --measure to measure it.")};
}

}  // namespace

VariantFigures variantFigures(const EstimateInput& input, const std::stop_token& stop) {
    const auto made = estimateCapacity(input, stop);
    if (!made) {
        VariantFigures figures = figuresWithout(made.error());
        figures.loadSeconds = loadSeconds(input);
        return figures;
    }
    const CapacityEstimate& estimate = **made;
    VariantFigures figures{verdictWord(estimate.verdict),
                           translated(estimateSentence(estimate)),
                           static_cast<int>(estimate.verdict),
                           {{}, FigureTexts::tr("The sizes of the model's layers are not known.")},
                           {},
                           loadSeconds(input)};
    if (estimate.verdict == Verdict::DoesNotFit) {
        figures.tokensPerSecond.whyNot = FigureTexts::tr("The plan does not fit.");
    } else if (const TimeEstimate* const time = estimate.toldTime()) {
        if (time->tokensPerSecond > 0) {
            figures.tokensPerSecond.value = time->tokensPerSecond;
        } else {
            figures.tokensPerSecond.whyNot = FigureTexts::tr("This model generates no tokens.");
        }
    } else if (const Message why = estimate.whyNoTime(); !why.empty()) {
        figures.tokensPerSecond.whyNot = translated(why);
    }
    for (const DeviceEstimate& device : estimate.devices) {
        if (device.device.id.isGpu() || device.device.id == DeviceId::cpu()) {
            figures.needed[device.device.id] = device.needed();
        }
    }
    return figures;
}

VariantFigures figuresWithout(const Error& error) {
    const QString sentence = translated(error.message);
    return {
        FigureTexts::tr("Not known"), sentence, kUnknownRank, {{}, sentence}, {}, {{}, sentence}};
}

namespace {

using FigureList = std::vector<std::shared_ptr<const VariantFigures>>;
template <class Value>
using FigureOf = std::function<MaybeFigure<Value>(const VariantFigures&)>;

/// A column of figures; what is not known stands last, and its tooltip says why.
template <class Value>
FactColumn figureColumn(const QString& title, const QString& hint,
                        const std::shared_ptr<const FigureList>& rows, FigureOf<Value> figure,
                        std::function<QString(Value)> text) {
    const auto at = [rows, figure](std::size_t row) {
        const auto& figures = (*rows)[row];
        return figures == nullptr
                   ? MaybeFigure<Value>{{}, CompareVariantsDialog::tr("calculating…")}
                   : figure(*figures);
    };
    FactColumn column{title, hint, FactColumn::Kind::Number, [at, text](std::size_t row) {
                          const auto shown = at(row);
                          return shown.value ? text(*shown.value) : kUnknownFigure;
                      }};
    column.toolTip = [at, text](std::size_t row) {
        const auto shown = at(row);
        return shown.value ? text(*shown.value) : shown.whyNot;
    };
    column.isLess = [at](std::size_t left, std::size_t right) {
        const auto a = at(left);
        const auto b = at(right);
        return a.value && b.value ? *a.value < *b.value : a.value.has_value() > b.value.has_value();
    };
    column.width = 104;
    return column;
}

FactColumn deviceColumn(DeviceId device, const std::shared_ptr<const FigureList>& rows) {
    const bool isGpu = device.isGpu();
    const QString title =
        isGpu ? CompareVariantsDialog::tr("VRAM %1").arg(translated(deviceLabel(device)))
              : CompareVariantsDialog::tr("RAM");
    return figureColumn<std::uint64_t>(
        title,
        isGpu ? CompareVariantsDialog::tr("Peak memory on this GPU, including the CUDA context")
              : CompareVariantsDialog::tr("Peak memory on the CPU"),
        rows,
        [device](const VariantFigures& figures) {
            const auto found = figures.needed.find(device);
            return found != figures.needed.end()
                       ? MaybeFigure<std::uint64_t>{found->second, {}}
                       : MaybeFigure<std::uint64_t>{
                             {},
                             figures.needed.empty()
                                 ? figures.sentence
                                 : CompareVariantsDialog::tr(
                                       "The plan of this variant does not have this device.")};
        },
        [](std::uint64_t bytes) { return sizeText(bytes); });
}

FactColumn verdictColumn(const std::shared_ptr<const FigureList>& rows) {
    const auto of = [rows](std::size_t row) { return (*rows)[row].get(); };
    FactColumn column{
        CompareVariantsDialog::tr("Fits"),
        CompareVariantsDialog::tr("Whether the model and the workload fit on the devices"),
        FactColumn::Kind::Text, [of](std::size_t row) {
            return of(row) == nullptr ? CompareVariantsDialog::tr("calculating…")
                                      : of(row)->verdict;
        }};
    column.toolTip = [of](std::size_t row) {
        return of(row) == nullptr ? QString() : of(row)->sentence;
    };
    column.isLess = [of](std::size_t left, std::size_t right) {
        const auto rank = [of](std::size_t row) { return of(row) == nullptr ? 4 : of(row)->rank; };
        return rank(left) < rank(right);
    };
    column.width = 120;
    return column;
}

}  // namespace

CompareVariantsDialog::CompareVariantsDialog(Document* document, LoadController* loads,
                                             ProjectSession* session, const Theme* theme,
                                             QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_loads(loads),
      m_session(session),
      m_view(new FactTableView(QStringLiteral("compared_variants"), tr("Variants side by side"),
                               theme, this)) {
    static constexpr QSize kSize(860, 320);
    setObjectName(QStringLiteral("compare_variants_dialog"));
    setWindowTitle(tr("Compare variants"));
    resizeDialog(this, kSize);
    auto* foot = new QWidget(this);
    auto* buttons = makeRow(foot, 12);
    addDialogHelp(foot, theme->font(TextRole::Tree));
    buttons->addStretch(1);
    QPushButton* copy =
        addButton(foot, "compare_variants_copy", tr("Copy the table"), theme->font(TextRole::Tree));
    QPushButton* close =
        addButton(foot, "compare_variants_close", tr("Close"), theme->font(TextRole::Tree));
    auto* layout = makeColumn(this, 10, {16, 14, 16, 14});
    layout->addWidget(
        makeParagraph(tr("Each variant has its own devices, limits and workload. All figures are "
                         "predicted. Double-click a variant to show its plan."),
                      theme->font(TextRole::Tree), this));
    layout->addWidget(m_view, 1);
    layout->addWidget(foot);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(copy, &QPushButton::clicked, this, [this] { copyToClipboard(m_view->allText()); });
    connect(m_view->table(), &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        const auto* sorted = qobject_cast<const QAbstractProxyModel*>(index.model());
        m_session->show(static_cast<std::size_t>(sorted->mapToSource(index).row()));
    });
    connect(session, &ProjectSession::variantsChanged, this, &CompareVariantsDialog::follow);
    connect(document, &Document::planChanged, this, &CompareVariantsDialog::follow);
    connect(loads, &LoadController::machineRatesChanged, this, [this] {
        m_known.clear();
        follow();
    });
}

void CompareVariantsDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    follow();
}

/// Figures of plans that are gone go; those of the others stay.
void CompareVariantsDialog::follow() {
    if (!isVisible() || m_document->plan() == nullptr) {
        return;
    }
    std::set<View> views;
    std::set<std::shared_ptr<PlanHistory>> histories;
    for (const SessionVariant& variant : m_session->variants()) {
        views.insert(variant.history->view());
        histories.insert(variant.history);
    }
    std::erase_if(m_known, [&views](const auto& known) { return !views.contains(known.first); });
    std::erase_if(m_refused,
                  [&histories](const auto& refused) { return !histories.contains(refused.first); });
    m_worker.drop();
    showTable();
    computeNext();
}

void CompareVariantsDialog::computeNext() {
    for (const SessionVariant& variant : m_session->variants()) {
        const View view = variant.history->view();
        if ((view != nullptr && m_known.contains(view)) || m_refused.contains(variant.history)) {
            continue;
        }
        m_worker.start(
            [view, plan = m_document->planner(variant.history->request()),
             checkpoint = m_document->checkpoint(), facts = m_document->facts(),
             rates = m_loads->machineRates()](const std::stop_token& stop) {
                const auto made = view != nullptr ? Result<View>(view) : plan(stop);
                if (!made) {
                    return Made{nullptr, std::make_shared<const VariantFigures>(
                                             figuresWithout(made.error()))};
                }
                const auto& workload = (*made)->plan->request.workload;
                const EstimateInput input{(*made)->plan, checkpoint,
                                          workload.value_or(usualWorkload(facts->model.get())),
                                          rates};
                return Made{*made,
                            std::make_shared<const VariantFigures>(variantFigures(input, stop))};
            },
            [this, history = variant.history](const Made& made) { take(history, made); },
            [this, history = variant.history](const Error& error) {
                take(history,
                     {nullptr, std::make_shared<const VariantFigures>(figuresWithout(error))});
            });
        return;
    }
}

void CompareVariantsDialog::take(const std::shared_ptr<PlanHistory>& history, const Made& made) {
    if (made.view == nullptr) {
        m_refused[history] = made.figures;
    } else {
        if (history->view() == nullptr) {
            history->setView(made.view);
        }
        m_known[made.view] = made.figures;
    }
    showTable();
    computeNext();
}

void CompareVariantsDialog::showTable() {
    m_view->setTable(makeTable());
}

FactTable CompareVariantsDialog::makeTable() const {
    auto rows = std::make_shared<FigureList>();
    auto names = std::make_shared<std::vector<QString>>();
    std::set<DeviceId> devices;
    for (const SessionVariant& variant : m_session->variants()) {
        const auto known = m_known.find(variant.history->view());
        const auto refused = m_refused.find(variant.history);
        rows->push_back(known != m_known.end()       ? known->second
                        : refused != m_refused.end() ? refused->second
                                                     : nullptr);
        names->push_back(variant.name);
        for (const DeviceInfo& device : variant.history->request().devices) {
            if (device.id.isGpu() || device.id == DeviceId::cpu()) {
                devices.insert(device.id);
            }
        }
    }
    FactTable table;
    FactColumn name{tr("Variant"), {}, FactColumn::Kind::Text, [names](std::size_t row) {
                        return (*names)[row];
                    }};
    name.width = 150;
    table.columns = {std::move(name), verdictColumn(rows)};
    table.columns.push_back(figureColumn<double>(
        tr("Tokens per second"),
        tr("Tokens per second of all sequences together, after the first token"), rows,
        [](const VariantFigures& figures) { return figures.tokensPerSecond; },
        [](double rate) { return QString::fromStdString(perSecondText(rate)); }));
    for (const DeviceId device : devices) {
        table.columns.push_back(deviceColumn(device, rows));
    }
    table.columns.push_back(figureColumn<double>(
        tr("Load time"), tr("Load time with the default method and the rates of this machine"),
        rows, [](const VariantFigures& figures) { return figures.loadSeconds; },
        [](double seconds) { return formatSeconds(seconds); }));
    table.rows = rows->size();
    return table;
}

namespace {

constexpr int kLeastNameWidth = 120;

}  // namespace

VariantBar::VariantBar(ProjectSession* session, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_tabs(withName(new QTabBar(this), "variant_tabs", tr("Variants of the plan"))),
      m_add(withName(new QToolButton(this), "variant_add", tr("New variant"))),
      m_name(withName(new QLineEdit(m_tabs), "variant_name", tr("Name of the variant"))) {
    setObjectName(QStringLiteral("variant_bar"));
    m_tabs->setMovable(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tabs->installEventFilter(this);
    m_add->setText(QStringLiteral("+"));
    m_add->setToolTip(tr("Add another plan of this model that starts as a copy of the plan shown"));
    m_name->hide();
    m_name->installEventFilter(this);
    setFontOf({m_tabs, m_add, m_name}, theme->font(TextRole::Tree));
    auto* row = makeRow(this, 4, {4, 0, 4, 0});
    row->addWidget(m_tabs, 0);
    row->addWidget(m_add);
    row->addStretch(1);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (!m_following && tab >= 0) {
            m_session->show(static_cast<std::size_t>(tab));
        }
    });
    connect(m_tabs, &QTabBar::tabMoved, this, [this](int from, int to) {
        m_session->moveVariant(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    });
    connect(m_tabs, &QTabBar::tabBarDoubleClicked, this, &VariantBar::beginRename);
    connect(m_tabs, &QTabBar::customContextMenuRequested, this, &VariantBar::showMenu);
    connect(m_add, &QToolButton::clicked, session, &ProjectSession::addVariant);
    connect(session, &ProjectSession::variantsChanged, this, &VariantBar::follow);
    follow();
}

void VariantBar::follow() {
    // Tabs are changed in place: one of them may be dragged just now.
    m_following = true;
    const auto& variants = m_session->variants();
    while (m_tabs->count() > static_cast<int>(variants.size())) {
        m_tabs->removeTab(m_tabs->count() - 1);
    }
    for (int tab = 0; tab < static_cast<int>(variants.size()); ++tab) {
        QString text = variants[static_cast<std::size_t>(tab)].name;
        const QString name = text;
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        if (tab == m_tabs->count()) {
            m_tabs->addTab(text);
        }
        m_tabs->setTabText(tab, text);
        m_tabs->setTabToolTip(tab, tr("%1: double-click to rename, drag to reorder").arg(name));
    }
    m_tabs->setCurrentIndex(static_cast<int>(m_session->current()));
    setVisible(variants.size() > 1);
    m_following = false;
}

void VariantBar::beginRename(int tab) {
    if (tab < 0 || tab >= m_tabs->count()) {
        return;
    }
    m_renamed = tab;
    const QRect rect = m_tabs->tabRect(tab);
    m_name->setGeometry(rect.x(), rect.y(), qMax(rect.width(), px(kLeastNameWidth)), rect.height());
    m_name->setText(m_session->variants()[static_cast<std::size_t>(tab)].name);
    m_name->selectAll();
    m_name->show();
    m_name->raise();
    m_name->setFocus();
}

void VariantBar::endRename(bool isTaken) {
    const int tab = std::exchange(m_renamed, -1);
    if (tab < 0) {
        return;
    }
    m_name->hide();
    if (isTaken && tab < m_tabs->count()) {
        m_session->rename(static_cast<std::size_t>(tab), m_name->text());
    }
}

bool VariantBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_name && event->type() == QEvent::FocusOut) {
        endRename(true);
    }
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (watched == m_name) {
        const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (isEnter || key == Qt::Key_Escape) {
            endRename(isEnter);
            m_tabs->setFocus();
            return true;
        }
    } else if (watched == m_tabs && key == Qt::Key_F2) {
        beginRename(m_tabs->currentIndex());
        return true;
    } else if (watched == m_tabs && key == Qt::Key_Delete) {
        m_session->remove(static_cast<std::size_t>(m_tabs->currentIndex()));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void VariantBar::showMenu(const QPoint& at) {
    const int tab = m_tabs->tabAt(at);
    if (tab < 0) {
        return;
    }
    auto* menu = withName(new QMenu(this), "variant_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Rename"), this, [this, tab] { beginRename(tab); });
    menu->addAction(tr("Delete"), this,
                    [this, tab] { m_session->remove(static_cast<std::size_t>(tab)); });
    menu->popup(m_tabs->mapToGlobal(at));
}

QWidget* makeVariantBar(ProjectSession* session, const Theme* theme, QWidget* parent) {
    return new VariantBar(session, theme, parent);
}

}  // namespace stowage

#include "compare_variants_dialog.moc"
