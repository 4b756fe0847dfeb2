// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"
#include "engine/plan/placement_plan.h"

#include <QLineEdit>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QMenu;

namespace stowage {

class Document;

/// "Capacity", "Used by others", "Context", "Link", "Machine".
[[nodiscard]] QString deviceFieldName(DeviceField field);
/// "capacity", "others", "context", "link", "machine": the part of an object's name.
[[nodiscard]] QString deviceFieldKey(DeviceField field);
/// What can be typed about a device in its place: every figure of a simulated GPU, the capacity of
/// CPU and disk, nothing of a real card.
[[nodiscard]] std::vector<DeviceField> editableFields(const DeviceInfo& device);
/// How such a cell is filled in, for the person who begins to: "as in 24GiB, 24GB or rtx-4090".
[[nodiscard]] QString deviceFieldHint(const DeviceInfo& device, DeviceField field);

/// The device of that name among those that the document plans with; null: there is none.
[[nodiscard]] const DeviceInfo* findDevice(const Document& document, DeviceId device);
/// Plans with a device as it was edited; as one undo step, where a model is open.
void useEditedDevice(Document& document, const DeviceInfo& device);
/// Plans with other GPUs; limits, pins and moves go with the cards that stay.
void useGpus(Document& document, const DeviceListChange& change);

/// Everything that can be done to a device, as lane and Budgets offer it: `edit` begins with one of
/// its cells; a card of the catalogue; one more, duplicate, order, remove; this machine's own
/// again. Actions are named "edit_capacity", "card_rtx-4090", "add_gpu", "duplicate_gpu",
/// "move_gpu_left", "move_gpu_right", "remove_gpu", "use_this_machine".
void fillDeviceMenu(QMenu& menu, Document& document, DeviceId device,
                    const std::function<void(DeviceField)>& edit);

/// "+ GPU": another of the last kind, or a card of the catalogue, as one more GPU.
void fillAddMenu(QMenu& menu, Document& document);

/// Who says that a typed limit is none, and what becomes of its text.
enum class LimitChecks {
    /// The field, while one types: such a text is marked, never sent and kept until it is right
    /// or the limit is set elsewhere; Escape brings back the plan's.
    WhileTyping,
    /// The document, which refuses the edit: all that was typed is sent, and the next plan's text
    /// takes its place.
    WhenSent
};

/// The memory limit of one device as a line to type in: "10GiB", a number of bytes, or a whole
/// max_memory for all devices. What is being typed is the person's, not the plan's.
class LimitField : public QLineEdit {
    Q_OBJECT
public:
    LimitField(DeviceId device, LimitChecks checks, QWidget* parent);

    /// Shows what the plan was made with, unless the person is typing, or what was typed last is
    /// no limit and the plan's is still the same.
    /// `isNotUsed`: where no limit is typed, "not used" stands for it. `isOver`: more lies there
    /// than the limit or the device can take.
    void showPlan(const DevicePlacement& placement, bool isNotUsed, bool isOver);
    /// Marks it with the document's sentence.
    void refuse(const QString& sentence);

    /// "= 1.49 GiB", "default"; "" where there is nothing to say.
    [[nodiscard]] const QString& meaning() const { return m_meaning; }
    /// What is wrong or surprising, and the whole sentence about it; "" for both where nothing is.
    [[nodiscard]] const QString& message() const { return m_message; }
    [[nodiscard]] const QString& detail() const { return m_detail; }
    [[nodiscard]] bool isError() const { return m_isError; }

Q_SIGNALS:
    /// A new text was finished with Enter or by leaving the field.
    void limitEdited(const QString& text);
    /// message() and what goes with it were set.
    void messageChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void check();
    void checkLimits(const QString& typed);
    void finish();
    void setMessage(const QString& message, const QString& detail, bool isError);
    void mark();

    LimitChecks m_checks;
    QString m_planText;  ///< what the plan was made with
    std::optional<double> m_planBytes;
    QString m_sent;  ///< the newest text that was sent
    QString m_meaning;
    QString m_message;
    QString m_detail;
    bool m_isError = false;
    bool m_isOver = false;
};

/// One cell of a device, edited in place: shown over what it edits, gone with Enter, Escape or when
/// the focus leaves it. What is wrong marks it and stays until it is right or taken back.
class DeviceFieldEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit DeviceFieldEdit(QWidget* parent = nullptr);

    /// Shows the cell's text, selected. Its name becomes "edit_capacity_gpu0" and the like.
    void begin(const DeviceInfo& device, DeviceField field);
    /// Goes, with what was typed, where the device that is edited is gone (`now` null) or is no
    /// longer what it was: what would be committed is a whole device.
    void follow(const DeviceInfo* now);
    /// What is edited; nothing while hidden.
    [[nodiscard]] std::optional<DeviceId> device() const;

Q_SIGNALS:
    /// Something else than before was typed, and it is right.
    void committed(const DeviceInfo& device);
    /// What to say of the text; at first how to fill it in. `isError`: it cannot be taken.
    void messageChanged(const QString& sentence, bool isError);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void check();
    void finish();
    void close();

    DeviceInfo m_device;
    DeviceField m_field = DeviceField::Capacity;
    QString m_before;
};

}  // namespace stowage
