// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/layer_repeats.h"

#include "engine/run/metered_compute.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>
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

struct StageTexts {
    std::vector<std::string> weights;  ///< stages with the same text have the same weights
    std::vector<std::string> ahead;    ///< the same, but "" if no weight can be prefetched
};

StageTexts describeStages(const std::vector<RunStage>& stages, const RunSetting& setting) {
    std::vector<std::string> texts(stages.size());
    std::vector<std::set<DeviceId>> devices(stages.size());
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
        devices[stage].insert(tensor.device);
        const auto [other, isNew] = stageOf.try_emplace(tensor.storage, stage);
        if (!isNew && other->second != stage) {  // tied: like no other stage
            const std::string mark = "tied " + std::to_string(tensor.storage) + '\n';
            texts[stage] += mark;
            texts[other->second] += mark;
        }
    }
    StageTexts described{texts, std::move(texts)};
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool isOnOneGpu = devices[i].size() == 1 && devices[i].begin()->isGpu();
        described.ahead[i] = isOnOneGpu || devices[i].empty() ? "" : described.ahead[i];
    }
    return described;
}

const MeteredRoom* roomOf(const ActivationPtr& kept) {
    return kept ? metered(*kept).room().get() : nullptr;
}

/// Whether what a layer keeps has room for `rows` more rows, and will be like what another one
/// keeps already. How many rows there are is not compared (settleRows()).
bool becomesLike(const ActivationPtr& own, const ActivationPtr& other, std::int64_t before,
                 std::int64_t rows) {
    const MeteredRoom* const mine = roomOf(own);
    const MeteredRoom* const others = roomOf(other);
    if (mine == nullptr || others == nullptr) {
        return mine == others;
    }
    return mine->rows == others->rows && mine->width == others->width &&
           metered(*own).dtype() == metered(*other).dtype() &&
           metered(*own).device() == metered(*other).device() && before + rows <= mine->rows;
}

constexpr std::array kMembers{&KvCache::Layer::keys,      &KvCache::Layer::values,
                              &KvCache::Layer::crossKeys, &KvCache::Layer::crossValues,
                              &KvCache::Layer::convolved, &KvCache::Layer::states};

/// The kept rows of a sequence in a layer; null: none.
const KvCache::Layer* keptBy(const SequenceRows& sequence, std::int64_t layer) {
    const auto number = static_cast<std::size_t>(layer);
    return sequence.cache != nullptr && sequence.cache->layers.size() > number
               ? &sequence.cache->layers[number]
               : nullptr;
}

/// Another activation in the same place: what was brought of the first one is not of this one.
ActivationPtr alike(const Activation& x) {
    return MeteredCompute::withRows(x, x.shape().front());
}

/// Gives keys and values as many rows as there are tokens before the pass: repeated and skipped
/// layers do not count them.
void settleRows(const ModulePass& pass, std::int64_t layer) {
    for (const SequenceRows& sequence : pass.sequences()) {
        if (keptBy(sequence, layer) == nullptr) {
            continue;
        }
        KvCache::Layer& kept = sequence.cache->layers[static_cast<std::size_t>(layer)];
        for (ActivationPtr* const own : {&kept.keys, &kept.values}) {
            if (*own && (*own)->shape().front() != sequence.before()) {
                *own = MeteredCompute::withRows(**own, sequence.before());
            }
        }
    }
}

