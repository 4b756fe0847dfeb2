// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/audit_panel.h"

#include "engine/base/strings.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

QString typeText(const AuditRow& row) {
    const QString type = QString::fromUtf8(dtypeName(row.dtype));
    return row.dtype == row.storedDtype
               ? type
               : AuditModel::tr("%1, from %2")
                     .arg(type, QString::fromUtf8(dtypeName(row.storedDtype)));
}

QString verdictText(const AuditRow& row) {
    if (row.isRight()) {
        return AuditModel::tr("equal");
    }
    if (row.firstDifference) {
        return AuditModel::tr("differs at byte %1").arg(*row.firstDifference);
    }
    return translated(row.problem);
}

QString rowNameText(const AuditRow& row) {
    const QString name = QString::fromStdString(row.name);
    return row.tiedTo.empty()
               ? name
               : AuditModel::tr("%1 (tied to %2)").arg(name, QString::fromStdString(row.tiedTo));
}

QString verdictToolTip(const AuditRow& row) {
    return !row.isRight() ? translated(row.problem)
           : row.sha256.empty()
               ? AuditModel::tr("Every byte, the dtype, the shape and the device match")
               : AuditModel::tr("SHA-256 %1").arg(QString::fromStdString(row.sha256));
}

/// What is wrong first, those that differ by where.
QVariant verdictOrder(const AuditRow& row) {
    return row.isRight() ? QStringLiteral("2") : QStringLiteral("1") + verdictText(row);
}

auto placeText(DeviceId AuditRow::*place) {
    return [place](const AuditRow& row) { return translated(deviceLabel(row.*place)); };
}

}  // namespace

AuditModel::Columns AuditModel::makeColumns() {
    return std::to_array<TableColumn<AuditRow>>({
        {.title = tr("Tensor"), .width = 420, .text = rowNameText},
        {.title = tr("Planned"), .width = 64, .text = placeText(&AuditRow::planned)},
        {.title = tr("Found"), .width = 64, .text = placeText(&AuditRow::found)},
        {.title = tr("Type"), .width = 150, .text = typeText},
        {.title = tr("Shape"),
         .width = 130,
         .text = [](const AuditRow& row) { return shapeText(row.shape); }},
        {.title = tr("Size"),
         .alignment = Qt::AlignRight,
         .width = 90,
         .text = [](const AuditRow& row) { return sizeText(static_cast<double>(row.bytes)); },
         .toolTip =
             [](const AuditRow& row) { return exactBytesText(static_cast<double>(row.bytes)); },
         .sortValue =
             [](const AuditRow& row) { return QVariant::fromValue<qulonglong>(row.bytes); }},
        {.title = tr("Result"),
         .width = 200,
         .text = verdictText,
         .toolTip = verdictToolTip,
         .sortValue = verdictOrder},
    });
}

AuditModel::AuditModel(QObject* parent) : QAbstractTableModel(parent) {}

void AuditModel::setReport(std::shared_ptr<const LoadReport> report) {
    if (report != m_report) {
        beginResetModel();
        m_report = std::move(report);
        endResetModel();
    }
}

const std::vector<AuditRow>& AuditModel::rows() const {
    static const std::vector<AuditRow> kNoRows;
    return m_report ? m_report->audit : kNoRows;
}

int AuditModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows().size());
}

int AuditModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant AuditModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const AuditRow& row = rows()[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const TableColumn<AuditRow>& shown = m_columns[static_cast<std::size_t>(column)];
    switch (role) {
        case DeviceRole:
            if (column == Planned || column == Found) {
                return QString::fromStdString(
                    deviceName(column == Planned ? row.planned : row.found));
            }
            return {};
        case RightRole:
            return row.isRight();
        case SortRole:
            return shown.sortKey(row);
        case NameRole:
            return QString::fromStdString(row.name);
        default:
            return shown.data(row, role);
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return headData(m_columns, section, orientation, role);
}

AuditProxy::AuditProxy(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(AuditModel::SortRole);
}

void AuditProxy::setFilter(AuditFilter filter) {
    m_filter = filter;
    invalidateFilter();
}

void AuditProxy::setNamePart(const QString& part) {
    m_part = part;
    invalidateFilter();
}

bool AuditProxy::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const bool wanted = m_filter == AuditFilter::All || !index.data(AuditModel::RightRole).toBool();
    return wanted &&
           index.data(AuditModel::NameRole).toString().contains(m_part, Qt::CaseInsensitive);
}

bool AuditProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (left.column() != AuditModel::Tensor) {
        return QSortFilterProxyModel::lessThan(left, right);
    }
    return isNaturallyLess(left.data(AuditModel::NameRole).toString().toStdString(),
                           right.data(AuditModel::NameRole).toString().toStdString());
}

AuditCounts countAudit(const std::vector<AuditRow>& rows) {
    AuditCounts counts;
    counts.tensors = rows.size();
    for (const AuditRow& row : rows) {
        counts.differing += row.isRight() ? 0 : 1;
        counts.bytes += row.tiedTo.empty() ? row.bytes : 0;
    }
    return counts;
}

