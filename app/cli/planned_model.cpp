// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planned_model.h"

#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/find_pretrained_source.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/place/place.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

/// A path cut into what stands before its last number and the number: "h.", 11.
struct NumberedPath {
    std::string stem;
    std::uint32_t number = 0;
};

std::optional<NumberedPath> numberedPath(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    const std::size_t start = dot == std::string::npos ? 0 : dot + 1;
    NumberedPath result{path.substr(0, start), 0};
    const char* end = path.data() + path.size();
    const auto parsed = std::from_chars(path.data() + start, end, result.number);
    if (start == path.size() || parsed.ec != std::errc() || parsed.ptr != end) {
        return std::nullopt;
    }
    return result;
}

Message budgetText(const PlacementPlan& plan, const DevicePlacement& placement) {
    if (isNotUsed(plan, placement)) {
        return phrase("not used");
    }
    return placement.budget ? Message(formatSize(*placement.budget)) : phrase("no limit");
}

Message capacityText(const DeviceInfo& device) {
    if (device.id.kind == DeviceKind::Disk) {
        return {};
    }
    return sizeOrUnknown(device.capacity);
}

Phrase decisionText(PlacementDecision::Kind kind) {
    constexpr std::array kTexts{phrase("placed"),        phrase("does not fit"),
                                phrase("split"),         phrase("tied partner was split"),
                                phrase("taken first"),   phrase("remains on the CPU"),
                                phrase("pinned"),        phrase("given by the map"),
                                phrase("moved manually")};
    static_assert(kTexts.size() ==
                  static_cast<std::size_t>(PlacementDecision::Kind::MovedByHand) + 1);
    return kTexts[static_cast<std::size_t>(kind)];
}

}  // namespace

bool isNextSibling(const std::string& path, const std::string& next) {
    const auto first = numberedPath(path);
    const auto second = numberedPath(next);
    return first && second && first->stem == second->stem && first->number + 1 == second->number;
}

Message siblingsText(const std::string& first, const std::string& last) {
    const Message name = first.empty() ? phrase("(all)") : Message(first);
    const auto end = numberedPath(last);
    return first == last || !end ? name : say("%1 … %2", name, end->number);
}

Phrase deviceKindText(const DeviceInfo& device) {
    if (device.id.isGpu()) {
        return device.simulated ? phrase("simulated") : phrase("real");
    }
    return device.id.kind == DeviceKind::Disk ? phrase("disk")
           : device.machine.empty()           ? phrase("this machine")
                                              : phrase("RAM");
}

std::string placementTable(const PlacementPlan& plan, const Translate& translate) {
    TextTable table({phrase("device"), phrase("kind"), rightHead(phrase("blocks")),
                     rightHead(phrase("weights")), rightHead(phrase("budget")),
                     rightHead(phrase("reserved (predicted)")), rightHead(phrase("capacity"))},
                    translate);
    for (const DevicePlacement& placement : plan.placements) {
        const bool isGpu = placement.device.id.isGpu();
        const bool isUnified = plan.request.preset && plan.request.preset->device == "mps" &&
                               placement.device.id == DeviceId::cpu();
        table.addRow({deviceLabelOn(placement.device),
                      isUnified ? phrase("unified (mps)") : deviceKindText(placement.device),
                      std::to_string(placement.blocks), formatSize(placement.weights),
                      budgetText(plan, placement),
                      isGpu ? formatSize(placement.weightsReserved) : "",
                      capacityText(placement.device)});
    }
    return table.text();
}

std::string mapTable(const DeviceMap& map, const Translate& translate) {
    TextTable table({phrase("module"), phrase("device")}, translate);
    const auto& entries = map.entries();
    for (std::size_t begin = 0; begin < entries.size();) {
        std::size_t last = begin;
        while (last + 1 < entries.size() && entries[last + 1].second == entries[begin].second &&
               isNextSibling(entries[last].first, entries[last + 1].first)) {
            ++last;
        }
        table.addRow({siblingsText(entries[begin].first, entries[last].first),
                      deviceLabel(entries[begin].second)});
        begin = last + 1;
    }
    return table.text();
}

std::string issueLines(const std::vector<PlanIssue>& issues, const Translate& translate) {
    return linesOf(issues, translate, issueText);
}

