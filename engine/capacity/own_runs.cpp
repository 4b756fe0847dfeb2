// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/plan_estimator_work.h"

#include "engine/base/number_text.h"
#include "engine/capacity/device_speed.h"
#include "engine/plan/dispatch_model.h"
#include "engine/run/run_job.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

namespace stowage {

namespace {

/// Replays that bring more tensors to passes than this are left to the formula: seconds. A further
/// sequence costs a third of the first.
constexpr std::uint64_t kMostReplayedWeights = 150'000;

/// A request has its prompts token by token, and a run keeps some copies of them: of more tokens in
/// all, half a GiB, none is made.
constexpr std::uint64_t kMostRequestedTokens = std::uint64_t{1} << 24;

/// After so many tokens memory stays as it is where nothing that is kept grows.
constexpr std::uint64_t kSteadyTokens = 4;

/// So many tokens after the prompts show what lies unused between caches and activations.
constexpr std::uint64_t kBriefTokens = 8;

/// A prompt of so many tokens that the model takes: the first one of its vocabulary, and those at
/// its end without which it cannot tell its context.
std::vector<std::int64_t> promptOf(const RunTraits& traits, std::uint64_t tokens) {
    std::vector<std::int64_t> prompt(tokens, 0);
    const std::size_t needed = std::min<std::size_t>(traits.needed.size(), prompt.size());
    for (std::size_t i = 0; i < needed; ++i) {
        prompt[prompt.size() - needed + i] = traits.needed[i].token;
    }
    return prompt;
}

/// Plans with weights on a disk that was not measured have a time as all others, so that they can
/// be compared: by the rate that the formula takes.
MachineRates withDisk(MachineRates rates, const std::string& folder) {
    const auto identity = folder.empty() ? std::nullopt : fileSystemFor(folder);
    if (!identity || rates.findDisk(*identity) != nullptr) {
        return rates;
    }
    FileSystemRates disk;
    disk.identity = *identity;
    for (const DiskRate rate : {DiskRate::ReadCold, DiskRate::ReadWarm}) {
        disk.set(rate, diskRate(&rates));
    }
    rates.setDisk(std::move(disk));
    return rates;
}

/// Errors: InvalidArgument of the key "context".
Result<void> checkContext(const RunTraits& traits, const Workload& work) {
    const auto seen = static_cast<std::uint64_t>(traits.context);
    if (!traits.isGenerative && work.prompt <= seen && work.tokens() > seen) {
        return fail(ErrorCode::InvalidArgument,
                    say("A context of %1 tokens exceeds the %2 tokens that this model supports; "
                        "shorten the context.",
                        groupedText(work.tokens()), groupedText(seen)),
                    {}, "context");
    }
    // The last token that is generated does not go in.
    const std::uint64_t following = work.tokens() - work.prompt;
    const auto fitting = checkLength(traits, work.prompt, following > 0 ? following - 1 : 0);
    if (!fitting) {
        Error error = fitting.error();
        error.key = "context";
        return Unexpected{std::move(error)};
    }
    return {};
}

}  // namespace

std::uint64_t KnownRuns::numberOf(const EstimateInput& input, const RunSetting& setting) {
    std::ostringstream text;
    const auto add = [&text](const auto&... parts) { ((text << parts << ' '), ...) << '\n'; };
    text << std::hexfloat;
    add(input.checkpoint.get(), input.rates.get(), deviceName(setting.executionDevice),
        setting.offloadBuffers, setting.threads, setting.offloadFolder, setting.staysCached,
        setting.warmShare);
    for (const RunTensor& tensor : setting.tensors) {
        add(tensor.name, dtypeName(tensor.signature.dtype), deviceName(tensor.device),
            tensor.storage, tensor.isBuffer);
        for (const std::int64_t size : tensor.signature.shape) {
            text << size << ' ';
        }
    }
    const bool hasCards = std::ranges::any_of(
        setting.devices, [&](const DeviceInfo& device) { return setting.isCard(device.id); });
    for (const DeviceInfo& device : setting.devices) {
        // Addresses of expandable segments; how much of the host's memory can be page-locked.
        const bool usesCapacity =
            device.allocator != AllocatorKind::Native || (hasCards && device.id == DeviceId::cpu());
        add(deviceName(device.id), device.simulated, static_cast<int>(device.allocator),
            usesCapacity ? device.capacity.value_or(0) : 0, device.linkBytesPerSecond.value_or(0),
            device.machine);
    }
    for (const MachineLink& link : setting.machineLinks) {
        add(link.one, link.other, link.bytesPerSecond, link.latencySeconds);
    }
    for (const OffloadRule& rule : setting.offloaded) {
        add(static_cast<int>(rule.mode), rule.module);
    }
    for (const PreloadGroup& group : setting.preload) {
        add(group.module, group.tensors.size());
    }
    for (const auto& [device, bytes] : setting.held) {
        add(deviceName(device), bytes);
    }
    std::vector<std::uint64_t> state;
    for (const auto& [device, allocator] : setting.allocators) {
        allocator.writeState(state);
        add(deviceName(device), static_cast<int>(allocator.kind()),
            allocator.statistics().allocated, state.size());
    }
    for (const std::uint64_t number : state) {
        text << number << ' ';
    }
    constexpr std::size_t kMostSettings = 64;  // some 50 KB each
    const std::scoped_lock lock(m_mutex);
    if (m_settings.size() == kMostSettings) {
        m_settings.clear();
        m_owners.clear();
    }
    m_owners.insert(input.checkpoint);
    m_owners.insert(input.rates);
    const auto [known, isNew] = m_settings.try_emplace(std::move(text).str(), m_count);
    m_count += isNew ? 1 : 0;
    return known->second;
}

template <typename Found>
Result<Found> KnownRuns::find(Known<Found>& known, Run run, const Make<Found>& make) {
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = std::ranges::find(known, run, &std::pair<Run, Found>::first);
        if (found != known.end()) {
            return found->second;
        }
    }
    auto made = make();
    STOWAGE_TRY(made);
    constexpr std::size_t kMostKnown = 256;
    const std::scoped_lock lock(m_mutex);
    if (known.size() == kMostKnown) {
        known.pop_front();
    }
    known.emplace_back(std::move(run), *made);
    return made;
}

