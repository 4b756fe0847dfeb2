// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/key_matching.h"

#include "engine/base/name_table.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/tensor_backend.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stowage {

namespace {

/// Finds stored tensors under the spellings that a model's name may have in a file.
class StoredNames {
public:
    StoredNames(const ModuleTree& tree, const Checkpoint& checkpoint) {
        for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
            m_byName.emplace(checkpoint.tensors[i].name, i);
        }
        if (checkpoint.keyCheck != nullptr) {
            return;  // names were checked as they are, and renamed where a person wanted it
        }
        m_prefix = checkpoint.prefix.empty() ? "" : checkpoint.prefix + ".";
        for (const ModuleId child : tree.children(ModuleTree::root())) {
            std::string outer = tree.path(child) + ".";
            const bool used = std::any_of(
                checkpoint.tensors.begin(), checkpoint.tensors.end(),
                [&](const StoredTensor& tensor) { return tensor.name.starts_with(outer); });
            if (!used) {
                m_unusedOuter.push_back(std::move(outer));
            }
        }
    }

    std::optional<std::uint32_t> find(const std::string& name) const {
        if (const auto index = exact(name)) {
            return index;
        }
        if (!m_prefix.empty()) {
            if (const auto index = exact(m_prefix + name)) {
                return index;
            }
        }
        for (const std::string& outer : m_unusedOuter) {
            if (name.starts_with(outer)) {
                return exact(name.substr(outer.size()));
            }
        }
        return std::nullopt;
    }

private:
    std::optional<std::uint32_t> exact(const std::string& name) const {
        const auto found = m_byName.find(name);
        return found == m_byName.end() ? std::nullopt : std::optional(found->second);
    }

    std::string m_prefix;
    std::vector<std::string> m_unusedOuter;
    std::unordered_map<std::string, std::uint32_t> m_byName;
};

/// A buffer that the model computes itself and that the file has in another way: not worth a
/// refusal where the model is known.
bool isLeftOut(const TensorSpec& spec, const StoredTensor& stored) {
    return !isNeeded(spec) && (stored.shape != spec.shape || stored.dtype != spec.dtype);
}

/// Names that the check found to be leftovers of older releases.
NameTable<std::string_view, bool> ignoredNames(const Checkpoint& checkpoint) {
    NameTable<std::string_view, bool> ignored;
    if (checkpoint.keyCheck != nullptr) {
        for (const std::string& name : checkpoint.keyCheck->ignored) {
            ignored.emplace(name, true);
        }
    }
    return ignored;
}

constexpr const char* kUnexpectedCode = "unexpected_keys";

constexpr const char* kLossyCode = "lossy_dtype";

/// The check's own mismatches that loading has to face.
std::vector<KeyMismatch> neededMismatches(const ModuleTree& tree, const KeyCheck& check) {
    std::vector<KeyMismatch> needed;
    for (const KeyMismatch& mismatch : check.mismatched) {
        const auto tensor = tree.findTensor(mismatch.name);
        if (tensor && isNeeded(tree.tensor(*tensor))) {
            needed.push_back(mismatch);
        }
    }
    return needed;
}

/// The dtype that the model's tensor is loaded in. The plan's tree has it.
DType wantedDtype(const KeyMismatch& mismatch, const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    return plannedDtype(plan, tree.tensor(*tree.findTensor(mismatch.name)));
}

Unexpected keyMismatch(const Message& message, const KeyCheck& check, const Checkpoint& checkpoint,
                       const std::string& key) {
    return fail(ErrorCode::KeyMismatch, joined({message, renamingAdvice(check)}, " "),
                checkpoint.path, key);
}

Message openItsOwn() {
    return say("Open the checkpoint that belongs to this model.");
}

Result<void> requireNoneMissing(const KeyCheck& check, const Checkpoint& checkpoint) {
    if (check.missing.empty()) {
        return {};
    }
    const std::size_t count = check.missing.size();
    const Message names = firstNames(check.missing);
    const Message lacks =
        count == 1
            ? say("%1 lacks %2 tensor of %3: %4", checkpoint.path, count, check.treeFile, names)
            : say("%1 lacks %2 tensors of %3: %4", checkpoint.path, count, check.treeFile, names);
    const Message sentence = check.unexpected.empty()
                                 ? say("%1.", lacks)
                                 : say("%1; unexpected tensors: %2 (%3).", lacks,
                                       check.unexpected.size(), firstNames(check.unexpected));
    const Message wayOut = check.proposals.empty() ? openItsOwn() : Message();
    return keyMismatch(joined({sentence, wayOut}, " "), check, checkpoint, check.missing.front());
}