/// For how many tokens beyond `more` the sizes do not change, as the allocators round them.
std::int64_t sameSizesFor(const std::vector<ReplayedMemory::Event>& events,
                          const std::vector<std::int64_t>& growth, std::int64_t more) {
    std::int64_t least = growth.empty() ? 0 : std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < growth.size(); ++i) {
        if (growth[i] == 0) {
            continue;
        }
        const std::int64_t size = static_cast<std::int64_t>(events[i].bytes) + growth[i] * more;
        const auto step = static_cast<std::int64_t>(allocator_rules::kRounding);
        const std::int64_t rest = size > 0 ? step - 1 - (size - 1) % step : 0;
        const bool isRounded =
            events[i].device != nullptr && events[i].device->id.isGpu() && growth[i] > 0;
        least = std::min(least, isRounded ? rest / growth[i] : 0);
    }
    return least;
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
    const StageTexts texts = describeStages(stages, setting);
    std::map<std::pair<std::size_t, std::string>, std::size_t> numbers;
    std::vector<std::size_t> classes;
    for (std::size_t layer = 0; layer < kinds.size(); ++layer) {
        const std::size_t first = stageOfLayer(static_cast<std::int64_t>(layer));
        std::string text = texts.weights[first];
        for (std::size_t stage = first + 1; stage <= first + ahead; ++stage) {
            const bool isNextPass = stage >= stages.size();  // there may be none
            const std::string& next = texts.ahead[stage % stages.size()];
            text += (isNextPass && !next.empty() ? "end" : next) + ';';
        }
        classes.push_back(
            numbers.try_emplace({kinds[layer], std::move(text)}, numbers.size()).first->second);
    }
    return classes;
}

void LayerRepeats::addState(Numbers& state, std::int64_t next) const {
    m_ledger.memory().writeState(state);
    m_weights.writeShape(state, stageOfLayer(next));
    std::vector<ReplayedMemory::BlockPtr> prefetched;
    m_weights.addBlocks(prefetched);
    for (const ReplayedMemory::BlockPtr& block : prefetched) {
        block->writePlace(state);
    }
    state.insert(state.end(), {static_cast<std::uint64_t>(m_ledger.device().kind),
                               std::uint64_t{m_ledger.device().index}});
}

LayerRepeats::Numbers LayerRepeats::stateBefore(std::int64_t layer, const Activation& x) const {
    Numbers state;
    addState(state, layer);
    const MeteredActivation& in = metered(x);
    in.room()->block->writePlace(state);
    for (const std::int64_t size : in.shape()) {
        state.push_back(static_cast<std::uint64_t>(size));
    }
    state.insert(state.end(), {static_cast<std::uint64_t>(in.dtype()),
                               static_cast<std::uint64_t>(in.room()->width)});
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
                          becomesLike(mine.keys, other.keys, sequence.before(), sequence.rows) &&
                          becomesLike(mine.values, other.values, sequence.before(), sequence.rows);
               });
    };
    std::int64_t end = layer;
    for (std::int64_t own = layer; own < count && repeats(own); ++own) {
        end = (own + 1 - layer) % period == 0 ? own + 1 : end;
    }
    return end;
}

std::int64_t LayerRepeats::skipEqual(ModulePass& pass, std::int64_t layer, const ActivationPtr& x) {
    if (m_seen.size() >= kMostBoundaries) {
        return layer;
    }
    Numbers state = stateBefore(layer, *x);
    const auto same = std::find_if(m_seen.rbegin(), m_seen.rend(), [&](const Boundary& boundary) {
        return boundary.state == state;
    });
    if (same == m_seen.rend()) {
        m_seen.push_back({layer, std::move(state)});
        return layer;
    }
    const std::int64_t earlier = same->layer;
    const std::int64_t end = endOfRepeats(pass, earlier, layer);
    std::vector<ReplayedMemory::BlockPtr> prefetched;
    m_weights.addBlocks(prefetched);
    m_weights.goTo(m_weights.slot() + static_cast<std::uint64_t>(end - layer), m_weights.slots(),
                   prefetched);
    m_seen.clear();
    return end;
}

