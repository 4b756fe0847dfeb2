// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/layer_repeats.h"

#include "engine/run/metered_compute.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>

namespace stowage {

namespace {

constexpr std::size_t kNoStage = static_cast<std::size_t>(-1);
constexpr std::size_t kMostBoundaries = 16;  ///< layers after which states are compared

/// A text for a tensor: equal for tensors that differ only in the path of their layer.
std::string describe(const RunSetting& setting, const RunTensor& tensor, std::size_t pathLength) {
    const DeviceId runsOn =
        tensor.device.isGpu() ? tensor.device : setting.offloadedRunsOn(tensor.name);
    std::string text = tensor.name.substr(std::min(pathLength, tensor.name.size())) + ' ' +
                       std::to_string(static_cast<int>(tensor.signature.dtype)) + ' ' +
                       deviceName(tensor.device) + ' ' + deviceName(runsOn) +
                       (tensor.isBuffer ? " buffer" : "");
    for (const std::int64_t size : tensor.signature.shape) {
        text += ' ' + std::to_string(size);
    }
    return text + '\n';
}

/// A text for each stage; stages with the same one have the same weights.
std::vector<std::string> describeStages(const std::vector<RunStage>& stages,
                                        const RunSetting& setting) {
    std::vector<std::string> texts(stages.size());
    std::unordered_map<std::uint32_t, std::size_t> stageOf;  // by storage
    std::size_t stage = kNoStage;
    for (const RunTensor& tensor : setting.tensors) {
        if (stage == kNoStage || !stages[stage].has(tensor.name)) {
            stage = stageWith(stages, tensor.name).value_or(kNoStage);
        }
        if (stage == kNoStage) {
            continue;
        }
        texts[stage] += describe(setting, tensor, stages[stage].paths.front().size());
        const auto [other, isNew] = stageOf.try_emplace(tensor.storage, stage);
        if (!isNew && other->second != stage) {  // tied: like no other stage
            const std::string mark = "tied " + std::to_string(tensor.storage) + '\n';
            texts[stage] += mark;
            texts[other->second] += mark;
        }
    }
    return texts;
}

const MeteredRoom* roomOf(const ActivationPtr& kept) {
    return kept ? metered(*kept).room().get() : nullptr;
}

/// Whether what a layer keeps of `rows` more rows will be like what another one keeps already.
bool becomesLike(const ActivationPtr& own, const ActivationPtr& other, std::int64_t rows) {
    const MeteredRoom* const mine = roomOf(own);
    const MeteredRoom* const others = roomOf(other);
    if (mine == nullptr || others == nullptr) {
        return mine == others;
    }
    return mine->rows == others->rows && mine->width == others->width &&
           metered(*own).dtype() == metered(*other).dtype() &&
           metered(*own).device() == metered(*other).device() &&
           own->shape().front() + rows == other->shape().front();
}

/// Another activation in the same place: what was brought of the first one is not of this one.
ActivationPtr alike(const Activation& x) {
    return MeteredCompute::withRows(x, x.shape().front());
}

bool keepsMore(const KvCache::Layer& layer) {
    return layer.crossKeys || layer.crossValues || layer.convolved || layer.states;
}

}  // namespace

std::vector<std::size_t> layerClasses(const RunModel& model, const std::vector<RunStage>& stages,
                                      const RunSetting& setting, std::size_t ahead) {
    const std::vector<std::size_t> kinds = model.layerKinds();
    if (kinds.empty() || !setting.preload.empty() || stages.size() <= kinds.size()) {
        return {};
    }
    const std::vector<std::string> texts = describeStages(stages, setting);
    std::map<std::pair<std::size_t, std::string>, std::size_t> numbers;
    std::vector<std::size_t> classes;
    for (std::size_t layer = 0; layer < kinds.size(); ++layer) {
        std::string text;
        const std::size_t first = stageOfLayer(static_cast<std::int64_t>(layer));
        for (std::size_t stage = first; stage <= first + ahead; ++stage) {
            text +=
                (stage < stages.size() ? texts[stage] : "end " + std::to_string(stage - first)) +
                ';';
        }
        classes.push_back(
            numbers.try_emplace({kinds[layer], std::move(text)}, numbers.size()).first->second);
    }
    return classes;
}

std::vector<std::uint64_t> LayerRepeats::stateBefore(std::int64_t layer,
                                                     const Activation& x) const {
    std::vector<std::uint64_t> state;
    m_ledger.memory().writeState(state);
    m_weights.writeState(state, stageOfLayer(layer));
    const MeteredActivation& in = metered(x);
    in.room()->block->writePlace(state);
    for (const std::int64_t size : in.shape()) {
        state.push_back(static_cast<std::uint64_t>(size));
    }
    state.insert(
        state.end(),
        {static_cast<std::uint64_t>(in.dtype()), static_cast<std::uint64_t>(in.room()->width),
         static_cast<std::uint64_t>(m_ledger.device().kind), m_ledger.device().index});
    return state;
}

std::int64_t LayerRepeats::endOfRepeats(const ModulePass& pass, std::int64_t earlier,
                                        std::int64_t layer) const {
    const std::int64_t period = layer - earlier;
    const auto count = static_cast<std::int64_t>(m_classes.size());
    const auto repeats = [&](std::int64_t own) {
        const auto number = static_cast<std::size_t>(own);
        const auto like = static_cast<std::size_t>(earlier + (own - layer) % period);
        return m_classes[number] == m_classes[like] &&
               std::ranges::all_of(pass.sequences(), [&](const SequenceRows& sequence) {
                   if (sequence.cache == nullptr || sequence.cache->layers.size() <= like) {
                       return true;
                   }
                   if (sequence.cache->layers.size() <= number) {
                       return false;
                   }
                   const KvCache::Layer& mine = sequence.cache->layers[number];
                   const KvCache::Layer& other = sequence.cache->layers[like];
                   return !keepsMore(mine) && !keepsMore(other) &&
                          becomesLike(mine.keys, other.keys, sequence.rows) &&
                          becomesLike(mine.values, other.values, sequence.rows);
               });
    };
    std::int64_t end = layer;
    for (std::int64_t own = layer; own < count && repeats(own); ++own) {
        end = (own + 1 - layer) % period == 0 ? own + 1 : end;
    }
    return end;
}

std::int64_t LayerRepeats::passOver(ModulePass& pass, std::int64_t layer, const ActivationPtr& x) {
    if (layer == 0) {
        m_seen.clear();
    }
    if (m_classes.empty() || m_seen.size() >= kMostBoundaries || !pass.forgetsCopy()) {
        return layer;
    }
    std::vector<std::uint64_t> state = stateBefore(layer, *x);
    const auto same = std::find_if(m_seen.rbegin(), m_seen.rend(), [&](const Boundary& boundary) {
        return boundary.state == state;
    });
    if (same == m_seen.rend()) {
        m_seen.push_back({layer, std::move(state)});
        return layer;
    }
    const std::int64_t earlier = same->layer;
    const std::int64_t end = endOfRepeats(pass, earlier, layer);
    const auto count = [](ActivationPtr& own, const ActivationPtr& like) {
        own = own ? MeteredCompute::withRows(*own, like->shape().front()) : own;
    };
    for (std::int64_t own = layer; own < end; ++own) {
        const auto like = static_cast<std::size_t>(earlier + (own - layer) % (layer - earlier));
        for (const SequenceRows& sequence : pass.sequences()) {
            if (sequence.cache != nullptr && sequence.cache->layers.size() > like) {
                KvCache::Layer& mine = sequence.cache->layers[static_cast<std::size_t>(own)];
                count(mine.keys, sequence.cache->layers[like].keys);
                count(mine.values, sequence.cache->layers[like].values);
            }
        }
    }
    m_weights.passOver(static_cast<std::uint64_t>(end - layer));
    m_seen.clear();
    return end;
}

std::int64_t CountedLayers::passOver(std::int64_t layer, ActivationPtr& x) {
    if (m_running) {
        m_known[m_running->first] = {m_running->second, alike(*x)};
        m_running.reset();
    }
    for (; layer < static_cast<std::int64_t>(m_classes.size()); ++layer) {
        const MeteredActivation& in = metered(*x);
        const Key key{m_classes[static_cast<std::size_t>(layer)],
                      m_ledger.device(),
                      in.device(),
                      in.dtype(),
                      in.shape().front(),
                      in.shape().back()};
        const auto known = m_known.find(key);
        if (known == m_known.end()) {
            m_running = {key, layer};
            return layer;
        }
        m_ledger.repeat(stageOfLayer(known->second.layer), stageOfLayer(layer));
        m_walkedFor[layer] = known->second.layer;
        x = alike(*known->second.out);
    }
    return layer;
}

std::size_t CountedLayers::walkedFor(std::size_t layer) const {
    const auto found = m_walkedFor.find(static_cast<std::int64_t>(layer));
    return found == m_walkedFor.end() ? layer : static_cast<std::size_t>(found->second);
}

}  // namespace stowage
