// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/stages_run.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "widgets/machines/machine_connection.h"
#include "widgets/run/run_fields.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// What stowagectl takes for the end of a stage, or of its machine's name.
bool hasSign(const QString& text, const QString& signs) {
    return std::ranges::any_of(text,
                               [&](QChar sign) { return sign.isSpace() || signs.contains(sign); });
}

QString nameProblem(const AskedStage& stage) {
    if (const QString problem = hostProblem(stage.machine); !problem.isEmpty()) {
        return problem;
    }
    return hasSign(stage.machine, QStringLiteral(",:")) ||
                   hasSign(stage.address, QStringLiteral(","))
               ? StagesRun::tr(
                     "The machine name of a stage cannot contain a comma or a colon, and the "
                     "address of a stage cannot contain a comma or a space.")
               : QString();
}

/// Whether a stage goes on where the ones before it end.
QString rangeProblem(std::size_t number, const LayerRange& layers, std::int64_t expected) {
    if (layers.last < layers.first) {
        return StagesRun::tr("In stage %1, the last layer (%2) is before the first layer.")
            .arg(number)
            .arg(layers.last);
    }
    if (layers.first > expected) {
        return StagesRun::tr(
                   "Layers missing before stage %1: %2. Stages must be in the order of the layers.")
            .arg(number)
            .arg(layersText({expected, layers.first - 1}));
    }
    return layers.first < expected
               ? StagesRun::tr(
                     "Each layer must be in only one stage. Layers of stage %1 that are also in an "
                     "earlier stage: %2.")
                     .arg(number)
                     .arg(layersText({layers.first, std::min(layers.last, expected - 1)}))
               : QString();
}

double figureAt(const Json& object, const char* place) {
    const Json::json_pointer pointer(place);
    return object.contains(pointer) && object[pointer].is_number() ? object[pointer].get<double>()
                                                                   : 0;
}

QString wordsAt(const Json& object, const char* member) {
    const auto found = object.find(member);
    return found != object.end() && found->is_string()
               ? QString::fromStdString(found->get<std::string>())
               : QString();
}

/// Layers that follow each other at once are one stretch.
std::vector<std::pair<double, double>> busyOf(const Json& stage) {
    std::vector<std::pair<double, double>> spans;
    for (const Json& layer : stage.value("layers", Json::array())) {
        spans.emplace_back(figureAt(layer, "/begin"), figureAt(layer, "/end"));
    }
    std::ranges::sort(spans);
    std::vector<std::pair<double, double>> busy;
    for (const auto& [begin, end] : spans) {
        if (busy.empty() || begin > busy.back().second) {
            busy.emplace_back(begin, end);
        } else {
            busy.back().second = std::max(busy.back().second, end);
        }
    }
    return busy;
}

StageFigures stageFiguresOf(const Json& stage) {
    return {.stage = {wordsAt(stage, "machine"),
                      {static_cast<std::int64_t>(figureAt(stage, "/first_layer")),
                       static_cast<std::int64_t>(figureAt(stage, "/last_layer"))},
                      wordsAt(stage, "address")},
            .weights = figureAt(stage, "/load/bytes"),
            .loadSeconds = figureAt(stage, "/load/seconds"),
            .computeSeconds = figureAt(stage, "/compute_seconds"),
            .predictedSeconds = stage.contains("predicted")
                                    ? std::optional(figureAt(stage, "/predicted/compute_seconds"))
                                    : std::nullopt,
            .waitedSeconds = figureAt(stage, "/waited_seconds"),
            .bytesSent = figureAt(stage, "/bytes_sent"),
            .clockError = figureAt(stage, "/clock_error"),
            .busy = busyOf(stage)};
}

/// Errors: ReadFailed with the sentence of stowagectl, where it printed no result.
Result<StagesOutcome> readOutcome(const QByteArray& output, const QByteArray& diagnostics) {
    const auto object =
        parseJson({output.constData(), static_cast<std::size_t>(output.size())}, "stowagectl");
    if (!object || !object->is_object() || !object->contains("stages")) {
        return fail(ErrorCode::ReadFailed, comparisonFailure(output, diagnostics));
    }
    StagesOutcome outcome;
    QStringList tokens;
    for (const Json& token : object->value("tokens", Json::array())) {
        tokens.append(QString::fromStdString(jsonText(token)));
    }
    outcome.tokens = tokens.join(QStringLiteral(", "));
    outcome.text = wordsAt(*object, "text");
    outcome.seconds = figureAt(*object, "/seconds");
    outcome.tokensPerSecond = figureAt(*object, "/measured/tokens_per_second");
    outcome.predictedTokensPerSecond = figureAt(*object, "/predicted/tokens_per_second");
    for (const Json& stage : object->at("stages")) {
        outcome.stages.push_back(stageFiguresOf(stage));
    }
    return outcome;
}

