// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/diff_panel.h"

#include "widgets/document/document.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace stowage {

/// The moved modules of a comparison as rows, in tree order: module, from, to, size.
class MovedModulesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Module, From, To, Size, kColumnCount };
    using Columns = std::array<TableColumn<MovedModule>, kColumnCount>;
    enum Role {
        DeviceRole = Qt::UserRole,  ///< "gpu:0", "none": of From and To
        PathRole,                   ///< full name of the module or tensor
    };

    explicit MovedModulesModel(QObject* parent = nullptr);

    /// Null shows nothing.
    void setCompared(std::shared_ptr<const ComparedPlans> compared);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] static Columns makeColumns();

    std::shared_ptr<const ComparedPlans> m_compared;
    const Columns m_columns = makeColumns();
};

namespace {

enum DiffPage { kDiffHintPage, kDiffTablePage };

constexpr int kPlaceColumn = 52;
constexpr int kSizeColumn = 66;
constexpr int kLeastModuleColumn = 54;
constexpr int kSummaryWidth = 228;
constexpr int kSummaryMargin = 16;
constexpr int kPairShare = 60;

/// A pair of devices more tells little; the table beside it names every module.
constexpr std::size_t kMaxPairs = 6;

/// Device chips in the columns From and To.
class PlaceDelegate : public QStyledItemDelegate {
public:
    PlaceDelegate(const Theme* theme, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const auto device =
            parseDevice(index.data(MovedModulesModel::DeviceRole).toString().toStdString());
        if (!device) {
            QStyledItemDelegate::paint(painter, option, index);
            return;
        }
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, m_theme->colors().selectedRow);
        }
        const QRect chip(option.rect.left() + 3, option.rect.center().y() - px(kChipHeight) / 2,
                         px(metrics::kChipWidth), px(kChipHeight));
        paintDeviceChip(*painter, QStyle::visualRect(option.direction, option.rect, chip), *device,
                        m_theme->colors(), m_theme->font(TextRole::Caption, true));
    }

private:
    static constexpr int kChipHeight = 15;

    const Theme* m_theme;
};

QString limitText(const std::optional<double>& limit) {
    return limit ? sizeText(*limit) : DiffPanel::tr("none");
}

/// "GPU 0", or "no device".
QString placeLabel(const std::optional<DeviceId>& device) {
    return device ? translated(deviceLabel(*device))
                  : QCoreApplication::translate("MovedModulesModel", "no device");
}

/// "Compared with balanced".
QString comparisonTitle(const PlanComparison& comparison) {
    return DiffPanel::tr("Compared with %1").arg(comparison.name());
}

/// "162.0 MiB in 6 modules would move", "Nothing moves".
QString comparisonTotal(const PlanComparison& comparison) {
    if (comparison.compared() == nullptr) {
        return DiffPanel::tr("calculating…");
    }
    const PlanDiff& diff = comparison.compared()->diff;
    if (diff.moved.empty()) {
        return DiffPanel::tr("No module moves: every tensor is on the same device in both plans");
    }
    const bool proposed = comparison.kind() == PlanComparison::Other::Proposed;
    const auto count = diff.moved.size();
    const QString modules =
        count == 1 ? DiffPanel::tr("1 module") : DiffPanel::tr("%1 modules").arg(count);
    const QString bytes = sizeText(static_cast<double>(diff.bytesMoved));
    return proposed ? DiffPanel::tr("%2 (%1) would move").arg(bytes, modules)
                    : DiffPanel::tr("%1 in %2 moved").arg(bytes, modules);
}

}  // namespace

MovedModulesModel::Columns MovedModulesModel::makeColumns() {
    const auto path = [](const MovedModule& moved) {
        return moved.module.empty() ? tr("(whole model)") : QString::fromStdString(moved.module);
    };
    return std::to_array<TableColumn<MovedModule>>({
        {.title = tr("Module"), .text = path},
        {.title = tr("From"),
         .text = [](const MovedModule& moved) { return placeLabel(moved.from); },
         .toolTip = path},
        {.title = tr("To"),
         .text = [](const MovedModule& moved) { return placeLabel(moved.to); },
         .toolTip = path},
        {.title = tr("Size"),
         .alignment = Qt::AlignRight,
         .text =
             [](const MovedModule& moved) { return sizeText(static_cast<double>(moved.bytes)); },
         .toolTip =
             [](const MovedModule& moved) {
                 return exactBytesText(static_cast<double>(moved.bytes));
             }},
    });
}

MovedModulesModel::MovedModulesModel(QObject* parent) : QAbstractTableModel(parent) {}

void MovedModulesModel::setCompared(std::shared_ptr<const ComparedPlans> compared) {
    if (compared == m_compared) {
        return;
    }
    beginResetModel();
    m_compared = std::move(compared);
    endResetModel();
}

int MovedModulesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_compared == nullptr
               ? 0
               : static_cast<int>(m_compared->diff.moved.size());
}

int MovedModulesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant MovedModulesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const MovedModule& moved = m_compared->diff.moved[static_cast<std::size_t>(index.row())];
    switch (role) {
        case DeviceRole: {
            const auto& device = index.column() == From ? moved.from : moved.to;
            return device ? QString::fromStdString(deviceName(*device)) : QStringLiteral("none");
        }
        case PathRole:
            return QString::fromStdString(moved.module);
        default:
            return m_columns[static_cast<std::size_t>(index.column())].data(moved, role);
    }
}

QVariant MovedModulesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return headData(m_columns, section, orientation, role);
}

DiffPanel::DiffPanel(Document* document, PlanComparison* comparison, const Theme* theme,
                     QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_comparison(comparison),
      m_theme(theme),
      m_model(new MovedModulesModel(this)) {
    setObjectName(QStringLiteral("diff_panel"));
    m_pages = new QStackedWidget(this);
    m_hint = makeParagraph(tr("Choose a strategy to see which modules would move."),
                           theme->font(TextRole::Tree), m_pages, QPalette::PlaceholderText);
    m_hint->setAlignment(Qt::AlignCenter);
    m_pages->addWidget(m_hint);
    auto* page = new QWidget(m_pages);
    makeTable();
    auto* columns = makeRow(page, 12);
    columns->addWidget(makeSummary());
    columns->addWidget(m_table, 1);
    m_pages->addWidget(page);
    makeColumn(this, 0)->addWidget(m_pages);
    connect(comparison, &PlanComparison::changed, this, &DiffPanel::showComparison);
    connect(theme, &Theme::changed, this, &DiffPanel::showComparison);
    showComparison();
}

QWidget* DiffPanel::makeSummary() {
    auto* content = makePage(this);
    m_title =
        withName(makeParagraph({}, m_theme->font(TextRole::Tree, true), content), "diff_title");
    m_total = withName(makeParagraph({}, m_theme->font(TextRole::Tree), content), "diff_total");
    m_pairs = withName(new FigureTable(m_theme, content), "diff_pairs");
    m_pairs->setFirstColumnShare(kPairShare);
    // Two columns need less than the table asks for by itself.
    m_pairs->setMinimumWidth(px(kSummaryWidth) - kSummaryMargin);
    m_pairs->setAccessibleName(tr("Bytes that move, by pair of devices"));
    m_reasons = withName(
        makeParagraph({}, m_theme->font(TextRole::Caption), content, QPalette::PlaceholderText),
        "diff_reasons");
    m_reasons->setTextFormat(Qt::PlainText);
    auto* layout = makeColumn(content, 4, {0, 0, 4, 0});
    addWidgets(layout, {m_title, m_total, m_pairs, m_reasons});
    layout->addStretch(1);
    QScrollArea* scroll = makeScrollArea(this, content);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(px(kSummaryWidth));
    return scroll;
}

void DiffPanel::makeTable() {
    m_table = withName(new QTableView(this), "diff_modules", tr("Modules that move"));
    m_table->setModel(m_model);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setShowGrid(false);
    m_table->setCornerButtonEnabled(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTextElideMode(Qt::ElideLeft);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(px(metrics::kTableRow));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(MovedModulesModel::Module,
                                                      QHeaderView::Stretch);
    for (const int column : {MovedModulesModel::From, MovedModulesModel::To}) {
        m_table->setItemDelegateForColumn(column, new PlaceDelegate(m_theme, m_table));
        m_table->setColumnWidth(column, px(kPlaceColumn));
    }
    m_table->setColumnWidth(MovedModulesModel::Size, px(kSizeColumn));
    m_table->horizontalHeader()->setMinimumSectionSize(px(kLeastModuleColumn));
    m_table->setMinimumWidth(px(2 * kPlaceColumn + kSizeColumn + kLeastModuleColumn));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { selectRow(current); });
}

void DiffPanel::showComparison() {
    const bool active = m_comparison->isActive();
    m_pages->setCurrentIndex(active ? kDiffTablePage : kDiffHintPage);
    m_model->setCompared(active ? m_comparison->compared() : nullptr);
    if (!active) {
        return;
    }
    const QColor ink =
        m_comparison->isStale() ? m_theme->colors().secondaryText : m_theme->colors().text;
    m_title->setText(comparisonTitle(*m_comparison));
    m_total->setText(comparisonTotal(*m_comparison));
    setTextColor(m_total, ink);
    m_pairs->setStale(m_comparison->isStale());
    const bool known = m_comparison->compared() != nullptr;
    m_pairs->setVisible(known && !m_comparison->compared()->diff.pairs.empty());
    m_reasons->setVisible(known);
    if (known) {
        showPairs(m_comparison->compared()->diff);
        showReasons(m_comparison->compared()->diff);
    }
}

void DiffPanel::showPairs(const PlanDiff& diff) {
    const TableUnit unit = tableUnitFor(static_cast<double>(diff.bytesMoved));
    m_pairs->setHead({tr("Moved"), tableUnitName(unit)});
    std::vector<FigureRow> rows;
    for (const MovedBytes& pair : diff.pairs) {
        if (rows.size() == kMaxPairs) {
            break;
        }
        FigureRow row;
        FigureCell places;
        places.text = placeLabel(pair.from) + QStringLiteral(" → ") + placeLabel(pair.to);
        if (pair.from && pair.to) {
            places.chip = pair.from;
            places.toChip = pair.to;
        }
        FigureCell bytes;
        bytes.text = formatInUnit(static_cast<double>(pair.bytes), unit);
        const QString exact = exactBytesText(static_cast<double>(pair.bytes));
        bytes.toolTip = pair.modules == 1 ? tr("%1 in 1 module").arg(exact)
                                          : tr("%1 in %2 modules").arg(exact).arg(pair.modules);
        row.cells = {places, bytes};
        rows.push_back(std::move(row));
    }
    m_pairs->setRows(std::move(rows));
}

void DiffPanel::showReasons(const PlanDiff& diff) {
    QStringList lines = textList(diff.reasons);
    for (const BudgetChange& change : diff.budgets) {
        lines.append(tr("Limit of %1: %2 → %3")
                         .arg(translated(deviceLabel(change.device)), limitText(change.before),
                              limitText(change.after)));
    }
    if (lines.isEmpty()) {
        lines.append(tr("Both plans have the same strategy, limits and options."));
    }
    m_reasons->setText(lines.join(u'\n'));
}

void DiffPanel::selectRow(const QModelIndex& index) {
    const ModuleTree* tree = m_document->tree();
    if (!index.isValid() || tree == nullptr) {
        return;
    }
    const std::string path = index.data(MovedModulesModel::PathRole).toString().toStdString();
    if (const auto module = tree->findModule(path)) {
        m_document->select({*module});
    } else if (const auto tensor = tree->findTensor(path)) {
        m_document->select({tree->tensor(*tensor).module});
    }
}

DiffBar::DiffBar(PlanComparison* comparison, const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_comparison(comparison),
      m_theme(theme),
      m_title(withName(new ElidedLabel(this), "diff_bar_title")),
      m_total(withName(new ElidedLabel(this, Qt::ElideRight), "diff_bar_total")),
      m_use(withName(new QPushButton(tr("Use this"), this), "diff_use",
                     tr("Use the compared plan"))) {
    setObjectName(QStringLiteral("diff_bar"));
    m_title->setFont(theme->font(TextRole::Tree, true));
    m_total->setFont(theme->font(TextRole::Tree));
    auto* details = withName(new QPushButton(tr("Details"), this), "diff_details");
    auto* close =
        withName(new QPushButton(tr("Close"), this), "diff_close", tr("End the comparison"));
    auto* layout = makeRow(this, 8, {12, 4, 6, 4});
    layout->addWidget(m_title);
    layout->addWidget(m_total, 1);
    for (QPushButton* button : {m_use, details, close}) {
        button->setFont(theme->font(TextRole::Tree));
        layout->addWidget(button);
    }
    connect(m_use, &QPushButton::clicked, this, &DiffBar::useRequested);
    connect(details, &QPushButton::clicked, this, &DiffBar::detailsRequested);
    connect(close, &QPushButton::clicked, comparison, &PlanComparison::end);
    connect(comparison, &PlanComparison::changed, this, &DiffBar::showComparison);
    connect(theme, &Theme::changed, this, &DiffBar::showComparison);
    showComparison();
}

void DiffBar::showComparison() {
    setVisible(m_comparison->isActive());
    if (!m_comparison->isActive()) {
        return;
    }
    const ThemeColors& colors = m_theme->colors();
    m_title->setText(comparisonTitle(*m_comparison));
    const QString total = comparisonTotal(*m_comparison);
    m_total->setText(total);
    setTextColor(m_title, colors.text);
    setTextColor(m_total, m_comparison->isStale() ? colors.secondaryText : colors.text);
    m_use->setVisible(m_comparison->kind() == PlanComparison::Other::Proposed);
    setAccessibleName(m_title->text() + QStringLiteral(": ") + total);
}

void DiffBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colors().selectedRow);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme->colors().accent);
}

}  // namespace stowage

#include "diff_panel.moc"
