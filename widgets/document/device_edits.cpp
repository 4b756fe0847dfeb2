// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/device_edits.h"

#include "engine/base/byte_size.h"
#include "engine/device/card_catalogue.h"
#include "engine/plan/map/device_map_text.h"
#include "widgets/document/document.h"
#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {

namespace {

/// Whose texts these are, for the catalogues.
struct DevicesTexts {
    Q_DECLARE_TR_FUNCTIONS(Devices)
};

struct FieldWords {
    const char* name;
    const char* key;  ///< part of an object's name
};

/// In the order of DeviceField.
constexpr FieldWords kFieldWords[] = {{QT_TRANSLATE_NOOP("Devices", "Capacity"), "capacity"},
                                      {QT_TRANSLATE_NOOP("Devices", "Used by others"), "others"},
                                      {QT_TRANSLATE_NOOP("Devices", "Context"), "context"},
                                      {QT_TRANSLATE_NOOP("Devices", "Link"), "link"},
                                      {QT_TRANSLATE_NOOP("Devices", "Machine"), "machine"}};

void plan(Document& document, SetDevicesEdit edit) {
    if (document.plan() == nullptr) {
        document.setDevices(std::move(edit.devices));
    } else {
        document.edit(edit);
    }
}

template <class Action>
QAction* addAction(QMenu& menu, const QString& text, const char* name, Action action) {
    QAction* item = menu.addAction(text);
    item->setObjectName(QString::fromLatin1(name));
    QObject::connect(item, &QAction::triggered, &menu, std::move(action));
    return item;
}

/// The menu of cards whose memory is about as large; made with the first of them.
QMenu* menuOfSize(QMenu& list, std::uint64_t capacity) {
    constexpr std::array<std::uint64_t, 5> kUpTo{12, 16, 24, 48, 96};
    const std::uint64_t gib = capacity / kGiB;
    const auto* const upTo = std::ranges::lower_bound(kUpTo, gib);
    const QString title = upTo == kUpTo.end()
                              ? DevicesTexts::tr("More than %1 GiB").arg(kUpTo.back())
                              : DevicesTexts::tr("Up to %1 GiB").arg(*upTo);
    const QList<QMenu*> menus = list.findChildren<QMenu*>(Qt::FindDirectChildrenOnly);
    return !menus.isEmpty() && menus.back()->title() == title ? menus.back() : list.addMenu(title);
}

/// A submenu of all cards, by the size of their memory; `use` gets the one that is chosen.
void addCards(QMenu& menu, const QString& title,
              const std::function<void(const CatalogueCard&)>& use) {
    const auto cards = cardCatalogue();
    if (!cards) {
        return;
    }
    QMenu* list = menu.addMenu(title);
    list->setObjectName(QStringLiteral("card_menu"));
    for (const CatalogueCard& card : *cards) {
        QMenu* const sizes = menuOfSize(*list, card.capacity);
        sizes->setToolTipsVisible(true);
        QAction* action =
            addAction(*sizes,
                      QStringLiteral("%1, %2").arg(QString::fromStdString(card.name),
                                                   sizeText(static_cast<double>(card.capacity))),
                      ("card_" + card.id).c_str(), [use, card] { use(card); });
        const QString note = translatedText(card.note);
        action->setToolTip(
            DevicesTexts::tr("%1, according to %2")
                .arg(QString::fromStdString(card.published), QString::fromStdString(card.source)) +
            (note.isEmpty() ? QString() : QLatin1Char('\n') + note));
    }
}

bool isSimulatedGpu(const DeviceInfo* device) {
    return device != nullptr && device->id.isGpu() && device->simulated;
}

void addOrder(QMenu& menu, Document& document, DeviceId gpu) {
    const auto add = [&](const QString& text, const char* name, std::uint32_t other) {
        const DeviceId neighbour = DeviceId::gpu(other);
        QAction* action = addAction(menu, text, name, [&document, gpu, neighbour] {
            useGpus(document, withSwapped(document.devices(), gpu, neighbour));
        });
        action->setEnabled(isSimulatedGpu(findDevice(document, neighbour)));
    };
    add(DevicesTexts::tr("Move to the left"), "move_gpu_left", gpu.index - 1);
    add(DevicesTexts::tr("Move to the right"), "move_gpu_right", gpu.index + 1);
}

}  // namespace