LayerRepeats::Shapes LayerRepeats::shapesOf(const ModulePass& pass, std::int64_t step,
                                            const ActivationPtr& x, bool isBefore) const {
    Shapes shapes;
    const auto add = [&shapes](auto... numbers) {
        shapes.fixed.insert(shapes.fixed.end(), {static_cast<std::uint64_t>(numbers)...});
    };
    const auto addKind = [&](const MeteredActivation& own) {
        add(own.dtype(), own.device().kind, own.device().index, own.room()->rows, own.room()->width,
            own.room()->bytes);
    };
    const bool isLayer = step >= 0 && step < std::ssize(m_classes);
    add(isLayer ? static_cast<std::int64_t>(m_classes[static_cast<std::size_t>(step)])
                : std::ssize(m_classes) + step,
        m_pass <= m_prompts, m_ledger.device().kind, m_ledger.device().index, x != nullptr);
    if (x != nullptr) {
        addKind(metered(*x));
        for (const std::int64_t size : metered(*x).shape()) {
            add(size);
        }
    }
    if (isBefore) {
        m_weights.writeShape(shapes.fixed, stageOfLayer(step));
    }
    for (const SequenceRows& sequence : pass.sequences()) {
        const std::int64_t end = sequence.before() + sequence.rows;
        add(sequence.rows, sequence.length() > end ? sequence.length() : 0, sequence.encoded,
            sequence.cache != nullptr);
        shapes.tokens.push_back(static_cast<std::uint64_t>(sequence.before()));
        for (const std::int64_t limit : m_tokenLimits) {
            add(isBefore && end > limit);
        }
        const KvCache::Layer* const kept = keptBy(sequence, step);
        for (const auto member : kMembers) {
            const ActivationPtr none;
            const ActivationPtr& own = kept != nullptr ? kept->*member : none;
            add(own != nullptr);
            if (own == nullptr) {
                continue;
            }
            addKind(metered(*own));
            const bool grows = member == kMembers[0] || member == kMembers[1];
            add(grows ? isBefore && end > metered(*own).room()->rows : own->shape().front());
        }
    }
    return shapes;
}

std::vector<ReplayedMemory::BlockPtr> LayerRepeats::blocksOf(const ModulePass& pass,
                                                             std::int64_t step,
                                                             const ActivationPtr& x) const {
    std::vector<ReplayedMemory::BlockPtr> blocks;
    if (x != nullptr) {
        blocks.push_back(metered(*x).room()->block);
    }
    m_weights.addBlocks(blocks);
    for (const SequenceRows& sequence : pass.sequences()) {
        const KvCache::Layer* const kept = keptBy(sequence, step);
        for (const auto member : kMembers) {
            if (kept != nullptr && kept->*member != nullptr) {
                blocks.push_back(roomOf(kept->*member)->block);
            }
        }
    }
    return blocks;
}

void LayerRepeats::begin(const ModulePass& pass, std::int64_t step, const ActivationPtr& x,
                         Shapes shapes) {
    Record& record = m_current.emplace();
    record.step = step;
    record.before = std::move(shapes);
    for (const ReplayedMemory::BlockPtr& block : blocksOf(pass, step, x)) {
        record.given.push_back(block->number());
    }
    record.firstOwn = m_ledger.memory().nextNumber();
    record.slot = m_weights.slot();
    m_ledger.memory().record();
}

