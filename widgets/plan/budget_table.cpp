// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_panels.h"

#include "engine/plan/issues/plan_issues.h"
#include "widgets/document/device_edits.h"
#include "widgets/document/document.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {

/// See makeHostLimitNote().
class HostLimitNote : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    HostLimitNote(Document* document, const Theme* theme, QWidget* parent = nullptr);

private:
    void showReading();

    Document* m_document;
    QLabel* m_text;
    QPushButton* m_refresh;
};

namespace {

/// Between chip and limit the fields of a device, in the order of DeviceField.
enum BudgetColumn { kChip, kCapacity, kLimit = kCapacity + 4 };

constexpr int kCellWidth = 96;

/// Which device and field a figure is, as dynamic properties of its label.
constexpr const char* kDeviceProperty = "budgetDevice";
constexpr const char* kFieldProperty = "budgetField";

/// "12 GB/s": what a link may carry; "–" where nothing limits it.
QString linkText(const DeviceInfo& device) {
    constexpr double kGiga = 1e9;
    return device.linkBytesPerSecond
               ? figureText(QStringLiteral("%1 GB/s").arg(*device.linkBytesPerSecond / kGiga))
               : kUnknownFigure;
}

QLabel* makeLabel(const QString& text, const QFont& font, QWidget* parent) {
    QLabel* label = makeTextLine(text, font, parent);
    label->setAlignment(kFigureAlignment);
    return label;
}

/// GiB where the cards are that large. Beside smaller cards a machine's RAM and disk would read
/// 258019.6 MiB, and the cards 0.31 GiB: then no unit is common, and each figure says its own.
std::optional<TableUnit> unitOf(const PlacementPlan& plan) {
    double largest = 0;
    for (const DeviceInfo& device : plan.request.devices) {
        if (device.id.isGpu()) {
            largest = std::max(largest, static_cast<double>(device.capacity.value_or(0)));
        }
    }
    const TableUnit unit = largest == 0 ? TableUnit::GiB : tableUnitFor(largest);
    return unit == TableUnit::GiB ? std::optional(unit) : std::nullopt;
}

void showBytes(QLabel* label, std::optional<std::uint64_t> bytes, std::optional<TableUnit> unit) {
    const auto value = static_cast<double>(bytes.value_or(0));
    if (value == 0) {
        label->setText(kUnknownFigure);
    } else {
        label->setText(unit ? formatInUnit(value, *unit) : formatCapacity(value));
    }
    label->setToolTip(bytes ? exactBytesText(value) : QString());
}

}  // namespace