std::string quantizationLines(const PlacementPlan& plan, const Translate& translate) {
    const Message line = quantizationLine(plan);
    if (line.empty()) {
        return {};
    }
    double exact = 0;
    for (const DevicePlacement& placement : plan.placements) {
        exact += placement.weights;
    }
    return lineOf(say("Quantisation: %1", line), translate) +
           lineOf(say("Weights: %1 including all scales; the strategy assumed %2",
                      formatSize(exact), formatSize(countedBytes(plan))),
                  translate);
}

std::string traceTable(const PlacementPlan& plan, const Translate& translate) {
    TextTable table(
        {phrase("module"), phrase("device"), phrase("step"), rightHead(phrase("needed")),
         rightHead(phrase("left")), rightHead(phrase("reserve")), phrase("why")},
        translate);
    for (const PlacementDecision& decision : decisionsOf(plan)) {
        table.addRow({decision.module.empty() ? phrase("(all)") : Message(decision.module),
                      deviceLabel(decision.device), decisionText(decision.kind),
                      formatSize(decision.needed),
                      decision.left ? Message(formatSize(*decision.left)) : phrase("no limit"),
                      formatSize(decision.reserved), decision.reason});
    }
    return table.text();
}

std::string reserveLines(const PlacementPlan& plan, const Translate& translate) {
    std::string out;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.reservedForLargestLayer > 0) {
            out += lineOf(say("On %1, %2 is kept free for the largest layer, which may have to be "
                              "copied there.",
                              deviceLabel(placement.device.id),
                              formatSize(placement.reservedForLargestLayer)),
                          translate);
        }
    }
    return out;
}