void LayerRepeats::end(const ModulePass& pass, const ActivationPtr& x) {
    Record record = std::move(*m_current);
    record.events = m_ledger.memory().takeRecord();
    bool isKnown = true;
    const auto indexOf = [&](std::uint64_t number) {
        const auto given = std::ranges::find(record.given, number);
        isKnown = isKnown && (number >= record.firstOwn || given != record.given.end());
        return number >= record.firstOwn ? record.given.size() + (number - record.firstOwn)
                                         : static_cast<std::uint64_t>(given - record.given.begin());
    };
    const std::uint64_t made = m_ledger.memory().nextNumber() - record.firstOwn;
    // Blocks that are neither freed nor kept: of those that were given each once.
    std::vector<bool> isLeft(record.given.size() + made, true);
    for (std::size_t i = 0; i < record.given.size(); ++i) {
        isLeft[i] = indexOf(record.given[i]) == i;
    }
    for (ReplayedMemory::Event& event : record.events) {
        if (event.kind == ReplayedMemory::Event::Kind::ModuleEnd) {
            continue;
        }
        event.block = indexOf(event.block);
        if (event.kind == ReplayedMemory::Event::Kind::GiveBack && event.block < isLeft.size()) {
            isLeft[event.block] = false;
        }
    }
    for (const SequenceRows& sequence : pass.sequences()) {
        const KvCache::Layer* const kept = keptBy(sequence, record.step);
        const std::int64_t rows = sequence.before() + sequence.rows;
        const auto isOthers = [rows](const ActivationPtr& own) {
            return own != nullptr && own->shape().front() != rows;
        };
        m_isWrong =
            m_isWrong || (kept != nullptr && (isOthers(kept->keys) || isOthers(kept->values)));
    }
    const auto keepBlock = [&](const ReplayedMemory::BlockPtr& block) {
        const std::uint64_t index = indexOf(block->number());
        if (index < isLeft.size()) {
            isLeft[index] = false;
        }
        return index;
    };
    const auto leave = [&](const ActivationPtr& activation) {
        return activation == nullptr ? Left()
                                     : Left{MeteredCompute::inBlock(*activation, nullptr),
                                            keepBlock(metered(*activation).room()->block)};
    };
    record.after = shapesOf(pass, record.step, x, false).fixed;
    record.x = leave(x);
    for (const SequenceRows& sequence : pass.sequences()) {
        const KvCache::Layer* const kept = keptBy(sequence, record.step);
        for (const auto member : kMembers) {
            record.caches.push_back(leave(kept != nullptr ? kept->*member : nullptr));
        }
    }
    std::vector<ReplayedMemory::BlockPtr> prefetched;
    m_weights.addBlocks(prefetched);
    for (const ReplayedMemory::BlockPtr& block : prefetched) {
        record.prefetched.push_back(keepBlock(block));
    }
    record.slots = m_weights.slots();
    record.slotsOn = m_weights.slot() - record.slot;
    record.device = m_ledger.device();
    if (isKnown && std::ranges::find(isLeft, true) == isLeft.end()) {
        keep(std::move(record));
    }
}

std::optional<std::int64_t> LayerRepeats::moreTokens(const Numbers& few, const Numbers& many) {
    if (few.size() != many.size()) {
        return std::nullopt;
    }
    const std::uint64_t more = many.empty() ? 0 : many.front() - few.front();
    for (std::size_t i = 0; i < few.size(); ++i) {
        if (many[i] - few[i] != more) {
            return std::nullopt;
        }
    }
    return static_cast<std::int64_t>(more);
}

void LayerRepeats::keep(Record record) {
    const auto known = std::ranges::find_if(
        m_records, [&](const Record& other) { return other.before.fixed == record.before.fixed; });
    if (known == m_records.end()) {
        m_records.push_back(std::move(record));
        return;
    }
    const auto more = moreTokens(known->before.tokens, record.before.tokens);
    const bool isAlike =
        more && known->after == record.after && known->prefetched == record.prefetched &&
        known->slotsOn == record.slotsOn && known->x.block == record.x.block &&
        std::ranges::equal(known->caches, record.caches, {}, &Left::block, &Left::block) &&
        std::ranges::equal(known->events, record.events, [](const auto& a, const auto& b) {
            return a.kind == b.kind && a.memory == b.memory && a.device == b.device &&
                   a.block == b.block;
        });
    bool isRight = isAlike;
    std::vector<std::int64_t> growth;
    for (std::size_t i = 0; isRight && i < record.events.size(); ++i) {
        const auto grown = static_cast<std::int64_t>(record.events[i].bytes) -
                           static_cast<std::int64_t>(known->events[i].bytes);
        growth.push_back(*more == 0 ? 0 : grown / *more);
        isRight = growth.back() * *more == grown &&
                  (known->growth.empty() || known->growth[i] == growth.back() || *more == 0);
    }
    if (isRight) {
        known->growth = known->growth.empty() && *more != 0 ? std::move(growth) : known->growth;
        known->provenWith = std::max(known->provenWith, *more);
    } else {
        m_isWrong = m_isWrong || known->usedWith > known->provenWith;
        *known = std::move(record);
    }
}