Message mismatchText(const KeyMismatch& mismatch) {
    return say("%1 is %2 in the file and %3 in the model", mismatch.name,
               tensorKindText(mismatch.storedDtype, mismatch.storedShape),
               tensorKindText(mismatch.modelDtype, mismatch.modelShape));
}

/// Refuses the tensors of one fault: the first in full, the others counted. `what` the tensors
/// have, as "another shape".
Unexpected refuseTensors(const std::vector<KeyMismatch>& faulty, Phrase what, const Message& wayOut,
                         const KeyCheck& check, const Checkpoint& checkpoint) {
    const std::size_t count = faulty.size();
    const Message first = mismatchText(faulty.front());
    const Message sentence =
        count == 1 ? say("Compared with %4, %1 tensor of %2 has %3: %5.", count, checkpoint.path,
                         what, check.treeFile, first)
                   : say("Compared with %4, %1 tensors of %2 have %3: %5 (the first).", count,
                         checkpoint.path, what, check.treeFile, first);
    return keyMismatch(joined({sentence, wayOut}, " "), check, checkpoint, faulty.front().name);
}

std::vector<KeyMismatch> lossyCasts(const LoadSchedule& schedule, const KeyCheck& check) {
    std::vector<KeyMismatch> lossy = neededMismatches(*schedule.plan->request.tree, check);
    const PlacementPlan& plan = *schedule.plan;
    std::erase_if(lossy, [&plan](const KeyMismatch& mismatch) {
        const bool isAsked = plan.request.constraints.dtype && isFloatingPoint(mismatch.modelDtype);
        return isAsked || !isLossyCast(mismatch.storedDtype, mismatch.modelDtype);
    });
    return lossy;
}

PlanIssue lossyIssue(const std::vector<KeyMismatch>& lossy, const KeyCheck& check) {
    std::set<DType> stored;
    for (const KeyMismatch& mismatch : lossy) {
        stored.insert(mismatch.storedDtype);
    }
    const KeyMismatch& first = lossy.front();
    PlanIssue issue;
    issue.severity = Severity::Error;
    issue.code = kLossyCode;
    issue.module = first.name;
    const Message kinds =
        say("%1 is stored as %2, but is %4 in %3", first.name, dtypeName(first.storedDtype),
            check.treeFile, dtypeName(first.modelDtype));
    const Message loss = lossy.size() == 1
                             ? say("%1 tensor would lose precision: %2.", lossy.size(), kinds)
                             : say("%1 tensors would lose precision: %2.", lossy.size(), kinds);
    const Message wayOut =
        stored.size() == 1
            ? say("Load the stored dtype with --dtype %1, or force the cast with --force.",
                  dtypeName(first.storedDtype))
            : say("Force the cast with --force.");
    issue.text = joined({loss, wayOut}, " ");
    return issue;
}

PlanIssue unexpectedIssue(const KeyCheck& check) {
    PlanIssue issue;
    issue.severity = Severity::Error;
    issue.code = kUnexpectedCode;
    const std::size_t count = check.unexpected.size();
    const Message names = firstNames(check.unexpected);
    const Message has =
        count == 1
            ? say("The file has %1 tensor that is not in %2: %3.", count, check.treeFile, names)
            : say("The file has %1 tensors that are not in %2: %3.", count, check.treeFile, names);
    issue.text = joined({has, renamingAdvice(check),
                         say("Open the checkpoint that belongs to this model, or ignore the "
                             "additional tensors with --force.")},
                        " ");
    return issue;
}

}  // namespace

