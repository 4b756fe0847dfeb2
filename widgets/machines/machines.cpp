// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/machines.h"

#include "engine/checkpoint/open/headers_only.h"
#include "widgets/document/document.h"

#include <QSettings>
#include <QTimer>
#include <QVariantMap>

#include <algorithm>
#include <chrono>
#include <utility>

namespace stowage {
namespace {

/// A map of names and the simulated GPUs that were typed for them.
const QString kMachinesKey = QStringLiteral("machines");
/// By then a connection's program has ended or was killed, so that nothing waits for it.
constexpr std::chrono::seconds kForgottenAfter(5);

}  // namespace

Machines::Machines(Document* document, LoadHistory* history, QSettings* settings, QObject* parent)
    : QObject(parent), m_document(document), m_history(history), m_settings(settings) {
    const QVariantMap known = settings->value(kMachinesKey).toMap();
    for (auto entry = known.begin(); entry != known.end(); ++entry) {
        if (hostProblem(entry.key()).isEmpty()) {
            insert(entry.key())->setGpus(entry.value().toString());
        }
    }
    connect(document, &Document::modelChanged, this, &Machines::dropCopies);
}

Machine* Machines::find(const QString& host) const {
    const auto found = std::ranges::find(m_machines, host, [](const auto& m) { return m->host(); });
    return found == m_machines.end() ? nullptr : found->get();
}

Machine* Machines::ofModel() const {
    const auto checkpoint = m_document->checkpoint();
    return checkpoint == nullptr || checkpoint->elsewhere == nullptr
               ? nullptr
               : find(QString::fromStdString(checkpoint->elsewhere->machine));
}

Machine* Machines::insert(const QString& host) {
    auto made = std::make_unique<Machine>(host, m_command(host, serveLine()), m_history);
    Machine* const machine = made.get();
    const auto place =
        std::ranges::lower_bound(m_machines, host, {}, [](const auto& m) { return m->host(); });
    m_machines.insert(place, std::move(made));
    connect(machine, &Machine::changed, this, [this, machine] { Q_EMIT machineChanged(machine); });
    connect(machine, &Machine::gpusChosen, this, [this, machine] { Q_EMIT gpusChosen(machine); });
    connect(machine, &Machine::failed, this,
            [this, machine](const QString& sentence, ErrorCode code) {
                Q_EMIT failed(sentence, code);
                endReading(machine);
            });
    connect(machine, &Machine::openingCancelled, this, [this, machine] { endReading(machine); });
    connect(machine, &Machine::copied, this,
            [this, machine](const std::shared_ptr<HeadersCopy>& copy, const QString& path) {
                m_copies.push_back(copy);
                if (m_reading == machine) {
                    m_reading = nullptr;
                    Q_EMIT headersRead(machine->host(), copy->model(), path);
                } else {
                    Q_EMIT modelCopied(machine, path, copy->options());
                }
            });
    return machine;
}

Machine* Machines::add(const QString& host) {
    if (Machine* const there = find(host); there != nullptr) {
        return there;
    }
    Machine* const machine = insert(host);
    save();
    Q_EMIT changed();
    return machine;
}

void Machines::readHeaders(const QString& host, const QString& path, const OpenOptions& options) {
    if (Machine* const earlier = std::exchange(m_reading, nullptr)) {
        earlier->cancelOpening();  // or the window would open what it reads
    }
    if (const QString problem = hostProblem(host); !problem.isEmpty()) {
        Q_EMIT failed(problem, ErrorCode::InvalidArgument);
        Q_EMIT headersNotRead();
        return;
    }
    Machine* const machine = add(host);
    machine->cancelOpening();
    m_reading = machine;
    machine->connection().open();
    machine->openModel(path, options);
}

void Machines::endReading(const Machine* machine) {
    if (m_reading == machine) {
        m_reading = nullptr;
        Q_EMIT headersNotRead();
    }
}

void Machines::remove(Machine* machine) {
    const auto found = std::ranges::find(m_machines, machine, &std::unique_ptr<Machine>::get);
    if (found == m_machines.end()) {
        return;
    }
    machine->cancelOpening();
    std::unique_ptr<Machine> gone = std::move(*found);
    m_machines.erase(found);
    save();
    gone->disconnect(this);
    gone->connection().close();
    gone->setParent(this);
    QTimer::singleShot(kForgottenAfter, gone.get(), &QObject::deleteLater);
    (void)gone.release();
    Q_EMIT changed();
}

void Machines::setGpus(Machine* machine, const QString& spec) {
    machine->setGpus(spec);
    save();
}

void Machines::save() const {
    QVariantMap known;
    for (const auto& machine : m_machines) {
        known.insert(machine->host(), machine->gpus());
    }
    m_settings->setValue(kMachinesKey, known);
}

/// Those of models that are not open any more.
void Machines::dropCopies() {
    std::erase_if(m_copies, [this](const auto& copy) { return !copy->holds(m_document->path()); });
}

}  // namespace stowage