std::shared_ptr<KnownRuns> makeKnownRuns() {
    return std::make_shared<KnownRuns>();
}

OwnRuns::OwnRuns(RunSetting setting) : m_setting(std::move(setting)), m_weights(m_setting) {}

Result<std::unique_ptr<OwnRuns>> OwnRuns::make(const EstimateInput& input,
                                               const LoadSchedule* schedule) {
    if (schedule == nullptr) {
        return fail(ErrorCode::Unsupported,
                    say("This program cannot load the quantised weights of this plan; choose "
                        "another engine."),
                    {}, "engine");
    }
    RunSetting setting = runSettingOf(*schedule);
    const PlacementPlan& plan = *input.plan;
    const PlacementRequest& asked = plan.request;
    setting.offloadBuffers = asked.constraints.offloadBuffers;
    if (input.mostCached) {
        assumeMostCached(setting, *schedule);
    }
    setting.preload = ruleHooks(*asked.tree, plan.map, asked.hooks, asked.executionDevice).groups;
    if (input.rates != nullptr) {
        setting.rates = withDisk(*input.rates, setting.offloadFolder);
    }
    std::unique_ptr<OwnRuns> runs(new OwnRuns(std::move(setting)));
    auto model = runModelOf(*input.checkpoint, runs->m_weights);
    STOWAGE_TRY(model);
    runs->m_model = std::move(*model);
    runs->m_tensors = asked.tree->tensors().size();
    const RunSetting& made = runs->m_setting;
    runs->m_known = input.runs;
    runs->m_number = input.runs->numberOf(input, made);
    runs->m_widensHalf = std::ranges::any_of(made.tensors, [&made](const RunTensor& tensor) {
        return !made.isCard(tensor.device.isGpu() ? tensor.device
                                                  : made.offloadedRunsOn(tensor.name));
    });
    return runs;
}

DType OwnRuns::computesIn(DType weights) const {
    const bool isWidened = elementBlock(weights) || (weights == DType::Float16 && m_widensHalf);
    return isWidened ? DType::Float32 : weights;
}

Result<void> OwnRuns::check(const Workload& work, DType weights) const {
    const RunTraits& traits = m_model->traits();
    if (work.generate > 0) {
        STOWAGE_TRY(requireGenerative(traits));
    }
    STOWAGE_TRY(checkContext(traits, work));
    if (work.batch > 1 && !traits.takesBatches) {
        return fail(ErrorCode::InvalidArgument,
                    say("This program runs models of the family %1 one sequence at a time: use a "
                        "batch size of 1, or choose another engine.",
                        traits.family),
                    {}, "batch");
    }
    const DType computed = computesIn(weights);
    if (work.computeType && *work.computeType != weights && *work.computeType != computed) {
        return fail(ErrorCode::Unsupported,
                    say("This program computes in the dtype of the weights; plan the weights in "
                        "%1, or choose another engine.",
                        dtypeName(*work.computeType)),
                    {}, "compute_dtype");
    }
    if (work.kvType && work.kvType != kvTypeOf(computed)) {
        return fail(ErrorCode::Unsupported,
                    say("This program stores keys and values in the compute dtype, which is %1 for "
                        "this plan, not %2; choose another engine.",
                        dtypeName(computed), kvTypeName(*work.kvType)),
                    {}, "kv_dtype");
    }
    if (auto can = requireAttention(work.attention.value_or(AttentionKind::Eager)); !can) {
        Error no = can.error();
        no.message =
            joined({no.message,
                    say("Alternatively, choose another engine that supports fused attention.")},
                   " ");
        return Unexpected{std::move(no)};
    }
    return {};
}

std::uint64_t OwnRuns::chunkOf(const Workload& work) const {
    return work.prefillChunk == 0 || !m_model->traits().takesChunks
               ? work.prompt
               : std::min(work.prefillChunk, work.prompt);
}

