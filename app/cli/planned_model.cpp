// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planned_model.h"

#include "app/cli/plan_text.h"
#include "app/cli/text_table.h"
#include "engine/base/json_reader.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/judged_plan.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/plan/place/place.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRowsOfAKind = 8;

constexpr const char* kAbsent = "-";

/// Rows of the table, so many of a kind.
class Rows {
public:
    explicit Rows(const Translate& translate)
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
                         say("and %1 more; --json lists all.", m_left).in(m_translate) + "\n";
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
    Rows rows(translate);
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
         advice.empty() ? say("Open the checkpoint that belongs to this model, or another tree.")
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

}  // namespace

std::string keyCheckText(const OpenedModel& model, const Translate& translate) {
    const auto lineOf = [&translate](const Message& text) {
        return text.empty() ? std::string() : text.in(translate) + "\n";
    };
    if (model.checkpoint->keyCheck == nullptr) {
        const auto unwrapping = proposeUnwrapping(*model.checkpoint);
        return unwrapping ? lineOf(unwrappingAdvice(*unwrapping)) : std::string();
    }
    const KeyCheck& check = *model.checkpoint->keyCheck;
    const std::string ignored = lineOf(ignoredText(check));
    if (check.agrees()) {
        return lineOf(say("All keys agree with %1.", check.treeFile)) + ignored;
    }
    return lineOf(keyCheckSentence(check)) + differencesTable(model, check, translate) +
           lineOf(renamingAdvice(check)) + ignored;
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

Result<PlannedModel> openAndPlan(const std::string& path, const PlacementOptions& placement,
                                 const CommandContext& context) {
    auto model = openModel(path, context);
    STOWAGE_TRY(model);
    auto plan = placement.makePlan(*model, context);
    STOWAGE_TRY(plan);
    auto judged = withWorkload(std::move(*plan), *model, context);
    STOWAGE_TRY(judged);
    auto warned = withKeyWarning(std::move(*judged), *model->checkpoint);
    return PlannedModel{std::move(*model), std::move(warned)};
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
        if ((*whole)->verdict != Verdict::DoesNotFit) {
            context.warn(
                joined({*plan->accelerateError,
                        say("The whole model is loaded to %1 instead.", deviceLabel(device.id))},
                       " "));
            return whole;
        }
    }
    return fail(ErrorCode::InvalidPlan,
                joined({*plan->accelerateError,
                        say("No device has room for the whole model either; give a --device-map.")},
                       " "));
}

}  // namespace stowage