QString deviceFieldName(DeviceField field) {
    return DevicesTexts::tr(kFieldWords[static_cast<std::size_t>(field)].name);
}

QString deviceFieldKey(DeviceField field) {
    return QString::fromLatin1(kFieldWords[static_cast<std::size_t>(field)].key);
}

std::vector<DeviceField> editableFields(const DeviceInfo& device) {
    if (isSimulatedGpu(&device)) {
        return {DeviceField::Capacity, DeviceField::UsedByOthers, DeviceField::Context,
                DeviceField::Link};
    }
    return device.id.isGpu() ? std::vector<DeviceField>() : std::vector{DeviceField::Capacity};
}

QString deviceFieldHint(const DeviceInfo& device, DeviceField field) {
    const QString name = deviceFieldName(field);
    switch (field) {
        case DeviceField::Capacity:
            return device.id.isGpu()
                       ? DevicesTexts::tr("%1, such as 24GiB, 24GB or rtx-4090").arg(name)
                       : DevicesTexts::tr("%1, such as 256GiB; empty for the value of this machine")
                             .arg(name);
        case DeviceField::Link:
            return DevicesTexts::tr("%1, such as 12GB/s; empty for no limit").arg(name);
        case DeviceField::Machine:
            return DevicesTexts::tr("%1, such as node-2; empty for this machine").arg(name);
        default:
            return DevicesTexts::tr("%1, such as 512MiB, or 0").arg(name);
    }
}

const DeviceInfo* findDevice(const Document& document, DeviceId device) {
    const std::vector<DeviceInfo>& devices = document.devices();
    const auto found = std::ranges::find(devices, device, &DeviceInfo::id);
    return found == devices.end() ? nullptr : &*found;
}

void useEditedDevice(Document& document, const DeviceInfo& device) {
    SetDevicesEdit edit{document.devices()};
    const auto place = std::ranges::find(edit.devices, device.id, &DeviceInfo::id);
    if (place != edit.devices.end()) {
        *place = device;
        plan(document, std::move(edit));
    }
}

void useGpus(Document& document, const DeviceListChange& change) {
    plan(document, {change.devices, change.places});
}

void fillDeviceMenu(QMenu& menu, Document& document, DeviceId device,
                    const std::function<void(DeviceField)>& edit) {
    const DeviceInfo* const info = findDevice(document, device);
    if (info == nullptr) {
        return;
    }
    for (const DeviceField field : editableFields(*info)) {
        addAction(menu, DevicesTexts::tr("%1…").arg(deviceFieldName(field)),
                  (QLatin1String("edit_") + deviceFieldKey(field)).toLatin1().constData(),
                  [edit, field] { edit(field); });
    }
    if (info->presentBytes) {
        addAction(menu, DevicesTexts::tr("Use the value of this machine"), "use_this_machine",
                  [&document, given = *info] {
                      if (const auto own = withDeviceField(given, DeviceField::Capacity, "")) {
                          useEditedDevice(document, own->device);
                      }
                  });
    }
    if (isSimulatedGpu(info)) {
        addCards(
            menu, DevicesTexts::tr("Make it a"), [&document, device](const CatalogueCard& card) {
                const DeviceInfo* const gpu = findDevice(document, device);
                const auto changed = gpu == nullptr
                                         ? Result<DeviceEntry>(DeviceEntry{})
                                         : withDeviceField(*gpu, DeviceField::Capacity, card.id);
                if (gpu != nullptr && changed) {
                    useEditedDevice(document, changed->device);
                }
            });
        menu.addSeparator();
        addAction(menu, DevicesTexts::tr("Duplicate"), "duplicate_gpu", [&document, device] {
            useGpus(document, withDuplicate(document.devices(), device));
        });
        addOrder(menu, document, device);
        addAction(menu, DevicesTexts::tr("Remove"), "remove_gpu", [&document, device] {
            useGpus(document, withoutGpu(document.devices(), device));
        });
    }
    menu.addSeparator();
    fillAddMenu(menu, document);
}