bool OwnRuns::keepsStates() const {
    return !m_model->traits().cacheGrows;
}

bool OwnRuns::isWritten(const Workload& work) const {
    return work.batch <= kMostRequestedTokens / work.prompt;
}

bool OwnRuns::isShort(const Workload& work) const {
    const std::uint64_t follow = std::max<std::uint64_t>(replayedTokens(work), 1) - 1;
    return isWritten(work) && prefillPasses(work) + follow <= mostPasses(work);
}

Result<std::vector<ReplayedDevice>> OwnRuns::replay(const Workload& work, unsigned window,
                                                    const std::stop_token& stop) {
    Workload replayed = work;  // with no more tokens than change the memory
    replayed.generate = replayedTokens(work);
    replayed.context = 0;
    replayed.prefillChunk = chunkOf(work) % work.prompt;
    return m_known->replay({m_number, window, replayed}, [&] {
        m_setting.window = window;
        return replayRun(*m_model, m_setting, requestFor(replayed), stop);
    });
}

Result<std::vector<ReplayedDevice>> OwnRuns::replayStart(const Workload& work, unsigned window,
                                                         bool isBrief,
                                                         const std::stop_token& stop) {
    const std::uint64_t most = mostPasses(work);
    const std::uint64_t prompts = prefillPasses(work);
    if (!isWritten(work) || prompts > most) {
        return std::vector<ReplayedDevice>();
    }
    Workload start = work;
    start.context = 0;
    const std::uint64_t follow = isBrief ? std::min(most - prompts, kBriefTokens) : most - prompts;
    start.generate = m_model->traits().isGenerative ? follow + 1 : 0;
    return replay(start, window, stop);
}

Result<std::optional<ReplayedContext>> OwnRuns::longest(const Workload& work,
                                                        const std::stop_token& stop) {
    const auto none = std::optional<ReplayedContext>();
    if (!m_model->traits().isGenerative || !isWritten(work)) {
        return none;
    }
    RunRequest asked = requestFor(work);
    const std::uint64_t prompt = work.prompt;
    const std::uint64_t most = mostPasses(work);
    const auto context = static_cast<std::uint64_t>(m_model->traits().context);
    const bool isRead = context == 0 || prompt + most <= context + 1;
    const std::uint64_t tokens = isRead ? most : context + 1 - std::min(context + 1, prompt);
    asked.generate = static_cast<std::int64_t>(tokens);
    const auto fitting =
        tokens == 0 ? Result<std::int64_t>(0) : tokensThatFit(*m_model, m_setting, asked, stop);
    STOWAGE_TRY(fitting);
    const auto found = static_cast<std::uint64_t>(*fitting);
    return found == 0 ? none
                      : std::optional(ReplayedContext{prompt + found, found < tokens || !isRead});
}

Result<RunPrediction> OwnRuns::times(const Workload& work, unsigned window,
                                     const std::map<DeviceId, std::uint64_t>& fresh) {
    Workload timed = work;
    timed.generate = followingTokens(work);
    timed.context = 0;
    return m_known->times({m_number, window, timed, fresh}, [&] {
        m_setting.window = window;
        return predictTimes(*m_model, m_setting, requestFor(timed), fresh);
    });
}

Result<RunPassTimes> OwnRuns::passes(const Workload& work) const {
    return passesOfRun(*m_model, m_setting, requestFor(work));
}

RunRequest OwnRuns::requestFor(const Workload& work) const {
    RunRequest request;
    const RunTraits& traits = m_model->traits();
    if (traits.takesTokens) {
        request.tokens = promptOf(traits, work.prompt);
    }
    if (traits.input) {  // its shape is all that counts
        request.input = std::make_shared<const InputArray>(InputArray{traits.input->shape});
    }
    request.alongside.assign(work.batch - 1, request.tokens);
    request.generate = static_cast<std::int64_t>(followingTokens(work));
    request.outputs = traits.isGenerative ? Outputs::Last : Outputs::All;
    request.prefillChunk = static_cast<std::int64_t>(chunkOf(work) % work.prompt);
    request.attention = work.attention.value_or(AttentionKind::Eager);
    return request;
}

std::uint64_t OwnRuns::followingTokens(const Workload& work) const {
    return m_model->traits().isGenerative ? work.tokens() - work.prompt : 0;
}

std::uint64_t OwnRuns::replayedTokens(const Workload& work) const {
    const std::uint64_t all = followingTokens(work);
    return m_model->traits().cacheGrows ? all : std::min(all, kSteadyTokens);
}

std::uint64_t OwnRuns::prefillPasses(const Workload& work) const {
    const std::uint64_t chunk = chunkOf(work);
    return m_model->traits().takesTokens ? (work.prompt + chunk - 1) / chunk : 1;
}

std::uint64_t OwnRuns::mostPasses(const Workload& work) const {
    constexpr std::uint64_t kShare = 3;
    const std::uint64_t ofPass = m_tensors * (work.batch + kShare - 1) / kShare;
    return kMostReplayedWeights / std::max<std::uint64_t>(ofPass, 1);
}

}  // namespace stowage
