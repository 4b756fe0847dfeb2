// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/methods/load_process.h"

#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/request/request_fields.h"

#include <sys/prctl.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <cmath>
#include <csignal>
#include <utility>

namespace stowage {
StowagectlProcess::StowagectlProcess(QString program, QObject* parent)
    : QObject(parent),
      m_program(program.isEmpty()
                    ? QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl")
                    : std::move(program)) {
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_process) {
            m_process->kill();
        }
    });
}

StowagectlProcess::~StowagectlProcess() {
    if (m_process) {
        m_process->disconnect(this);
        m_process->terminate();
        if (!m_process->waitForFinished(kPatienceMs)) {
            m_process->kill();
            m_process->waitForFinished(-1);
        }
    }
}

bool StowagectlProcess::isThere() const {
    return QFileInfo(m_program).isExecutable();
}

QString StowagectlProcess::program() const {
    return QDir::toNativeSeparators(m_program);
}

void StowagectlProcess::start(const QStringList& arguments, const QString& temporaryFolder) {
    m_process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // What the process leaves when it is killed goes with the folder.
    environment.insert(QStringLiteral("TMPDIR"), temporaryFolder);
    m_process->setProcessEnvironment(environment);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    connect(m_process.get(), &QProcess::finished, this, &StowagectlProcess::onEnded);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            onEnded();
        }
    });
    m_elapsed.start();
    m_process->start(m_program, arguments);
}

void StowagectlProcess::end() {
    if (m_process) {
        m_process->terminate();
        m_patience.start();
    }
}

void StowagectlProcess::onEnded() {
    m_patience.stop();
    const std::unique_ptr<QProcess, void (*)(QProcess*)> process(
        m_process.release(), [](QProcess* ended) { ended->deleteLater(); });
    const QByteArray diagnostics = process->error() == QProcess::FailedToStart
                                       ? process->errorString().toUtf8()
                                       : process->readAllStandardError();
    Q_EMIT finished(process->readAllStandardOutput(), diagnostics);
}

double StowagectlProcess::elapsedSeconds() const {
    return m_elapsed.isValid() ? static_cast<double>(m_elapsed.elapsed()) / 1000 : 0;
}

namespace {

/// Whose texts these are, for the catalogues.
struct LoadProcessTexts {
    Q_DECLARE_TR_FUNCTIONS(LoadProcess)
};

/// The sampler's clock starts a moment before the load's own, seconds. What comes after the load is
/// level: its weights are held until the samples are written.
constexpr double kEndTolerance = 0.1;

QString requestFile(const LoadProcessRequest& order) {
    return order.folder + QStringLiteral("/request.json");
}

QString samplesFolder(const LoadProcessRequest& order) {
    return order.folder + QStringLiteral("/samples");
}

QString samplesFile(const LoadProcessRequest& order) {
    return samplesFolder(order) + QLatin1Char('/') +
           QString::fromUtf8(loadMethodName(order.method)) + QStringLiteral(".csv");
}

std::string lastLine(const QByteArray& text) {
    const QList<QByteArray> lines = text.trimmed().split('\n');
    return lines.back().toStdString();
}

/// What a process is asked for beside loading.
void addRequests(const LoadProcessRequest& order, QStringList& words) {
    if (order.verify) {
        words.append(QStringLiteral("--verify"));
    }
    if (order.ramLimit) {
        words.append(QStringLiteral("--ram-limit=") + QString::number(*order.ramLimit) +
                     QLatin1Char('B'));
    }
    if (order.force) {
        words.append(QStringLiteral("--force"));
    }
    if (!order.forward.empty()) {
        words.append(QStringLiteral("--forward=") + promptText(order.forward));
    }
    if (!order.reference.isEmpty()) {
        words.append(QStringLiteral("--reference=") + order.reference);
    }
    if (!order.events.isEmpty()) {
        words.append(QStringLiteral("--events=") + order.events);
    }
}

}  // namespace

QString promptText(const std::vector<std::int64_t>& tokens) {
    QStringList words;
    for (const std::int64_t token : tokens) {
        words.append(QString::number(token));
    }
    return words.join(QLatin1Char(','));
}

std::string simulatedGpuSpec(const DeviceInfo& gpu) {
    const auto sizeText = [](std::uint64_t bytes) {
        return std::to_string(bytes) + (bytes > 0 && bytes < kMiB ? "B" : "");
    };
    std::string spec = sizeText(gpu.capacity.value_or(0)) + ":used=" + sizeText(gpu.usedByOthers) +
                       ":context=" + sizeText(gpu.context);
    if (gpu.linkBytesPerSecond) {
        spec +=
            ":link=" + sizeText(static_cast<std::uint64_t>(std::llround(*gpu.linkBytesPerSecond))) +
            "/s";
    }
    if (gpu.allocator != AllocatorKind::Native) {
        spec += ":allocator=" + std::string(allocatorName(gpu.allocator));
    }
    return spec;
}