bool LayerRepeats::isProven() const {
    return !m_isWrong && std::ranges::none_of(m_records, [](const Record& record) {
        return record.usedWith > record.provenWith;
    });
}

void LayerRepeats::repeat(Record& record, std::int64_t more, const ModulePass& pass,
                          std::int64_t step, ActivationPtr& x) {
    record.usedWith = std::max(record.usedWith, more);
    m_last.used.emplace_back(&record - m_records.data(), more);
    m_last.sameFor = std::min(m_last.sameFor, sameSizesFor(record.events, record.growth, more));
    std::vector<ReplayedMemory::BlockPtr> blocks = blocksOf(pass, step, x);
    std::ranges::move(m_ledger.memory().repeat(record.events, record.growth, more, blocks),
                      std::back_inserter(blocks));
    const auto made = [&](const Left& left) {
        return left.like ? MeteredCompute::inBlock(*left.like, blocks[left.block]) : nullptr;
    };
    auto left = record.caches.begin();
    for (const SequenceRows& sequence : pass.sequences()) {
        for (const auto member : kMembers) {
            if (left->like) {
                auto& layers = sequence.cache->layers;
                layers.resize(std::max(layers.size(), static_cast<std::size_t>(step) + 1));
                ActivationPtr& own = layers[static_cast<std::size_t>(step)].*member;
                if (own == nullptr || metered(*own).room()->block != blocks[left->block]) {
                    own = made(*left);
                }
            }
            ++left;
        }
    }
    std::vector<ReplayedMemory::BlockPtr> prefetched;
    for (const std::uint64_t block : record.prefetched) {
        prefetched.push_back(blocks[block]);
    }
    m_weights.goTo(m_weights.slot() + record.slotsOn, record.slots, prefetched);
    m_ledger.runOn(record.device);
    x = made(record.x);
}

/// How many more rows the caches of a pass have room for, before it, or until one of the model's
/// limits is exceeded.
std::int64_t LayerRepeats::roomLeft(const ModulePass& pass) const {
    std::int64_t left = std::numeric_limits<std::int64_t>::max();
    for (const SequenceRows& sequence : pass.sequences()) {
        for (const std::int64_t limit : m_tokenLimits) {
            left = limit < sequence.before() ? left : std::min(left, limit - sequence.before());
        }
        const std::size_t layers = sequence.cache != nullptr ? sequence.cache->layers.size() : 0;
        for (std::size_t i = 0; i < layers; ++i) {
            if (const MeteredRoom* const room = roomOf(sequence.cache->layers[i].keys)) {
                left = std::min(left, room->rows - sequence.before());
            }
        }
    }
    return left;
}

LayerRepeats::Numbers LayerRepeats::passState(const ModulePass& pass) const {
    Numbers state;
    for (const SequenceRows& sequence : pass.sequences()) {
        state.push_back(static_cast<std::uint64_t>(sequence.rows));
        state.push_back(reinterpret_cast<std::uintptr_t>(sequence.cache));
    }
    addState(state, kEmbedding);
    return state;
}

bool LayerRepeats::isLikeLast(const ModulePass& pass) const {
    const std::int64_t rows = pass.sequences().front().rows;
    const bool isAlike = !m_proves && m_last.isRepeated && rows <= m_left &&
                         m_skipped + rows <= m_last.sameFor &&
                         std::ranges::all_of(pass.sequences(), [&](const SequenceRows& sequence) {
                             return sequence.rows == rows && sequence.cache != nullptr;
                         });
    return isAlike && passState(pass) == m_last.state;
}