std::string optimalLines(const PlacementPlan& plan, const Translate& translate) {
    if (plan.optimal == nullptr) {
        return {};
    }
    const OptimalProof& proof = *plan.optimal;
    std::string text =
        lineOf(say("Objective: %1. %2 Estimated.", objectiveName(proof.objective.kind), proof.text),
               translate);
    if (proof.robustWithin) {
        text += lineOf(say("Even if one of the rates is wrong by up to %1 %, this plan is the best "
                           "of the compared plans.",
                           formatFixed(100 * *proof.robustWithin, 1)),
                       translate);
    }
    const std::string words = joinedText(proof.options, " ");
    return words.empty() ? text
                         : text + lineOf(say("The plan needs these options: %1", words), translate);
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRowsOfAKind = 8;

constexpr const char* kAbsent = "-";

/// Rows of the table, so many of a kind.
class KeyTable {
public:
    explicit KeyTable(const Translate& translate)
        : m_translate(translate),
          m_table({phrase("key"), phrase("in the file"), phrase("in the model")}, translate) {}

    template <class Items, class Row>
    void add(const Items& items, Row row) {
        const std::size_t shown = std::min(items.size(), kRowsOfAKind);
        for (std::size_t i = 0; i < shown; ++i) {
            m_table.addRow(row(items[i]));
        }
        m_left += items.size() - shown;
    }
    [[nodiscard]] std::string text() const {
        return m_left == 0
                   ? m_table.text()
                   : m_table.text() +
                         say("and %1 more; --json lists all keys.", m_left).in(m_translate) + "\n";
    }

private:
    const Translate& m_translate;
    TextTable m_table;
    std::size_t m_left = 0;
};

using Cells = std::vector<Message>;

Cells cellsOf(const std::string& name, const std::string& stored, const std::string& wanted) {
    return {firstNames({name}), stored, wanted};
}

std::string differencesTable(const OpenedModel& model, const KeyCheck& check,
                             const Translate& translate) {
    KeyTable rows(translate);
    rows.add(check.missing, [&model](const std::string& name) {
        const TensorSpec& spec = model.tree->tensor(*model.tree->findTensor(name));
        return cellsOf(name, kAbsent, tensorKindText(spec.dtype, spec.shape));
    });
    rows.add(check.unexpected, [&model](const std::string& name) {
        const auto found = std::ranges::find(model.checkpoint->tensors, name, &StoredTensor::name);
        return cellsOf(name, tensorKindText(found->dtype, found->shape), kAbsent);
    });
    rows.add(check.mismatched, [](const KeyMismatch& mismatch) {
        return cellsOf(mismatch.name, tensorKindText(mismatch.storedDtype, mismatch.storedShape),
                       tensorKindText(mismatch.modelDtype, mismatch.modelShape));
    });
    return rows.text();
}

Json tensorJson(DType dtype, const std::vector<std::int64_t>& shape) {
    return {{"dtype", dtypeName(dtype)}, {"shape", shape}};
}

Json keyCheckJson(const OpenedModel& model) {
    const KeyCheck& check = *model.checkpoint->keyCheck;
    Json mismatched = Json::array();
    for (const KeyMismatch& mismatch : check.mismatched) {
        mismatched.push_back({{"name", mismatch.name},
                              {"file", tensorJson(mismatch.storedDtype, mismatch.storedShape)},
                              {"model", tensorJson(mismatch.modelDtype, mismatch.modelShape)}});
    }
    Json renamed = Json::array();
    for (const KeyRename& key : check.renamed) {
        renamed.push_back({{"file", key.from}, {"model", key.to}});
    }
    Json proposals = Json::array();
    for (const KeyRename& rename : check.proposals) {
        proposals.push_back(
            {{"from", rename.from},
             {"to", rename.to},
             {"agree", countAgreeing(*model.tree, model.checkpoint->tensors, rename)}});
    }
    return {{"tree", check.treeFile},           {"missing", check.missing},
            {"unexpected", check.unexpected},   {"mismatched", std::move(mismatched)},
            {"ignored", check.ignored},         {"renamed", std::move(renamed)},
            {"proposals", std::move(proposals)}};
}

Message ignoredText(const KeyCheck& check) {
    const std::size_t count = check.ignored.size();
    if (count == 0) {
        return {};
    }
    return count == 1 ? say("%1 key of the file is left over from older releases and not loaded: "
                            "%2.",
                            count, firstNames(check.ignored))
                      : say("%1 keys of the file are left over from older releases and not "
                            "loaded: %2.",
                            count, firstNames(check.ignored));
}

Message warningText(const KeyCheck& check) {
    const Message advice = renamingAdvice(check);
    return joined(
        {keyCheckSentence(check),
         advice.empty()
             ? say("Open the checkpoint that belongs to this model, or give another module tree.")
             : advice},
        " ");
}

/// What is said of the keys among a plan's problems; nothing where there is nothing to say. A
/// wrapper's name is no fault of a plan as long as no model is known that has other names.
std::optional<PlanIssue> keyIssue(const Checkpoint& checkpoint) {
    const KeyCheck* const check = checkpoint.keyCheck.get();
    PlanIssue issue;
    issue.code = "keys_differ";
    if (check != nullptr && !check->agrees()) {
        issue.severity = Severity::Warning;
        issue.text = warningText(*check);
        return issue;
    }
    const auto unwrapping = proposeUnwrapping(checkpoint);
    issue.text = unwrapping ? unwrappingAdvice(*unwrapping) : Message();
    return unwrapping ? std::optional(issue) : std::nullopt;
}

/// "models/gpt2/model.safetensors" is "gpt2": what every folder holds says nothing.
std::string nameOf(const Checkpoint& checkpoint) {
    const std::filesystem::path path = std::filesystem::path(checkpoint.path).lexically_normal();
    const std::string stem = path.stem().string();
    const bool saysNothing = stem == "model" || stem == "pytorch_model" || stem == "config" ||
                             stem.starts_with("model.safetensors");
    const std::filesystem::path shown =
        saysNothing || !path.has_filename() ? path.parent_path() : path;
    return shown.extension() == ".json" ? shown.stem().string() : shown.filename().string();
}

}  // namespace

PretrainedSource pretrainedSource(const OpenedModel& model, const CommandContext& context) {
    const OpenOptions& opening = model.saved ? model.saved->project.openOptions : context.opening;
    return findPretrainedSource(*model.checkpoint, opening, nameOf(*model.checkpoint));
}

std::string keyCheckText(const OpenedModel& model, const Translate& translate) {
    const auto toldLine = [&translate](const Message& text) {
        return text.empty() ? std::string() : lineOf(text, translate);
    };
    if (model.checkpoint->keyCheck == nullptr) {
        const auto unwrapping = proposeUnwrapping(*model.checkpoint);
        return unwrapping ? toldLine(unwrappingAdvice(*unwrapping)) : std::string();
    }
    const KeyCheck& check = *model.checkpoint->keyCheck;
    const std::string ignored = toldLine(ignoredText(check));
    if (check.agrees()) {
        return toldLine(say("All keys of the checkpoint agree with %1.", check.treeFile)) + ignored;
    }
    return toldLine(keyCheckSentence(check)) + differencesTable(model, check, translate) +
           toldLine(renamingAdvice(check)) + ignored;
}

