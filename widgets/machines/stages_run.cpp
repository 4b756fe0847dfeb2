// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/stages_run.h"

#include "engine/base/build_info.h"
#include "engine/base/json_reader.h"
#include "engine/jobs/job_process.h"
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

StagesOutcome outcomeOf(const Json& report) {
    StagesOutcome outcome;
    QStringList tokens;
    for (const Json& token : report.value("tokens", Json::array())) {
        tokens.append(QString::fromStdString(jsonText(token)));
    }
    outcome.tokens = tokens.join(QStringLiteral(", "));
    outcome.text = wordsAt(report, "text");
    outcome.seconds = figureAt(report, "/seconds");
    outcome.tokensPerSecond = figureAt(report, "/measured/tokens_per_second");
    outcome.predictedTokensPerSecond = figureAt(report, "/predicted/tokens_per_second");
    for (const Json& stage : report.value("stages", Json::array())) {
        outcome.stages.push_back(stageFiguresOf(stage));
    }
    return outcome;
}

QString stageWord(const AskedStage& stage) {
    const QString word =
        stage.machine + QStringLiteral(":%1-%2").arg(stage.layers.first).arg(stage.layers.last);
    return stage.address.isEmpty() ? word : word + u'@' + stage.address;
}

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

Json jobOf(const StagesRequest& request) {
    QStringList stages;
    for (const AskedStage& stage : request.stages) {
        stages.append(stageWord(stage));
    }
    const auto tokens = parsePromptTokens(request.prompt);
    Json job{{"v", kServeVersion},
             {"do", "run"},
             {"model", request.model.toStdString()},
             {"stages", stages.join(u',').toStdString()},
             {"generate", request.generate},
             {"send_weights", request.sendsWeights}};
    job[tokens ? "tokens" : "prompt_text"] =
        tokens ? promptText(*tokens) : request.prompt.toStdString();
    job.update(request.members);
    return job;
}

/// Runs the job and returns what its stages did. Errors: those of JobProcess::run() and of the job.
Result<StagesOutcome> runJob(const Json& job, const JobPlace& place,
                             const JobProcess::OnProgress& onProgress,
                             const std::stop_token& stop) {
    const auto end = JobProcess(place).run(job, onProgress, stop);
    STOWAGE_TRY(end);
    const auto report = jobReport(place, *end);
    STOWAGE_TRY(report);
    return outcomeOf(*report);
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

void takeStageMemory(const Json& object, std::size_t stages, std::vector<StageMemoryRow>& rows) {
    if (!object.is_object() || !object.contains("stage")) {
        return;
    }
    const Json memory = object.value("memory", Json());
    const double number = figureAt(object, "/stage");
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
    : QObject(parent), m_program(program) {}

void StagesRun::start(const StagesRequest& request) {
    if (m_isRunning) {
        return;
    }
    clear();
    m_folder = std::make_unique<QTemporaryDir>();
    const std::string program = stowagectlPath(m_program);
    if (program.empty() || !m_folder->isValid()) {
        finish(fail(
            ErrorCode::FileNotFound,
            (program.empty() ? tr("stowagectl was not found at %1.").arg(stowagectlPlace(m_program))
                             : m_folder->errorString())
                .toStdString()));
        return;
    }
    m_isRunning = true;
    m_stages = request.stages;
    m_elapsed.start();
    const auto onProgress = [this, generation = m_worker.nextGeneration()](std::string_view line) {
        if (const auto progress = parseJson(line, "stowagectl")) {
            m_worker.post(generation, [this, object = progress->front()] {
                takeStageMemory(object, m_stages.size(), m_memory);
                Q_EMIT memoryChanged();
            });
        }
    };
    m_worker.start(
        [job = jobOf(request),
         place = JobPlace{.program = program, .temporaryFolder = m_folder->path().toStdString()},
         onProgress](const std::stop_token& stop) { return runJob(job, place, onProgress, stop); },
        [this](Result<StagesOutcome> outcome) { finish(std::move(outcome)); });
    Q_EMIT changed();
}

double StagesRun::elapsedSeconds() const {
    return m_elapsed.isValid() ? static_cast<double>(m_elapsed.elapsed()) / 1000 : 0;
}

void StagesRun::cancel() {
    if (m_isRunning && !m_isCancelled) {
        m_isCancelled = true;
        m_worker.requestStop();
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

void StagesRun::finish(Result<StagesOutcome> outcome) {
    m_isRunning = false;
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