QString stageWord(const AskedStage& stage) {
    const QString word =
        stage.machine + QStringLiteral(":%1-%2").arg(stage.layers.first).arg(stage.layers.last);
    return stage.address.isEmpty() ? word : word + u'@' + stage.address;
}

constexpr int kFollowMs = 500;
/// stowagectl takes no longer ones of a stage.
constexpr std::size_t kMostEventBytes = 16 * kKiB;

/// One row of what a stage told; nothing where it is none.
std::optional<StageMemoryRow> memoryRow(std::size_t stage, const Json& gpu) {
    const auto device = parseDevice(wordsAt(gpu, "device").toStdString());
    if (!device || !device->isGpu()) {
        return std::nullopt;
    }
    const auto simulated = gpu.find("simulated");
    return StageMemoryRow{.stage = stage,
                          .gpu = *device,
                          .simulated = simulated != gpu.end() && *simulated == true,
                          .held = figureAt(gpu, "/held"),
                          .total = figureAt(gpu, "/total")};
}

/// The words behind "stowagectl".
QStringList stagesArguments(const StagesRequest& request, const QString& events) {
    QStringList stages;
    for (const AskedStage& stage : request.stages) {
        stages.append(stageWord(stage));
    }
    const auto tokens = parsePromptTokens(request.prompt);
    QStringList words{QStringLiteral("run"),
                      QStringLiteral("--json"),
                      QStringLiteral("--stages=") + stages.join(u','),
                      QStringLiteral("--stage-events=") + events,
                      QStringLiteral("--generate=%1").arg(request.generate),
                      tokens ? QStringLiteral("--tokens=") + promptText(*tokens)
                             : QStringLiteral("--prompt-text=") + request.prompt};
    words.append(request.options);
    if (request.sendsWeights) {
        words.append(QStringLiteral("--send-weights"));
    }
    words.append({QStringLiteral("--"), request.model});
    return words;
}

}  // namespace

QString layersText(const LayerRange& layers) {
    return layers.first == layers.last
               ? QString::number(layers.first)
               : figureText(QStringLiteral("%1–%2").arg(layers.first).arg(layers.last));
}

QString stagesProblem(const std::vector<AskedStage>& stages, std::int64_t layers) {
    if (stages.size() < 2 || stages.size() > std::size_t{kMostStages}) {
        return StagesRun::tr("A run in stages needs 2 to %1 stages.").arg(kMostStages);
    }
    std::int64_t expected = 0;
    std::size_t number = 0;
    for (const AskedStage& stage : stages) {
        ++number;
        QString problem = nameProblem(stage);
        if (problem.isEmpty()) {
            problem = rangeProblem(number, stage.layers, expected);
        }
        if (!problem.isEmpty()) {
            return problem;
        }
        expected = stage.layers.last + 1;
    }
    if (layers == 0 || expected == layers) {
        return {};
    }
    return expected < layers
               ? StagesRun::tr("Layers missing after the last stage: %1.")
                     .arg(layersText({expected, layers - 1}))
               : StagesRun::tr(
                     "The model has layers 0 to %1, but the last stage ends with layer %2.")
                     .arg(layers - 1)
                     .arg(expected - 1);
}

std::vector<LayerRange> evenLayers(std::int64_t layers, std::size_t stages) {
    const auto count = static_cast<std::int64_t>(stages);
    std::vector<LayerRange> ranges;
    std::int64_t first = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t own = layers / count + (i < layers % count ? 1 : 0);
        ranges.push_back({first, first + own - 1});
        first += own;
    }
    return ranges;
}

