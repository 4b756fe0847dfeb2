// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/compare_variants_dialog.h"

#include "engine/base/number_text.h"
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
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <set>
#include <utility>

namespace stowage {
namespace {

constexpr QSize kVariantsSize(860, 320);
const QString kUnknownFigure = QStringLiteral("–");

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
        isGpu ? CompareVariantsDialog::tr("The most that it takes of this GPU, context included")
              : CompareVariantsDialog::tr("The most that it takes of the CPU's memory"),
        rows,
        [device](const VariantFigures& figures) {
            const auto found = figures.needed.find(device);
            return found != figures.needed.end()
                       ? MaybeFigure<std::uint64_t>{found->second, {}}
                       : MaybeFigure<std::uint64_t>{
                             {},
                             figures.needed.empty()
                                 ? figures.sentence
                                 : CompareVariantsDialog::tr("The plan has no such device.")};
        },
        [](std::uint64_t bytes) { return sizeText(bytes); });
}

FactColumn verdictColumn(const std::shared_ptr<const FigureList>& rows) {
    const auto of = [rows](std::size_t row) { return (*rows)[row].get(); };
    FactColumn column{CompareVariantsDialog::tr("Fits"),
                      CompareVariantsDialog::tr("Whether the devices have room for the workload"),
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
    setObjectName(QStringLiteral("compare_variants_dialog"));
    setWindowTitle(tr("Compare variants"));
    resizeDialog(this, kVariantsSize);
    auto* foot = new QWidget(this);
    auto* buttons = makeRow(foot, 12);
    addDialogHelp(foot, theme->font(TextRole::Tree));
    buttons->addStretch(1);
    QPushButton* copy =
        addButton(foot, "compare_variants_copy", tr("Copy the table"), theme->font(TextRole::Tree));
    QPushButton* close =
        addButton(foot, "compare_variants_close", tr("Close"), theme->font(TextRole::Tree));
    auto* layout = makeColumn(this, 10, {16, 14, 16, 14});
    layout->addWidget(makeParagraph(
        tr("Each with its own devices, limits and workload. All figures are predicted; a double "
           "click shows the plan."),
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
        tr("Tokens a second"), tr("Of all sequences together, after the first token"), rows,
        [](const VariantFigures& figures) { return figures.tokensPerSecond; },
        [](double rate) { return QString::fromStdString(perSecondText(rate)); }));
    for (const DeviceId device : devices) {
        table.columns.push_back(deviceColumn(device, rows));
    }
    table.columns.push_back(figureColumn<double>(
        tr("Load time"), tr("By the default method, from this machine's rates"), rows,
        [](const VariantFigures& figures) { return figures.loadSeconds; },
        [](double seconds) { return formatSeconds(seconds); }));
    table.rows = rows->size();
    return table;
}

}  // namespace stowage