void fillAddMenu(QMenu& menu, Document& document) {
    addAction(menu, DevicesTexts::tr("Add a GPU"), "add_gpu",
              [&document] { useGpus(document, withOneMoreGpu(document.devices())); });
    addCards(menu, DevicesTexts::tr("Add a GPU of type"), [&document](const CatalogueCard& card) {
        DeviceListChange change = withOneMoreGpu(document.devices());
        const auto last =
            std::ranges::find_if(change.devices.rbegin(), change.devices.rend(),
                                 [](const DeviceInfo& device) { return device.id.isGpu(); });
        const bool isNew = last != change.devices.rend() && !change.places.contains(last->id);
        if (!isNew) {
            return;  // as many as a plan takes
        }
        DeviceInfo gpu = simulatedCard(card);
        gpu.id = last->id;
        gpu.context = std::min(last->context, *gpu.capacity);
        gpu.machine = last->machine;
        *last = gpu;
        useGpus(document, change);
    });
}

LimitField::LimitField(DeviceId device, LimitChecks checks, QWidget* parent)
    : QLineEdit(parent), m_checks(checks) {
    setAccessibleName(tr("Limit of %1").arg(laneLabel(device)));
    if (checks == LimitChecks::WhileTyping) {
        connect(this, &QLineEdit::textEdited, this, &LimitField::check);
    }
    connect(this, &QLineEdit::editingFinished, this, &LimitField::finish);
}

void LimitField::showPlan(const DevicePlacement& placement, bool isNotUsed, bool isOver) {
    const bool checks = m_checks == LimitChecks::WhileTyping;
    const bool isTyped = checks ? text() != m_planText && text() != m_sent : isModified();
    const QString planText = QString::fromStdString(placement.budgetText);
    const bool isSetElsewhere = planText != m_planText || placement.budget != m_planBytes;
    // The person is typing, or must see what was wrong.
    const bool isKept = isTyped && (hasFocus() || (checks && m_isError && !isSetElsewhere));
    setPlaceholderText(isNotUsed          ? tr("not used")
                       : placement.budget ? formatCapacity(*placement.budget)
                                          : tr("none"));
    m_planText = planText;
    m_planBytes = placement.budget;
    m_isOver = isOver;
    if (!isKept) {
        m_sent = m_planText;
        if (text() != m_planText) {
            setText(m_planText);
        }
    }
    if (!checks) {
        setMessage({}, {}, false);
    } else if (!isKept) {
        check();
        if (m_planText.isEmpty()) {
            m_meaning = placement.budget ? tr("default") : QString();
        }
    }
    mark();
    if (text() == m_planText) {
        setModified(false);  // undo means the plan from now on
    }
}

void LimitField::check() {
    const QString typed = text().trimmed();
    m_meaning.clear();
    if (typed.isEmpty()) {
        setMessage({}, {}, false);
        return;
    }
    if (holdsSeveralLimits(typed.toStdString())) {
        checkLimits(typed);
        return;
    }
    const auto size = parseLimit(typed.toStdString());
    if (!size) {
        setMessage(parseSize(typed.toStdString())
                       ? tr("Too large: at most 4 EiB")
                       : tr("Not a size: type 10GiB, 800MB or a number of bytes"),
                   translated(size.error().message), true);
        return;
    }
    m_meaning = fromTheRight(QStringLiteral("= ") + sizeText(size->bytes));
    const QString bits = size->countedBits
                             ? tr("Lowercase b means bits (8 bits are a byte). Type %1B for bytes")
                                   .arg(typed.left(typed.size() - 1).toUpper())
                             : QString();
    setMessage(bits, bits, false);
}

/// A whole max_memory, typed or pasted into one device's field, is for all devices.
void LimitField::checkLimits(const QString& typed) {
    std::vector<Message> unheard;
    const auto limits = parseLimitsText(typed.toStdString(), unheard);
    m_meaning = limits ? tr("limits of %1 devices").arg(limits->size()) : QString();
    setMessage(limits ? QString() : tr("Invalid limits: type {0: \"10GiB\", \"cpu\": \"30GiB\"}"),
               limits ? QString() : translated(limits.error().message), !limits);
}