void takeStageMemory(std::string_view line, std::size_t stages, std::vector<StageMemoryRow>& rows) {
    const auto object = parseJson(line, "stowagectl");
    if (!object || !object->is_object() || !object->contains("stage")) {
        return;
    }
    const Json memory = object->value("memory", Json());
    const double number = figureAt(*object, "/stage");
    if (!memory.is_object() || !(number >= 0) || number >= static_cast<double>(stages)) {
        return;
    }
    const auto stage = static_cast<std::size_t>(number);
    std::vector<StageMemoryRow> told{{.stage = stage,
                                      .held = figureAt(memory, "/ram"),
                                      .total = figureAt(memory, "/ram_total")}};
    for (const Json& gpu : memory.value("gpus", Json::array())) {
        if (const auto row = memoryRow(stage, gpu)) {
            told.push_back(*row);
        }
    }
    for (StageMemoryRow& row : told) {
        const auto before = std::ranges::find_if(rows, [&row](const StageMemoryRow& one) {
            return one.stage == row.stage && one.gpu == row.gpu;
        });
        row.highest = std::max(row.held, before == rows.end() ? 0 : before->highest);
    }
    std::erase_if(rows, [stage](const StageMemoryRow& row) { return row.stage == stage; });
    const auto place = std::ranges::upper_bound(rows, stage, {}, &StageMemoryRow::stage);
    rows.insert(place, told.begin(), told.end());
}

StagesRun::StagesRun(const QString& program, QObject* parent)
    : QObject(parent), m_process(program), m_lines(kMostEventBytes) {
    m_follow.setInterval(kFollowMs);
    connect(&m_follow, &QTimer::timeout, this, &StagesRun::followMemory);
    connect(&m_process, &StowagectlProcess::finished, this, &StagesRun::take);
}

void StagesRun::start(const StagesRequest& request) {
    if (m_isRunning) {
        return;
    }
    clear();
    m_folder = std::make_unique<QTemporaryDir>();
    if (!m_process.isThere() || !m_folder->isValid()) {
        finish(fail(
            ErrorCode::FileNotFound,
            (m_process.isThere() ? m_folder->errorString()
                                 : tr("stowagectl was not found at %1.").arg(m_process.program()))
                .toStdString()));
        return;
    }
    m_isRunning = true;
    m_stages = request.stages;
    m_lines = LineSplitter(kMostEventBytes);
    m_events.setFileName(m_folder->filePath(QStringLiteral("stages.jsonl")));
    m_follow.start();
    m_process.start(stagesArguments(request, m_events.fileName()), m_folder->path());
    Q_EMIT changed();
}

/// What has come since; a piece of it at a time, so that the window stays quick.
void StagesRun::followMemory() {
    if (!m_events.isOpen() && !m_events.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        return;  // not there yet
    }
    const QByteArray piece = m_events.read(static_cast<qint64>(kMiB));
    m_lines.add({piece.constData(), static_cast<std::size_t>(piece.size())});
    bool isNew = false;
    while (const auto line = m_lines.next()) {
        takeStageMemory(line->text, m_stages.size(), m_memory);
        isNew = true;
    }
    if (isNew) {
        Q_EMIT memoryChanged();
    }
}

void StagesRun::cancel() {
    if (m_isRunning && !m_isCancelled) {
        m_isCancelled = true;
        m_process.end();
        Q_EMIT changed();
    }
}

void StagesRun::clear() {
    m_outcome.reset();
    m_failure.clear();
    m_memory.clear();
    m_isCancelled = false;
    Q_EMIT changed();
}

/// The times of all layers are long: they are read in a worker.
void StagesRun::take(const QByteArray& output, const QByteArray& diagnostics) {
    m_reader.start(
        [output, diagnostics](const std::stop_token&) { return readOutcome(output, diagnostics); },
        [this](Result<StagesOutcome> outcome) { finish(std::move(outcome)); });
}

void StagesRun::finish(Result<StagesOutcome> outcome) {
    m_isRunning = false;
    if (m_follow.isActive()) {
        m_follow.stop();
        followMemory();
        m_events.close();
    }
    if (outcome) {
        m_isCancelled = false;  // it had ended before
        m_outcome = std::make_shared<const StagesOutcome>(std::move(*outcome));
    } else {
        m_failure =
            m_isCancelled ? tr("The run was cancelled.") : translated(outcome.error().message);
    }
    m_folder.reset();
    Q_EMIT changed();
}

}  // namespace stowage
