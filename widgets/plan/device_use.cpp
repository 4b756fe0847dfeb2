// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/device_use.h"

#include "widgets/support/translation.h"

#include <QCoreApplication>

#include <algorithm>

namespace stowage {

namespace {

using Figure = std::optional<double>;

/// Whose texts these are, for the catalogues.
struct DeviceUseTexts {
    Q_DECLARE_TR_FUNCTIONS(DeviceUse)
};

Figure toFigure(const std::optional<std::uint64_t>& bytes) {
    return bytes ? Figure(static_cast<double>(*bytes)) : Figure();
}

/// One device of a snapshot, by holders.
struct Moment {
    std::vector<std::pair<MemoryHolder, Figure>> holders;
    Figure used;
    Figure capacity;
};

Moment gpuMoment(const DeviceUse& use) {
    const double others = static_cast<double>(use.device.usedByOthers);
    const double context = static_cast<double>(use.device.context);
    const double allocated = static_cast<double>(use.memory.allocated);
    const double reserved = std::max(allocated, static_cast<double>(use.memory.reserved));
    return {{{MemoryHolder::Others, others},
             {MemoryHolder::Context, context},
             {MemoryHolder::Load, allocated},
             {MemoryHolder::Cached, reserved - allocated}},
            others + context + reserved,
            toFigure(use.device.capacity)};
}

/// The machine's memory, or the control group's where that is less. What the kernel can take back
/// at any time (file-backed pages) is free.
Moment hostMoment(const DeviceUse& use, const MemorySnapshot& snapshot) {
    Moment moment;
    const HostMemory& machine = snapshot.machine;
    moment.capacity = toFigure(machine.total);
    if (machine.cgroupLimit && (!machine.total || *machine.cgroupLimit < *machine.total)) {
        moment.capacity = toFigure(machine.cgroupLimit);
    }
    const Figure available = toFigure(hostBudgetBytes(machine));
    if (moment.capacity && available) {
        moment.used = std::max(0.0, *moment.capacity - *available);
    }
    const double weights = static_cast<double>(use.memory.allocated);
    const Figure anon = toFigure(snapshot.process.anon);
    const Figure shared = toFigure(snapshot.process.shmem);
    const Figure rest = anon ? Figure(std::max(0.0, *anon - weights)) : Figure();
    Figure others;
    if (moment.used && anon && shared) {
        others = std::max(0.0, *moment.used - std::max(*anon, weights) - *shared);
        // Pages that are on their way are counted by one side first; the sum stays that of the
        // holders.
        moment.used = *others + std::max(*anon, weights) + *shared;
    }
    moment.holders = {{MemoryHolder::Others, others},
                      {MemoryHolder::Process, rest},
                      {MemoryHolder::Load, weights},
                      {MemoryHolder::SimulatedGpus, shared}};
    return moment;
}

Moment momentOf(const DeviceUse& use, const MemorySnapshot& snapshot) {
    return use.device.id.isGpu() ? gpuMoment(use) : hostMoment(use, snapshot);
}

Figure left(const Figure& capacity, const Figure& used) {
    return capacity && used ? Figure(std::max(0.0, *capacity - *used)) : Figure();
}

/// "6.48 → 0 GiB".
QString arrow(double before, double after) {
    const TableUnit unit = tableUnitFor(std::max(before, after));
    const auto figure = [unit](double bytes) {
        return bytes == 0 ? QStringLiteral("0") : formatInUnit(bytes, unit);
    };
    return figureText(
        QStringLiteral("%1 → %2 %3").arg(figure(before), figure(after), tableUnitName(unit)));
}

QString deviceUseName(DeviceId device) {
    return translated(deviceLabel(device));
}

/// "allocated 6.42 → 0 GiB" where that changed, else nothing. `form`: "allocated %1".
QStringList changed(const QString& form, std::uint64_t before, std::uint64_t after) {
    return before == after ? QStringList()
                           : QStringList(form.arg(
                                 arrow(static_cast<double>(before), static_cast<double>(after))));
}

QStringList changesOf(MemoryChange::Command command, const DeviceUse& before,
                      const DeviceUse& after) {
    using Command = MemoryChange::Command;
    const bool gpu = before.device.id.isGpu();
    const QString allocated = DeviceUseTexts::tr("allocated %1");
    const QString reserved = DeviceUseTexts::tr("reserved %1");
    switch (command) {
        case Command::Unload:
            return changed(allocated, before.memory.allocated, after.memory.allocated) +
                   (gpu ? changed(reserved, before.memory.reserved, after.memory.reserved)
                        : QStringList());
        case Command::EmptyCache:
            return changed(reserved, before.memory.reserved, after.memory.reserved);
        case Command::ResetPeaks:
            return changed(allocated, before.memory.peakAllocated, after.memory.peakAllocated) +
                   (gpu ? changed(reserved, before.memory.peakReserved, after.memory.peakReserved)
                        : QStringList());
        case Command::SetOthers:
            return changed(DeviceUseTexts::tr("held %1"), before.device.usedByOthers,
                           after.device.usedByOthers);
    }
    return {};
}

/// What a command is called, and what it says where it changed nothing.
struct CommandWords {
    const char* name;
    const char* nothingChanged;
};

/// In the order of MemoryChange::Command.
constexpr CommandWords kCommandWords[] = {
    {QT_TRANSLATE_NOOP("DeviceUse", "Unload"),
     QT_TRANSLATE_NOOP("DeviceUse", "nothing was allocated")},
    {QT_TRANSLATE_NOOP("DeviceUse", "Empty cache"),
     QT_TRANSLATE_NOOP("DeviceUse", "nothing was cached")},
    {QT_TRANSLATE_NOOP("DeviceUse", "Reset peaks"),
     QT_TRANSLATE_NOOP("DeviceUse", "the peaks already equal the current use")},
    {QT_TRANSLATE_NOOP("DeviceUse", "Other programs"),
     QT_TRANSLATE_NOOP("DeviceUse", "the amount is unchanged")}};

/// In the order of MemoryHolder.
constexpr const char* kHolderNames[] = {QT_TRANSLATE_NOOP("DeviceUse", "Other programs"),
                                        QT_TRANSLATE_NOOP("DeviceUse", "Context"),
                                        QT_TRANSLATE_NOOP("DeviceUse", "Allocated by the load"),
                                        QT_TRANSLATE_NOOP("DeviceUse", "Cached, reserved"),
                                        QT_TRANSLATE_NOOP("DeviceUse", "Other Stowage memory"),
                                        QT_TRANSLATE_NOOP("DeviceUse", "Simulated GPUs")};

}  // namespace

const HolderUse* DeviceUseFigures::find(MemoryHolder holder) const {
    const auto found = std::ranges::find(holders, holder, &HolderUse::holder);
    return found == holders.end() ? nullptr : &*found;
}

QString holderName(MemoryHolder holder) {
    return DeviceUseTexts::tr(kHolderNames[static_cast<std::size_t>(holder)]);
}

DeviceUseFigures deviceUseFigures(DeviceId device, const MemorySnapshot& before,
                                  const MemorySnapshot& now) {
    DeviceUseFigures figures;
    const DeviceUse* use = now.find(device);
    if (use == nullptr) {
        return figures;
    }
    figures.device = use->device;
    const Moment present = momentOf(*use, now);
    DeviceUse empty;
    empty.device = use->device;
    const DeviceUse* was = before.find(device);
    const Moment past = momentOf(was == nullptr ? empty : *was, before);
    for (std::size_t i = 0; i < present.holders.size(); ++i) {
        figures.holders.push_back(
            {present.holders[i].first, past.holders[i].second, present.holders[i].second});
    }
    figures.usedBefore = past.used;
    figures.usedNow = present.used;
    figures.capacity = present.capacity;
    figures.freeBefore = left(past.capacity, past.used);
    figures.freeNow = left(present.capacity, present.used);
    if (device.isGpu()) {
        figures.peakAllocated = static_cast<double>(use->memory.peakAllocated);
        figures.peakReserved = static_cast<double>(use->memory.peakReserved);
    } else {
        figures.fileBacked = toFigure(now.process.file);
    }
    figures.unit = tableUnitFor(figures.capacity.value_or(figures.usedNow.value_or(0)));
    return figures;
}

QString memoryChangeText(const MemoryChange& change) {
    QStringList parts;
    for (const DeviceUse& before : change.before.devices) {
        const DeviceUse* after = change.after.find(before.device.id);
        if (after == nullptr) {
            continue;
        }
        const QStringList figures = changesOf(change.command, before, *after);
        if (!figures.isEmpty()) {
            parts.append(nameText(deviceUseName(before.device.id)) + QLatin1Char(' ') +
                         figures.join(listSeparator()));
        }
    }
    const CommandWords& words = kCommandWords[static_cast<std::size_t>(change.command)];
    return DeviceUseTexts::tr("%1: %2").arg(
        DeviceUseTexts::tr(words.name), parts.isEmpty() ? DeviceUseTexts::tr(words.nothingChanged)
                                                        : parts.join(QStringLiteral(" · ")));
}

}  // namespace stowage