void LimitField::finish() {
    const QString typed = text().trimmed();
    if (m_checks == LimitChecks::WhenSent ? !isModified() : m_isError || typed == m_sent) {
        return;
    }
    if (m_checks == LimitChecks::WhenSent) {
        setModified(false);
    }
    m_sent = typed;
    Q_EMIT limitEdited(typed);
}

void LimitField::refuse(const QString& sentence) {
    m_sent = m_planText;
    setMessage(sentence, sentence, true);
}

void LimitField::setMessage(const QString& message, const QString& detail, bool isError) {
    m_message = message;
    m_detail = detail;
    m_isError = isError;
    mark();
    Q_EMIT messageChanged();
}

void LimitField::mark() {
    setStyleProperty(this, "invalid", m_isError);
    setStyleProperty(this, "warned", m_isOver || (!m_message.isEmpty() && !m_isError));
}

void LimitField::keyPressEvent(QKeyEvent* event) {
    if (m_checks != LimitChecks::WhileTyping || event->key() != Qt::Key_Escape ||
        text() == m_planText) {
        QLineEdit::keyPressEvent(event);
        return;
    }
    setText(m_planText);
    m_sent = m_planText;
    check();
}

DeviceFieldEdit::DeviceFieldEdit(QWidget* parent) : QLineEdit(parent) {
    hide();
    setObjectName(QStringLiteral("device_field_edit"));
    setAccessibleName(tr("Value of a device property"));
    connect(this, &QLineEdit::textEdited, this, &DeviceFieldEdit::check);
}

std::optional<DeviceId> DeviceFieldEdit::device() const {
    return isHidden() ? std::nullopt : std::optional(m_device.id);
}

void DeviceFieldEdit::begin(const DeviceInfo& device, DeviceField field) {
    m_device = device;
    m_field = field;
    m_before = QString::fromStdString(deviceFieldText(device, field));
    setObjectName(
        QStringLiteral("edit_%1_%2").arg(deviceFieldKey(field), deviceObjectName(device.id)));
    setAccessibleName(
        QStringLiteral("%1, %2").arg(deviceFieldName(field), translated(deviceLabel(device.id))));
    setText(m_before);
    setStyleProperty(this, "invalid", false);
    setStyleProperty(this, "warned", false);
    setToolTip(deviceFieldHint(device, field));
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
    selectAll();
    Q_EMIT messageChanged(toolTip(), false);
}

void DeviceFieldEdit::follow(const DeviceInfo* now) {
    const auto isAsBefore = [&](DeviceField field) {
        return deviceFieldText(*now, field) == deviceFieldText(m_device, field);
    };
    const bool isSame = now != nullptr && now->name == m_device.name &&
                        isAsBefore(DeviceField::Capacity) &&
                        isAsBefore(DeviceField::UsedByOthers) && isAsBefore(DeviceField::Context) &&
                        isAsBefore(DeviceField::Link) && isAsBefore(DeviceField::Machine);
    if (!isHidden() && !isSame) {
        close();
    }
}

void DeviceFieldEdit::check() {
    const auto entry = withDeviceField(m_device, m_field, text().toStdString());
    const bool isUnchanged = text().trimmed() == m_before;
    const QString sentence = isUnchanged
                                 ? deviceFieldHint(m_device, m_field)
                                 : translated(entry ? entry->warning : entry.error().message);
    setStyleProperty(this, "invalid", !entry && !isUnchanged);
    setStyleProperty(this, "warned", entry && !entry->warning.empty());
    setToolTip(sentence);
    Q_EMIT messageChanged(sentence, !entry && !isUnchanged);
}

void DeviceFieldEdit::finish() {
    if (isHidden()) {
        return;
    }
    if (text().trimmed() == m_before) {
        close();
        return;
    }
    const auto entry = withDeviceField(m_device, m_field, text().toStdString());
    if (!entry) {
        check();  // the mark stays until it is right or taken back
        return;
    }
    close();
    Q_EMIT committed(entry->device);
}

void DeviceFieldEdit::close() {
    hide();
    Q_EMIT messageChanged({}, false);
}

void DeviceFieldEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        finish();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void DeviceFieldEdit::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        finish();
    }
}

}  // namespace stowage