Result<void> requireOneKindOfGpu(const PlacementPlan& plan) {
    bool anyReal = false;
    bool anySimulated = false;
    for (const DeviceInfo& device : plan.request.devices) {
        anyReal = anyReal || (device.id.isGpu() && !device.simulated);
        anySimulated = anySimulated || device.simulated;
    }
    return anyReal && anySimulated
               ? fail(ErrorCode::Unsupported,
                      LoadProcessTexts::tr(
                          "A comparison of load methods cannot use real and simulated GPUs "
                          "together: remove the simulated or the real GPUs from the plan.")
                          .toStdString())
               : Result<void>();
}

Message comparisonFailure(const QByteArray& output, const QByteArray& diagnostics) {
    const auto object =
        parseJson({output.constData(), static_cast<std::size_t>(output.size())}, "stowagectl");
    const bool isError = object && object->is_object() && object->contains("error");
    const Message said = isError ? readMessage(object->at("error"), "message") : Message();
    if (!said.empty()) {
        return said;
    }
    const std::string last = lastLine(diagnostics);
    return last.empty() ? LoadProcessTexts::tr("stowagectl exited without a result.").toStdString()
                        : last;
}

Result<void> prepareComparison(const LoadProcessRequest& order) {
    STOWAGE_TRY(requireOneKindOfGpu(*order.plan));
    return writeFileAtomically(requestFile(order).toStdString(),
                               jsonText(requestToJson(requestToLoad(*order.plan))));
}

QStringList openingOptions(const OpenOptions& opening) {
    QStringList words;
    if (opening.prefix) {
        // "--prefix=" would take the next word, and "" is the top itself.
        const QString prefix = QString::fromStdString(*opening.prefix);
        words.append(prefix.isEmpty() ? QStringList{QStringLiteral("--prefix"), QString()}
                                      : QStringList{QStringLiteral("--prefix=") + prefix});
    }
    for (const KeyRename& rename : opening.renames) {
        words.append(QStringLiteral("--rename=") + QString::fromStdString(keyRenameText(rename)));
    }
    if (!opening.treeFile.empty()) {
        words.append(QStringLiteral("--tree=") + QString::fromStdString(opening.treeFile));
    }
    if (!opening.className.empty()) {
        words.append(QStringLiteral("--class=") + QString::fromStdString(opening.className));
    }
    if (!opening.variant.empty()) {
        words.append(QStringLiteral("--weights-variant=") +
                     QString::fromStdString(opening.variant));
    }
    if (opening.withMtp) {
        words.append(QStringLiteral("--mtp"));
    }
    for (const auto& [option, paths] :
         {std::pair("--adapter=", &opening.adapters), std::pair("--tenant=", &opening.tenants)}) {
        for (const NamedPath& path : *paths) {
            words.append(QLatin1String(option) +
                         QString::fromStdString(path.name + "=" + path.path));
        }
    }
    return words;
}

QStringList dtypeOptions(const PlacementConstraints& constraints) {
    QStringList words;
    if (constraints.dtype) {
        words.append(QStringLiteral("--dtype=") + QString::fromUtf8(dtypeName(*constraints.dtype)));
    }
    if (!constraints.quantization) {  // else a config.json may declare one
        words.append(QStringLiteral("--quantize=none"));
    }
    return words;
}

QStringList loadOptions(const LoadProcessRequest& order) {
    QStringList words;
    addRequests(order, words);
    words.append(openingOptions(order.opening));
    return words;
}

QStringList comparisonArguments(const LoadProcessRequest& order) {
    QStringList words{
        QStringLiteral("compare"),
        QStringLiteral("--json"),
        QStringLiteral("--methods=") + QString::fromUtf8(loadMethodName(order.method)),
        QStringLiteral("--cache=") + QString::fromUtf8(pageCacheStateName(order.cache)),
        QStringLiteral("--csv=") + samplesFolder(order),
        QStringLiteral("--request=") + requestFile(order)};
    words.append(loadOptions(order));
    // Behind "--" a name may begin with a dash.
    words.append({QStringLiteral("--"), order.model});
    return words;
}

Result<LoadRecord> readComparisonRecord(const LoadProcessRequest& order, const QByteArray& output,
                                        const QByteArray& diagnostics) {
    auto records = importLoadRecords(output.toStdString(), "compare");
    if (!records || records->size() != 1) {
        return fail(ErrorCode::ReadFailed, comparisonFailure(output, diagnostics));
    }
    LoadRecord record = std::move(records->front());
    record.source = LoadRecordSource::Comparison;
    record.date = recordDateNow();
    setPlan(record, *order.plan);
    QFile file(samplesFile(order));
    if (file.open(QIODevice::ReadOnly)) {
        const double end = record.figures.seconds.value_or(0) + kEndTolerance;
        auto curves = curvesOfCsv(file.readAll().toStdString(), file.fileName().toStdString(),
                                  {0, end, record.figures.baseline});
        STOWAGE_TRY(curves);
        record.curves = std::move(*curves);
    }
    return record;
}

}  // namespace stowage