std::string withKeyCheck(const std::string& object, const OpenedModel& model) {
    if (model.checkpoint->keyCheck == nullptr) {
        return object;
    }
    Json extended = Json::parse(object);
    extended["keys"] = keyCheckJson(model);
    return jsonText(extended, 2);
}

std::shared_ptr<const PlacementPlan> withKeyWarning(std::shared_ptr<const PlacementPlan> plan,
                                                    const Checkpoint& checkpoint) {
    auto issue = keyIssue(checkpoint);
    if (!issue) {
        return plan;
    }
    auto warned = std::make_shared<PlacementPlan>(*plan);
    const auto firstHint = std::ranges::find(warned->issues, Severity::Hint, &PlanIssue::severity);
    warned->issues.insert(firstHint, std::move(*issue));
    return warned;
}

Result<std::shared_ptr<const CapacityEstimate>> estimateTyped(const EstimateInput& input,
                                                              const CommandContext& context) {
    auto estimate = estimateCapacity(input, context.stop());
    if (estimate) {
        return estimate;
    }
    Error error = estimate.error();
    constexpr std::array<std::string_view, 6> kTyped = {"engine",   "tensor_parallel", "context",
                                                        "kv_dtype", "compute_dtype",   "attention"};
    const bool isTyped = std::ranges::find(kTyped, error.key) != kTyped.end();
    const bool isRefused =
        error.code == ErrorCode::Unsupported || error.code == ErrorCode::LimitExceeded;
    error.code = isTyped && isRefused ? ErrorCode::InvalidArgument : error.code;
    return Unexpected{std::move(error)};
}

Result<std::shared_ptr<const CapacityEstimate>> estimateOfWorkload(
    std::shared_ptr<const PlacementPlan> plan, const OpenedModel& model,
    const CommandContext& context) {
    if (!plan->request.workload) {
        return std::shared_ptr<const CapacityEstimate>();
    }
    const Workload workload = *plan->request.workload;
    return estimateTyped({std::move(plan), model.checkpoint, workload, measuredRates(context)},
                         context);
}

Result<std::shared_ptr<const PlacementPlan>> withWorkload(std::shared_ptr<const PlacementPlan> plan,
                                                          const OpenedModel& model,
                                                          const CommandContext& context) {
    const auto estimate = estimateOfWorkload(plan, model, context);
    STOWAGE_TRY(estimate);
    return *estimate == nullptr ? std::move(plan) : judgedPlan(**estimate);
}

void warnOf(const PlacementPlan& plan, const CommandContext& context) {
    for (const PlanIssue& issue : plan.issues) {
        if (issue.severity == Severity::Warning) {
            context.warn(issueText(issue));
        }
    }
    for (const std::string& warning : plan.warnings) {
        const bool isQuoted = std::ranges::any_of(plan.issues, [&](const PlanIssue& issue) {
            return issue.severity == Severity::Warning &&
                   issue.text.english().find(warning) != std::string::npos;
        });
        if (!isQuoted) {
            context.warn(warning);
        }
    }
}

Result<std::shared_ptr<const PlacementPlan>> planToLoad(const OpenedModel& model,
                                                        const PlacementOptions& placement,
                                                        const CommandContext& context) {
    const auto planned = placement.makePlan(model, context);
    STOWAGE_TRY(planned);
    const std::shared_ptr<const PlacementPlan>& plan = *planned;
    if (plan->request.constraints.quantization) {
        return fail(ErrorCode::Unsupported, quantizedLoadRefusal(*plan));
    }
    if (!plan->accelerateError) {
        return plan;
    }
    for (const DeviceInfo& device : plan->request.devices) {
        if (device.id == DeviceId::disk()) {
            continue;
        }
        PlacementRequest request = plan->request;
        request.strategy = Strategy::Manual;
        request.preset.reset();
        request.givenMap = DeviceMap({{std::string(), device.id}});
        auto whole = place(request, context.stop());
        if (!whole) {
            return whole;
        }
        if (isYes((*whole)->verdict)) {
            context.warn(
                joined({*plan->accelerateError,
                        say("The whole model is loaded to %1 instead.", deviceLabel(device.id))},
                       " "));
            return whole;
        }
    }
    return fail(
        ErrorCode::InvalidPlan,
        joined({*plan->accelerateError, say("No single device has enough memory for the whole "
                                            "model; give a device map with --device-map.")},
               " "));
}

}  // namespace stowage