KeyMatch matchKeys(const ModuleTree& tree, const Checkpoint& checkpoint) {
    const StoredNames names(tree, checkpoint);
    const bool isChecked = checkpoint.keyCheck != nullptr;
    const NameTable<std::string_view, bool> ignored = ignoredNames(checkpoint);
    KeyMatch match;
    match.storedByStorage.resize(tree.storageCount());
    std::vector<bool> used(checkpoint.tensors.size(), false);
    for (const TensorSpec& spec : tree.tensors()) {
        const std::optional<std::uint32_t> stored = names.find(spec.name);
        if (!stored) {
            continue;
        }
        used[*stored] = true;
        if (isChecked &&
            (isLeftOut(spec, checkpoint.tensors[*stored]) || ignored.contains(spec.name))) {
            continue;
        }
        if (checkpoint.tensors[*stored].shape != spec.shape) {
            match.keys.mismatched.push_back(spec.name);
        } else if (!match.storedByStorage[spec.storage.index()]) {
            match.storedByStorage[spec.storage.index()] = stored;
        }
    }
    std::vector<bool> seen(tree.storageCount(), false);
    for (const TensorSpec& spec : tree.tensors()) {
        if (seen[spec.storage.index()] || match.storedByStorage[spec.storage.index()]) {
            continue;
        }
        seen[spec.storage.index()] = true;
        const auto& mismatched = match.keys.mismatched;
        if (std::find(mismatched.begin(), mismatched.end(), spec.name) != mismatched.end()) {
            continue;
        }
        (isNeeded(spec) ? match.keys.missing : match.absentBuffers).push_back(spec.name);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) {
            match.keys.unexpected.push_back(checkpoint.tensors[i].name);
        }
    }
    return match;
}

Result<void> requireAgreement(const PlacementPlan& plan, const Checkpoint& checkpoint) {
    if (checkpoint.keyCheck == nullptr) {
        return {};
    }
    const KeyCheck& check = *checkpoint.keyCheck;
    STOWAGE_TRY(requireNoneMissing(check, checkpoint));
    std::vector<KeyMismatch> otherShape;
    std::vector<KeyMismatch> beyondCast;
    for (const KeyMismatch& mismatch : neededMismatches(*plan.request.tree, check)) {
        const DType wanted = wantedDtype(mismatch, plan);
        if (mismatch.hasOtherShape()) {
            otherShape.push_back(mismatch);
        } else if (!elementBlock(mismatch.storedDtype) && mismatch.storedDtype != wanted &&
                   !isCastSupported(mismatch.storedDtype, wanted)) {
            beyondCast.push_back(mismatch);
        }
    }
    if (!otherShape.empty()) {
        return refuseTensors(otherShape, phrase("another shape"), openItsOwn(), check, checkpoint);
    }
    if (!beyondCast.empty()) {
        return refuseTensors(beyondCast, phrase("another dtype, which cannot be cast"),
                             say("Open the checkpoint that belongs to this model, or change the "
                                 "dtype in the module tree to the stored dtype."),
                             check, checkpoint);
    }
    return {};
}

std::vector<PlanIssue> keyObjections(const LoadSchedule& schedule) {
    std::vector<PlanIssue> objections;
    if (schedule.checkpoint->keyCheck == nullptr) {
        return objections;
    }
    const KeyCheck& check = *schedule.checkpoint->keyCheck;
    if (!check.unexpected.empty()) {
        objections.push_back(unexpectedIssue(check));
    }
    if (const auto lossy = lossyCasts(schedule, check); !lossy.empty()) {
        objections.push_back(lossyIssue(lossy, check));
    }
    return objections;
}

bool isKeyObjection(const PlanIssue& issue) {
    return issue.code == kUnexpectedCode || issue.code == kLossyCode;
}

KeyReport keyReportOf(const KeyCheck& check) {
    KeyReport report{check.missing, check.unexpected, {}, check.initialised};
    report.missing.insert(report.missing.end(), check.initialised.begin(), check.initialised.end());
    for (const KeyMismatch& mismatch : check.mismatched) {
        report.mismatched.push_back(mismatch.name);
    }
    return report;
}

bool isLossyCast(DType from, DType to) {
    if (from == to || !isFloatingPoint(from) || !isFloatingPoint(to)) {
        return false;
    }
    // Of the types that casts know, each holds all numbers of the narrower ones but for the two
    // halves, of which neither holds the other's.
    return storedBits(to) <= storedBits(from);
}

}  // namespace stowage