void LayerRepeats::skipPass() {
    m_skipped += m_rows;
    for (const auto& [record, more] : m_last.used) {
        m_records[record].usedWith = std::max(m_records[record].usedWith, more + m_skipped);
    }
    std::vector<ReplayedMemory::BlockPtr> prefetched;
    m_weights.addBlocks(prefetched);
    m_weights.goTo(m_weights.slot() + m_last.slots, m_weights.slots(), prefetched);
}

/// Before a growth and at the end, records are compared with what they stand for.
void LayerRepeats::beginPass(const ModulePass& pass) {
    constexpr std::size_t kMostRecords = 256;
    ++m_pass;
    m_seen.clear();
    const std::int64_t rows = pass.sequences().front().rows;
    m_left -= m_rows;
    const bool isOtherSize = std::exchange(m_rows, rows) != rows;
    const KvCache* const cache = pass.sequences().front().cache;
    const bool isOther = std::exchange(m_cache, cache) != cache;
    if (isOther || isOtherSize || m_left < 0 || m_pass <= m_prompts + 1) {
        m_left = roomLeft(pass);
    }
    const bool isLast = m_pass + 1 >= m_passes || m_pass + 1 == m_prompts || m_pass == m_prompts;
    const bool growsNext = m_rows <= m_left && m_left < 2 * m_rows;
    m_proves = m_isAsked || isLast || growsNext;
    m_isAsked = false;
    m_isSkipped = isLikeLast(pass);
    if (m_isSkipped) {
        skipPass();
        return;
    }
    m_skipped = 0;
    if (m_records.size() > kMostRecords && isProven()) {
        m_records.clear();
    }
    m_last = LastPass();
    m_last.state = passState(pass);
    m_last.slot = m_weights.slot();
    m_last.isRepeated = true;
    m_last.sameFor = std::numeric_limits<std::int64_t>::max();
}

std::int64_t LayerRepeats::passOver(ModulePass& pass, std::int64_t step, ActivationPtr& x) {
    const std::int64_t head = std::ssize(m_classes);
    if (m_classes.empty()) {
        return step;
    }
    if (step == kEmbedding) {
        beginPass(pass);
        if (m_isSkipped) {
            x = m_last.out;
            return head + 1;
        }
    }
    if (m_current && m_current->step + 1 == step && pass.forgetsCopy()) {
        end(pass, x);
    }
    m_current.reset();
    while (step <= head && pass.forgetsCopy()) {
        Shapes shapes = shapesOf(pass, step, x, true);
        const auto known = std::ranges::find_if(
            m_records, [&](const Record& record) { return record.before.fixed == shapes.fixed; });
        const bool isKnown = known != m_records.end();
        const bool isDoubted = isKnown && known->usedWith > known->provenWith;
        if (step >= 0 && step < head && !(m_proves && isDoubted)) {
            const std::int64_t next = skipEqual(pass, step, x);
            if (next != step) {
                step = next;
                continue;
            }
        }
        const auto more = isKnown ? moreTokens(known->before.tokens, shapes.tokens) : std::nullopt;
        const bool isPredicted = more && *more != 0;
        const bool canRepeat = more && *more >= 0 && (!isPredicted || !known->growth.empty());
        if (!canRepeat || (m_proves && (isPredicted || isDoubted))) {
            begin(pass, step, x, std::move(shapes));
            break;
        }
        repeat(*known, *more, pass, step, x);
        ++step;
    }
    m_last.isRepeated = m_last.isRepeated && step > head;
    if (step <= head) {
        settleRows(pass, step);
    } else {
        m_last.out = MeteredCompute::inBlock(*x, nullptr);
        m_last.slots = m_weights.slot() - m_last.slot;
    }
    return step;
}

std::int64_t CountedLayers::passOver(std::int64_t layer, ActivationPtr& x) {
    if (m_running) {
        m_known[m_running->first] = {m_running->second, alike(*x)};
        m_running.reset();
    }
    for (; layer != kEmbedding && layer < std::ssize(m_classes); ++layer) {
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