namespace {

enum AuditPage { kAuditHintPage, kAuditTablePage };

constexpr int kPanelMarkSize = 14;
constexpr int kNameFilterWidth = 220;

/// Device chips, and results with their mark.
class AuditDelegate : public ColumnDelegate {
public:
    AuditDelegate(const Theme* theme, QObject* parent) : ColumnDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const auto device =
            parseDevice(index.data(AuditModel::DeviceRole).toString().toStdString());
        if (device) {
            constexpr int kChipHeight = 15;
            paintBackground(painter, option);
            const QRect chip(option.rect.left() + 3, option.rect.center().y() - px(kChipHeight) / 2,
                             px(metrics::kChipWidth), px(kChipHeight));
            paintDeviceChip(*painter, QStyle::visualRect(option.direction, option.rect, chip),
                            *device, m_theme->colors(), m_theme->font(TextRole::Caption, true));
        } else if (index.column() == AuditModel::Verdict) {
            paintVerdict(painter, option, index);
        } else {
            ColumnDelegate::paint(painter, option, index);
        }
    }

private:
    void paintBackground(QPainter* painter, const QStyleOptionViewItem& option) const {
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, m_theme->colors().selectedRow);
        }
    }

    void paintVerdict(QPainter* painter, const QStyleOptionViewItem& option,
                      const QModelIndex& index) const {
        const ThemeColors& themeColors = m_theme->colors();
        const bool right = index.data(AuditModel::RightRole).toBool();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        paintBackground(painter, option);
        const QRect mark(option.rect.left() + 3, option.rect.center().y() - kPanelMarkSize / 2,
                         kPanelMarkSize, kPanelMarkSize);
        paintIcon(*painter, QStyle::visualRect(option.direction, option.rect, mark),
                  right ? QStringLiteral("good") : QStringLiteral("error"),
                  right ? themeColors.good : themeColors.error,
                  selected ? themeColors.selectedRow : themeColors.base);
        painter->setFont(m_theme->font(TextRole::Tree));
        painter->setPen(right ? themeColors.text : themeColors.error);
        const QRect room = option.rect.adjusted(kPanelMarkSize + 9, 0, -4, 0);
        painter->drawText(QStyle::visualRect(option.direction, option.rect, room),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                            room.width()));
    }

    const Theme* m_theme;
};

}  // namespace