HostLimitNote::HostLimitNote(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_text(withName(
          makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "host_limit_text")),
      m_refresh(withName(new QPushButton(tr("Refresh"), this), "host_limit_refresh",
                         tr("Read the free memory again"))) {
    setObjectName(QStringLiteral("host_limit_note"));
    m_refresh->setToolTip(
        tr("Read the free memory again, and plan with the new value; can be undone"));
    m_refresh->setFont(theme->font(TextRole::Caption));
    auto* layout = makeRow(this, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_refresh);
    connect(m_refresh, &QPushButton::clicked, document, &Document::refreshHost);
    connect(document, &Document::planChanged, this, &HostLimitNote::showReading);
    showReading();
}

void HostLimitNote::showReading() {
    const auto readAt = m_document->hostReadAt();
    setVisible(readAt.has_value());
    if (readAt) {
        m_text->setText(tr("The CPU's limit is the memory that was free at %1")
                            .arg(readAt->toString(QStringLiteral("HH:mm:ss"))));
        m_text->setToolTip(tr(
            "The limit is the memory that was available to the machine and its cgroup at the last "
            "reading. The limit and the plan do not change until the memory is read again."));
    }
}

QWidget* makeHostLimitNote(Document* document, const Theme* theme, QWidget* parent) {
    return new HostLimitNote(document, theme, parent);
}

BudgetTable::BudgetTable(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_theme(theme),
      m_message(
          withName(makeParagraph({}, theme->font(TextRole::Caption), this), "budget_message")),
      m_cell(new DeviceFieldEdit(this)) {
    auto* layout = makeColumn(this, 2);
    layout->addWidget(m_message);
    m_message->hide();
    m_cell->setFont(theme->font(TextRole::Tree));
    connect(m_cell, &DeviceFieldEdit::committed, this,
            [this](const DeviceInfo& device) { useEditedDevice(*m_document, device); });
    connect(m_cell, &DeviceFieldEdit::messageChanged, this, &BudgetTable::showMessage);
    makeAddButton();
    connect(document, &Document::planChanged, this, &BudgetTable::showPlan);
    connect(document, &Document::editRefused, this,
            [this](const QString& sentence, const PlanEdit& source) {
                if (const auto* budget = std::get_if<SetBudgetEdit>(&source)) {
                    showRefusal(sentence, budget->device);
                }
            });
    showPlan();
}

void BudgetTable::makeAddButton() {
    m_add = withName(new QToolButton(this), "add_gpu_button", tr("Add a simulated GPU"));
    m_add->setText(tr("+ GPU"));
    m_add->setToolTip(
        tr("Add a simulated GPU like the last one; click the arrow to choose a card"));
    m_add->setAutoRaise(true);
    m_add->setPopupMode(QToolButton::MenuButtonPopup);
    m_add->setFont(m_theme->font(TextRole::Caption));
    auto* menu = withName(new QMenu(m_add), "add_gpu_menu");
    fillAddMenu(*menu, *m_document);
    m_add->setMenu(menu);
    connect(m_add, &QToolButton::clicked, this,
            [this] { useGpus(*m_document, withOneMoreGpu(m_document->devices())); });
}

void BudgetTable::makeEditable(QWidget* cell, DeviceId device, DeviceField field) {
    cell->setObjectName(
        QStringLiteral("plan_%1_%2").arg(deviceFieldKey(field), deviceObjectName(device)));
    cell->setProperty(kDeviceProperty, deviceObjectName(device));
    cell->setProperty(kFieldProperty, static_cast<int>(field));
    cell->installEventFilter(this);
}

bool BudgetTable::eventFilter(QObject* watched, QEvent* event) {
    const bool opens = event->type() == QEvent::MouseButtonDblClick;
    if (!opens && event->type() != QEvent::ContextMenu) {
        return QWidget::eventFilter(watched, event);
    }
    const auto row = std::ranges::find_if(m_rows, [watched](const Row& candidate) {
        return deviceObjectName(candidate.device) == watched->property(kDeviceProperty).toString();
    });
    if (row == m_rows.end()) {
        return QWidget::eventFilter(watched, event);
    }
    if (!opens) {
        showMenu(row->device, static_cast<QContextMenuEvent*>(event)->globalPos());
    } else if (const QVariant field = watched->property(kFieldProperty); field.isValid()) {
        editCell(row->device, static_cast<DeviceField>(field.toInt()));
    }
    return true;
}

void BudgetTable::editCell(DeviceId device, DeviceField field) {
    const DeviceInfo* const info = findDevice(*m_document, device);
    const auto* cell = findChild<QWidget*>(
        QStringLiteral("plan_%1_%2").arg(deviceFieldKey(field), deviceObjectName(device)));
    const auto fields = info == nullptr ? std::vector<DeviceField>() : editableFields(*info);
    if (cell == nullptr || std::ranges::find(fields, field) == fields.end()) {
        return;
    }
    const QRect place(cell->mapTo(this, QPoint(0, 0)), cell->size());
    const int width = std::max(px(kCellWidth), place.width());
    const int left = std::clamp(place.right() + 1 - width, 0, std::max(0, this->width() - width));
    const int height = m_cell->sizeHint().height();
    m_cell->setGeometry(left, place.center().y() - height / 2, width, height);
    m_cell->begin(*info, field);
}

void BudgetTable::showMenu(DeviceId device, const QPoint& global) {
    auto* menu = withName(new QMenu(this), "device_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillDeviceMenu(*menu, *m_document, device,
                   [this, device](DeviceField field) { editCell(device, field); });
    menu->popup(global);
}

void BudgetTable::showMessage(const QString& sentence, bool isError) {
    const ThemeColors& colors = m_theme->colors();
    setTextColor(m_message, isError ? colors.error : colors.secondaryText);
    m_message->setText(sentence);
    m_message->setVisible(!sentence.isEmpty());
}

bool BudgetTable::hasDevicesOf(const PlacementPlan& plan) const {
    return std::ranges::equal(m_rows, plan.placements, {}, &Row::device,
                              [](const DevicePlacement& p) { return p.device.id; });
}

void BudgetTable::rebuild(const PlacementPlan& plan) {
    delete m_grid;
    m_rows.clear();
    m_grid = new QWidget(this);
    auto* grid = makeGrid(m_grid, 8, 3);
    const QString heads[] = {{},         tr("Capacity"), tr("Others"), tr("Context"),
                             tr("Link"), tr("Limit")};
    for (int column = kCapacity; column <= kLimit; ++column) {
        QLabel* head = makeLabel(heads[column], m_theme->font(TextRole::Caption), m_grid);
        head->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(head, 0, column);
        grid->setColumnStretch(column, column == kLimit ? 0 : 1);
    }
    int gridRow = 1;
    for (const DevicePlacement& placement : plan.placements) {
        addRow(placement.device, gridRow++);
    }
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_grid);
}

void BudgetTable::addRow(const DeviceInfo& device, int gridRow) {
    constexpr int kLimitWidth = 84;
    auto* grid = static_cast<QGridLayout*>(m_grid->layout());
    const QFont font = m_theme->font(TextRole::Tree);
    Row row;
    row.device = device.id;
    int column = kCapacity;
    for (const DeviceField field : {DeviceField::Capacity, DeviceField::UsedByOthers,
                                    DeviceField::Context, DeviceField::Link}) {
        QLabel* figure = makeLabel({}, font, m_grid);
        makeEditable(figure, device.id, field);
        grid->addWidget(figure, gridRow, column++);
        row.figures.emplace(field, figure);
    }
    auto* chip = new ChipLabel(m_theme, device.id, m_grid);
    chip->setProperty(kDeviceProperty, deviceObjectName(device.id));
    chip->installEventFilter(this);
    row.limit = new LimitField(device.id, LimitChecks::WhenSent, m_grid);
    row.limit->setObjectName(QStringLiteral("plan_limit_") + deviceObjectName(device.id));
    row.limit->setFixedWidth(px(kLimitWidth));
    row.limit->setFont(font);
    // The disk takes whatever fits nowhere else; Accelerate has no limit for it.
    row.limit->setEnabled(device.id.kind != DeviceKind::Disk);
    grid->addWidget(chip, gridRow, kChip);
    grid->addWidget(row.limit, gridRow, kLimit);
    connect(row.limit, &LimitField::limitEdited, this, [this, id = device.id](const QString& text) {
        m_document->edit(SetBudgetEdit{id, text.toStdString()});
    });
    m_rows.push_back(row);
}

void BudgetTable::showPlan() {
    const auto plan = m_document->plan();
    setVisible(plan != nullptr);
    if (plan == nullptr) {
        return;
    }
    if (!hasDevicesOf(*plan)) {
        rebuild(*plan);
    }
    const auto unit = unitOf(*plan);
    Q_EMIT unitChanged(unit ? tableUnitName(*unit) : QString());
    if (const auto edited = m_cell->device()) {
        m_cell->follow(findDevice(*m_document, *edited));
    }
    if (m_cell->isHidden()) {
        m_message->hide();
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const DeviceInfo& device = plan->placements[i].device;
        const bool gpu = device.id.isGpu();
        auto& figures = m_rows[i].figures;
        showBytes(figures[DeviceField::Capacity], device.capacity, unit);
        showBytes(figures[DeviceField::UsedByOthers], device.usedByOthers, unit);
        showBytes(figures[DeviceField::Context], gpu ? std::optional(device.context) : std::nullopt,
                  unit);
        figures[DeviceField::Link]->setText(gpu ? linkText(device) : kUnknownFigure);
        showLimit(m_rows[i], *plan, plan->placements[i]);
    }
}

void BudgetTable::showLimit(Row& row, const PlacementPlan& plan, const DevicePlacement& placement) {
    const bool notUsed = isNotUsed(plan, placement);
    row.limit->showPlan(placement, notUsed,
                        placement.overBudget() > 0 || placement.overCapacity() > 0);
    QString meaning = notUsed ? tr("Not used by the plan") : tr("No limit");
    if (placement.budget && !notUsed) {
        meaning = tr("%1 = %2").arg(sizeText(*placement.budget), exactBytesText(*placement.budget));
    }
    row.limit->setToolTip(placement.budgetText.empty() && !notUsed ? tr("%1 (default)").arg(meaning)
                                                                   : meaning);
}

void BudgetTable::showRefusal(const QString& sentence, DeviceId device) {
    const auto row = std::ranges::find(m_rows, device, &Row::device);
    if (row == m_rows.end()) {
        return;
    }
    row->limit->refuse(sentence);
    row->limit->setToolTip(sentence);
    showMessage(sentence, true);
}

}  // namespace stowage

#include "budget_table.moc"