AuditPanel::AuditPanel(LoadController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_model(new AuditModel(this)),
      m_proxy(new AuditProxy(this)),
      m_pages(new QStackedWidget(this)),
      m_table(new QTableView(this)),
      m_hint(makeHint(this, "audit_hint", {})),
      m_mark(new QLabel(this)),
      m_sentence(new ElidedLabel(this, Qt::ElideRight)),
      m_name(new QLineEdit(this)),
      m_all(new QToolButton(this)),
      m_differing(new QToolButton(this)),
      m_verify(new QToolButton(this)),
      m_copy(new QPushButton(tr("Copy as CSV"), this)) {
    withName(this, "audit_panel", tr("Audit"));
    setAutoFillBackground(true);
    m_proxy->setSourceModel(m_model);
    makeTable();
    addWidgets(m_pages, {m_hint, m_table});
    auto* layout = makeColumn(this, 0);
    layout->addWidget(makeHead());
    layout->addWidget(m_pages, 1);
    connect(controller, &LoadController::finished, this, &AuditPanel::showReport);
    connect(controller->document(), &Document::modelChanged, this, [this] { showReport(nullptr); });
    connect(theme, &Theme::changed, this, &AuditPanel::applyTheme);
    applyTheme();
    showReport(controller->finishedLoads().empty() ? nullptr
                                                   : controller->finishedLoads().back().report);
}

QWidget* AuditPanel::makeHead() {
    auto* head = new QWidget(this);
    m_sentence->setObjectName(QStringLiteral("audit_sentence"));
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    withName(m_name, "audit_name_filter", tr("Show only tensors whose name contains this text"));
    m_name->setPlaceholderText(tr("Name contains…"));
    m_name->setClearButtonEnabled(true);
    m_name->setFixedWidth(px(kNameFilterWidth));
    connect(m_name, &QLineEdit::textChanged, m_proxy, &AuditProxy::setNamePart);
    auto* group = new QButtonGroup(this);
    m_all->setObjectName(QStringLiteral("audit_all"));
    m_differing->setObjectName(QStringLiteral("audit_differing"));
    for (QToolButton* button : {m_all, m_differing}) {
        button->setCheckable(true);
        group->addButton(button);
    }
    m_all->setChecked(true);
    connect(m_all, &QToolButton::clicked, m_proxy,
            [this] { m_proxy->setFilter(AuditFilter::All); });
    connect(m_differing, &QToolButton::clicked, m_proxy,
            [this] { m_proxy->setFilter(AuditFilter::Differing); });
    withName(m_copy, "audit_copy", tr("Copy the displayed rows as CSV"));
    m_copy->setToolTip(
        tr("Copy the displayed rows, in the displayed order, as comma-separated values"));
    connect(m_copy, &QPushButton::clicked, this, &AuditPanel::copyCsv);
    m_verify->setObjectName(QStringLiteral("audit_verify"));
    m_verify->setVisible(false);

    auto* row = makeRow(head, 8, {metrics::kPadding, 6, metrics::kPadding, 6});
    row->addWidget(m_mark);
    row->addWidget(m_sentence, 1);
    addWidgets(row, {m_all, m_differing, m_name, m_copy, m_verify});
    return head;
}

void AuditPanel::makeTable() {
    withName(m_table, "audit_table", tr("Verification results by tensor"));
    m_table->setModel(m_proxy);
    offerFigure(m_table, {QStringLiteral("audit"), SavedFigure::Picture::None,
                          [this] { return tableCsv(*m_proxy); }});
    setUpRows(m_table, metrics::kTableRow);
    m_table->setItemDelegate(new AuditDelegate(m_theme, m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setFrameShape(QFrame::NoFrame);
    int section = 0;
    for (const TableColumn<AuditRow>& column : m_model->columns()) {
        m_table->setColumnWidth(section++, px(column.width));
    }
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(AuditModel::Tensor, Qt::AscendingOrder);
    connect(m_table, &QTableView::clicked, this, &AuditPanel::requestTensor);
    connect(m_table, &QTableView::activated, this, &AuditPanel::requestTensor);
}

void AuditPanel::setVerifyAction(QAction* action) {
    m_verify->setDefaultAction(action);
    m_verify->setObjectName(QStringLiteral("audit_verify"));
    m_verify->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_verify->setAccessibleName(action->text());
    m_verify->setVisible(true);
}

QString AuditPanel::sentence() const {
    return m_sentence->text();
}

void AuditPanel::showReport(const std::shared_ptr<const LoadReport>& report) {
    m_model->setReport(report);
    const AuditCounts counts = countAudit(m_model->rows());
    const bool any = counts.tensors > 0;
    m_pages->setCurrentIndex(any ? kAuditTablePage : kAuditHintPage);
    for (QWidget* widget : {static_cast<QWidget*>(m_all), static_cast<QWidget*>(m_differing),
                            static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_copy)}) {
        widget->setVisible(any);
    }
    m_all->setText(tr("All %1").arg(counts.tensors));
    m_differing->setText(tr("Differing %1").arg(counts.differing));
    m_all->setAccessibleName(m_all->text());
    m_differing->setAccessibleName(m_differing->text());
    showSentence();
    if (counts.differing > 0) {
        m_differing->setChecked(true);
        m_proxy->setFilter(AuditFilter::Differing);
        Q_EMIT differenceFound();
    } else {
        m_all->setChecked(true);
        m_proxy->setFilter(AuditFilter::All);
    }
}

void AuditPanel::showSentence() {
    const auto& report = m_model->report();
    const AuditCounts counts = countAudit(m_model->rows());
    const ThemeColors& themeColors = m_theme->colors();
    m_mark->setVisible(counts.tensors > 0);
    if (counts.tensors == 0) {
        m_hint->setText(report && report->stopped
                            ? tr("The last load ended before any tensor could be verified.")
                            : tr("No load has been verified. Turn on “Verify after loading” in the "
                                 "Load menu: every byte, dtype and device is then compared with "
                                 "the file and the plan, tensor by tensor."));
        m_sentence->setText(report && !report->stopped ? tr("The last load was not verified")
                                                       : QString());
        return;
    }
    const QString bytes = sizeText(static_cast<double>(counts.bytes));
    const bool right = counts.differing == 0;
    const QString said =
        right
            ? tr("Verified: all %1 tensors match the file and the plan; %2 of data compared, "
                 "measured")
                  .arg(counts.tensors)
                  .arg(bytes)
            : tr("%1 of %2 tensors differ from the file or the plan; %3 of data compared, measured")
                  .arg(counts.differing)
                  .arg(counts.tensors)
                  .arg(bytes);
    const QString note = translated(report ? nanNote(*report) : Message());
    m_sentence->setText(note.isEmpty() ? said : inSentences({said, note}));
    setTextColor(m_sentence, right ? themeColors.text : themeColors.error);
    m_mark->setPixmap(iconPixmap(right ? QStringLiteral("good") : QStringLiteral("error"),
                                 kPanelMarkSize, devicePixelRatioF(),
                                 right ? themeColors.good : themeColors.error, themeColors.base));
}

void AuditPanel::requestTensor(const QModelIndex& index) {
    Q_EMIT tensorRequested(index.data(AuditModel::NameRole).toString());
}

void AuditPanel::copyCsv() {
    std::vector<AuditRow> shown;
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        const QModelIndex source = m_proxy->mapToSource(m_proxy->index(row, 0));
        shown.push_back(m_model->rows()[static_cast<std::size_t>(source.row())]);
    }
    QGuiApplication::clipboard()->setText(QString::fromStdString(auditToCsv(shown)));
}

void AuditPanel::applyTheme() {
    QPalette colors = palette();
    colors.setColor(QPalette::Window, m_theme->colors().base);
    setPalette(colors);
    setFontOf({m_table, m_hint, m_sentence}, m_theme->font(TextRole::Tree));
    showSentence();
}

}  // namespace stowage
