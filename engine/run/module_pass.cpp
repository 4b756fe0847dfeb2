// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/module_pass.h"

#include "engine/load/load_backends.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace stowage {

namespace {

constexpr const char* kForwardPhase = "forward";

KvCache::Layer& layerOf(KvCache& cache, std::size_t layer) {
    if (cache.layers.size() <= layer) {
        cache.layers.resize(layer + 1);
    }
    return cache.layers[layer];
}

}  // namespace

ModulePass::ModulePass(WeightSource& source, Compute& compute, std::vector<SequenceRows> sequences,
                       std::stop_token stop, const ProgressSink& progress,
                       PassEnvironment environment)
    : m_source(source),
      m_compute(compute),
      m_sequences(std::move(sequences)),
      m_stop(std::move(stop)),
      m_throttle(progress),
      m_environment(std::move(environment)) {
    m_progress.phase = kForwardPhase;
}

void ModulePass::expect(std::uint64_t modules, std::uint64_t bytes) {
    m_progress.itemsTotal = modules;
    m_progress.bytesTotal = bytes;
}

double ModulePass::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
}

void ModulePass::reportEnd() {
    m_progress.currentItem.clear();
    m_progress.bytesDone = m_progress.bytesTotal;
    m_throttle.reportFinal(m_progress);
}

Result<ModuleWeights> ModulePass::borrow(const std::string& path,
                                         std::initializer_list<const char*> tensors,
                                         ModuleTensors& borrowed) {
    std::vector<std::string> names;
    std::vector<bool> isThere;
    for (const char* tensor : tensors) {
        std::string name = *tensor == '\0' ? path : path + "." + tensor;
        const std::optional<TensorSignature> found = m_source.describe(name);
        isThere.push_back(found.has_value());
        if (found) {
            m_progress.bytesDone += storedBytes(*found);
            names.push_back(std::move(name));
        }
    }
    if (names.empty()) {  // nothing of its own, so it runs where the module before it did
        borrowed.weights.resize(isThere.size());
        ModuleWeights none;
        none.device = m_lastDevice;
        return none;
    }
    Result<ModuleWeights> lent = m_source.borrow(names, m_stop);
    if (lent) {
        std::size_t next = 0;
        for (const bool there : isThere) {
            borrowed.weights.push_back(there ? lent->weights[next++] : nullptr);
        }
        m_lastDevice = lent->device;
    }
    return lent;
}

Result<void> ModulePass::settleOn(DeviceId device) {
    if (m_environment.devices == nullptr || m_scopeDevice == device) {
        return {};
    }
    DeviceMemory* const memory = m_environment.devices->find(device);
    m_scope.reset();  // the scope before it ends first: scopes nest
    m_scopeDevice.reset();
    if (memory == nullptr) {
        return {};
    }
    Result<std::unique_ptr<ComputeScope>> scope = m_compute.enter(*memory);
    STOWAGE_TRY(scope);
    m_scope = std::move(*scope);
    m_scopeDevice = device;
    return {};
}

ModulePass::Next ModulePass::withRoom(const std::function<Next()>& work) {
    Next out = work();
    const bool isRefused = !out && out.error().code == ErrorCode::DeviceOutOfMemory;
    if (isRefused && m_source.makeRoom(m_stop)) {
        return work();
    }
    if (isRefused && m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "The forward pass was cancelled.");
    }
    return out;
}

ModulePass::Next ModulePass::brought(const ActivationPtr& x, ComputePlace place) {
    if (m_brought.copy != nullptr && m_brought.from.lock() == x &&
        m_brought.device == m_scopeDevice && m_brought.copy->place() == place) {
        return m_brought.copy;
    }
    Next here = withRoom([&] { return m_compute.move(x, place); });
    if (here && *here != x) {
        m_brought = {x, m_scopeDevice, *here};
    }
    return here;
}

/// Borrows, computes, waits, gives back.
ModulePass::Next ModulePass::run(const std::string& path,
                                 std::initializer_list<const char*> tensors, const Work& work) {
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "The forward pass was cancelled.");
    }
    if (m_environment.entering) {
        m_environment.entering(path);
    }
    if (m_environment.gate != nullptr) {
        m_environment.gate->waitWhilePaused(m_stop);
        if (m_stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "The forward pass was cancelled.");
        }
    }
    if (m_brought.from.expired()) {
        m_brought = {};
    }
    m_progress.currentItem = path;
    m_throttle.report(m_progress);
    ForwardStep step{path, {}, seconds(), 0, 0, 0};
    ModuleTensors borrowed;
    const Result<ModuleWeights> lent = borrow(path, tensors, borrowed);
    STOWAGE_TRY(lent);
    STOWAGE_TRY(settleOn(lent->device));
    Next out = work(borrowed);
    STOWAGE_TRY(out);
    STOWAGE_TRY(m_compute.finish((*out)->place()));
    step.device = lent->device;
    step.end = seconds();
    step.transferSeconds = lent->transferSeconds;
    step.bytesMoved = lent->bytesMoved;
    if (m_environment.stepped) {
        m_environment.stepped(step);
    }
    if (m_environment.gate != nullptr) {
        m_environment.gate->arrive();
    }
    m_steps.push_back(std::move(step));
    ++m_progress.itemsDone;
    return out;
}

ModulePass::Next ModulePass::module(
    const std::string& path, std::initializer_list<const char*> tensors, const Next& x,
    const std::function<Next(const ActivationPtr&, const ModuleTensors&)>& work) {
    STOWAGE_TRY(x);
    return run(path, tensors, [&](const ModuleTensors& own) -> Next {
        if (own.optional(0) == nullptr) {
            return fail(ErrorCode::KeyMismatch, path + " has no weights to run with.", {}, path);
        }
        const Next here = brought(*x, own[0].place());
        return here ? withRoom([&] { return work(*here, own); }) : here;
    });
}

ModulePass::Next ModulePass::table(const std::string& path, std::span<const std::int64_t> rows,
                                   const char* tensor) {
    return run(path, {tensor}, [&](const ModuleTensors& own) {
        return withRoom([&] { return m_compute.embedding(rows, own[0]); });
    });
}

ModulePass::Next ModulePass::inputModule(
    const std::string& path, std::initializer_list<const char*> tensors,
    std::span<const std::int64_t> shape,
    const std::function<Next(const ActivationPtr&, const ModuleTensors&)>& work) {
    if (m_environment.input == nullptr) {
        return fail(ErrorCode::Internal, path + " reads an input that this pass does not have.");
    }
    return run(path, tensors, [&](const ModuleTensors& own) {
        return withRoom([&] {
            const Next here = m_compute.input(m_environment.input->values, shape, own[0].place());
            return here ? work(*here, own) : here;
        });
    });
}

ModulePass::Next ModulePass::patches(const std::string& path, std::span<const std::int64_t> shape) {
    return inputModule(path, {"weight", "bias"}, shape,
                       [this](const ActivationPtr& image, const ModuleTensors& own) {
                           return m_compute.convolvePatches(*image, own[0], own.optional(1));
                       });
}

ModulePass::Next ModulePass::convolvedInput(const std::string& path,
                                            std::span<const std::int64_t> shape, RowConvolution how,
                                            ActivationFunction activation) {
    how.areColumns = true;
    return inputModule(
        path, {"weight", "bias"}, shape, [&](const ActivationPtr& steps, const ModuleTensors& own) {
            const Next out = m_compute.convolveRows(*steps, own[0], own.optional(1), how);
            return out ? m_compute.activation(**out, activation) : out;
        });
}

ModulePass::Next ModulePass::convolved(const std::string& path, const Next& x,
                                       const RowConvolution& how, ActivationFunction activation) {
    return module(path, {"weight", "bias"}, x,
                  [&](const ActivationPtr& here, const ModuleTensors& own) {
                      const Next out = m_compute.convolveRows(*here, own[0], own.optional(1), how);
                      return out ? m_compute.activation(**out, activation) : out;
                  });
}

ModulePass::Next ModulePass::cosines(const std::string& logScale, const Next& a, const Next& b) {
    if (!b) {
        return a ? b : a;
    }
    return module(logScale, {""}, a, [&](const ActivationPtr& here, const ModuleTensors& own) {
        const Next beside = m_compute.move(*b, own[0].place());
        return beside ? m_compute.cosines(*here, **beside, own[0]) : beside;
    });
}

ModulePass::Next ModulePass::joined(const Next& a, const Next& b) {
    if (!a || !b) {
        return a ? b : a;
    }
    const Next beside = brought(*b, (*a)->place());
    return beside ? withRoom([&] {
        const ActivationPtr parts[] = {*a, *beside};
        return m_compute.join(parts);
    })
                  : beside;
}

ModulePass::Next ModulePass::linear(const std::string& path, const Next& x) {
    return module(path, {"weight", "bias"}, x,
                  [this](const ActivationPtr& here, const ModuleTensors& own) {
                      return m_compute.linear(*here, own[0], own.optional(1));
                  });
}

ModulePass::Next ModulePass::linear(const std::string& path, const Next& x,
                                    ActivationFunction activation) {
    return module(path, {"weight", "bias"}, x,
                  [&](const ActivationPtr& here, const ModuleTensors& own) {
                      const Next out = m_compute.linear(*here, own[0], own.optional(1));
                      return out ? m_compute.activation(**out, activation) : out;
                  });
}

ModulePass::Next ModulePass::conv1D(const std::string& path, const Next& x) {
    return module(path, {"weight", "bias"}, x,
                  [this](const ActivationPtr& here, const ModuleTensors& own) {
                      return m_compute.conv1D(*here, own[0], own.optional(1));
                  });
}

ModulePass::Next ModulePass::layerNorm(const std::string& path, const Next& x, double epsilon,
                                       const char* scale, const char* shift) {
    return module(path, {scale, shift}, x,
                  [&](const ActivationPtr& here, const ModuleTensors& own) {
                      return m_compute.layerNorm(*here, own[0], own[1], epsilon);
                  });
}

ModulePass::Next ModulePass::rmsNorm(const std::string& path, const Next& x, double epsilon,
                                     RmsScale how) {
    return module(path, {"weight"}, x, [&](const ActivationPtr& here, const ModuleTensors& own) {
        return m_compute.rmsNorm(*here, own[0], epsilon, how);
    });
}

std::vector<std::int64_t> ModulePass::positions() const {
    std::vector<std::int64_t> all;
    for (const SequenceRows& sequence : m_sequences) {
        for (std::int64_t row = 0; row < sequence.rows; ++row) {
            all.push_back(sequence.before() + row);
        }
    }
    return all;
}

std::vector<std::int64_t> ModulePass::lastRows() const {
    std::vector<std::int64_t> last;
    std::int64_t rows = 0;
    for (const SequenceRows& sequence : m_sequences) {
        rows += sequence.rows;
        last.push_back(rows - 1);
    }
    return last;
}

Result<void> ModulePass::remember(KvCache& cache, std::size_t layer, ActivationPtr& keys,
                                  ActivationPtr& values) {
    KvCache::Layer& kept = layerOf(cache, layer);
    const Next allKeys = withRoom([&] { return m_compute.append(kept.keys, *keys); });
    STOWAGE_TRY(allKeys);
    const Next allValues = withRoom([&] { return m_compute.append(kept.values, *values); });
    STOWAGE_TRY(allValues);
    kept.keys = *allKeys;
    kept.values = *allValues;
    keys = *allKeys;
    values = *allValues;
    return {};
}

ModulePass::Next ModulePass::attend(const SequenceRows& sequence, std::size_t layer,
                                    const ActivationPtr& queries, ActivationPtr keys,
                                    ActivationPtr values, const AttentionShape& shape,
                                    const Weight* mask, const Activation* bias) {
    const std::int64_t before = sequence.before();
    if (sequence.cache != nullptr && shape.keeps) {
        STOWAGE_TRY(remember(*sequence.cache, layer, keys, values));
    }
    const AttentionInput input{.queries = *queries,
                               .keys = *keys,
                               .values = *values,
                               .heads = shape.heads,
                               .keyHeads = shape.keyHeads,
                               .firstQuery = before,
                               .attentionMask = shape.attentionMask,
                               .window = shape.window,
                               .seenByAll = shape.seenByAll,
                               .scale = shape.scale,
                               .cap = shape.cap,
                               .alibi = shape.alibi,
                               .bias = bias,
                               .mask = mask,
                               .maskKind = shape.maskKind,
                               .kind = m_environment.attention};
    return withRoom([&] { return m_compute.attention(input); });
}

ModulePass::Next ModulePass::attention(const std::string& path, std::size_t layer,
                                       const Next& queries, const Next& keys, const Next& values,
                                       const AttentionShape& shape) {
    if (!queries || !keys || !values) {
        return !queries ? queries : !keys ? keys : values;
    }
    return run(path, {shape.maskName}, [&](const ModuleTensors& own) -> Next {
        const Weight* const mask = own.optional(0);
        const ComputePlace place = mask != nullptr ? mask->place() : (*queries)->place();
        const Next q = m_compute.move(*queries, place);
        Next k = q ? m_compute.move(*keys, place) : q;
        Next v = k ? m_compute.move(*values, place) : k;
        STOWAGE_TRY(v);
        if (shape.isOfInput) {
            return attend({}, layer, *q, std::move(*k), std::move(*v), shape, mask, nullptr);
        }
        const auto biasOf = [&](std::size_t sequence) -> Next {
            return shape.biases.empty() ? ActivationPtr()
                                        : m_compute.move(shape.biases[sequence], place);
        };
        if (m_sequences.size() == 1) {
            const Next bias = biasOf(0);
            STOWAGE_TRY(bias);
            return attend(m_sequences.front(), layer, *q, std::move(*k), std::move(*v), shape, mask,
                          bias->get());
        }
        std::vector<ActivationPtr> parts;
        std::int64_t first = 0;
        for (const SequenceRows& sequence : m_sequences) {
            const Next bias = biasOf(parts.size());
            STOWAGE_TRY(bias);
            const auto part = [&](const Next& all) {
                return m_compute.rowRange(**all, first, sequence.rows);
            };
            const Next ownQ = part(q);
            Next ownK = ownQ ? part(k) : ownQ;
            Next ownV = ownK ? part(v) : ownK;
            STOWAGE_TRY(ownV);
            Next out = attend(sequence, layer, *ownQ, std::move(*ownK), std::move(*ownV), shape,
                              mask, bias->get());
            STOWAGE_TRY(out);
            parts.push_back(std::move(*out));
            first += sequence.rows;
        }
        return withRoom([&] { return m_compute.join(parts); });
    });
}

Result<void> ModulePass::rememberEncoded(KvCache& cache, std::size_t layer,
                                         const ActivationPtr& keys, const ActivationPtr& values) {
    KvCache::Layer& kept = layerOf(cache, layer);
    Next own = withRoom([&] { return m_compute.append(nullptr, *keys); });
    STOWAGE_TRY(own);
    kept.crossKeys = std::move(*own);
    own = withRoom([&] { return m_compute.append(nullptr, *values); });
    STOWAGE_TRY(own);
    kept.crossValues = std::move(*own);
    return {};
}

ModulePass::Next ModulePass::crossAttention(const std::string& path, std::size_t layer,
                                            const Next& queries, const Next& keys,
                                            const Next& values, const AttentionShape& shape) {
    if (!queries || !keys || !values) {
        return !queries ? queries : !keys ? keys : values;
    }
    return run(path, {}, [&](const ModuleTensors& /*none*/) -> Next {
        const ComputePlace place = (*queries)->place();
        const bool isFirst = *keys != nullptr;
        const Next q = m_compute.move(*queries, place);
        const Next k = q && isFirst ? m_compute.move(*keys, place) : q;
        const Next v = k && isFirst ? m_compute.move(*values, place) : k;
        STOWAGE_TRY(v);
        const auto part = [&](const Next& all, std::int64_t first, std::int64_t count) {
            return m_sequences.size() == 1 ? all : m_compute.rowRange(**all, first, count);
        };
        std::vector<ActivationPtr> parts;
        std::int64_t row = 0;
        std::int64_t encodedRow = 0;
        for (const SequenceRows& sequence : m_sequences) {
            if (isFirst) {
                const Next ownK = part(k, encodedRow, sequence.encoded);
                const Next ownV = ownK ? part(v, encodedRow, sequence.encoded) : ownK;
                STOWAGE_TRY(ownV);
                STOWAGE_TRY(rememberEncoded(*sequence.cache, layer, *ownK, *ownV));
                encodedRow += sequence.encoded;
            }
            const KvCache::Layer& kept = sequence.cache->layers[layer];
            const Next ownQ = part(q, row, sequence.rows);
            const Next seen = ownQ ? m_compute.move(kept.crossKeys, place) : ownQ;
            const Next given = seen ? m_compute.move(kept.crossValues, place) : seen;
            STOWAGE_TRY(given);
            const AttentionInput input{.queries = **ownQ,
                                       .keys = **seen,
                                       .values = **given,
                                       .heads = shape.heads,
                                       .attentionMask = AttentionMask::Bidirectional,
                                       .scale = shape.scale,
                                       .kind = m_environment.attention};
            Next out = withRoom([&] { return m_compute.attention(input); });
            STOWAGE_TRY(out);
            parts.push_back(std::move(*out));
            row += sequence.rows;
        }
        return parts.size() == 1 ? Next(parts.front())
                                 : withRoom([&] { return m_compute.join(parts); });
    });
}

ModulePass::Biases ModulePass::relativeBias(const std::string& path,
                                            const RelativeBuckets& buckets) {
    std::vector<ActivationPtr> biases;
    const Next last = run(path, {"weight"}, [&](const ModuleTensors& own) -> Next {
        for (const SequenceRows& sequence : m_sequences) {
            Next bias = withRoom([&] {
                return m_compute.relativeBias(own[0], buckets, sequence.before(), sequence.rows,
                                              sequence.before() + sequence.rows);
            });
            STOWAGE_TRY(bias);
            biases.push_back(std::move(*bias));
        }
        return biases.back();
    });
    STOWAGE_TRY(last);
    return biases;
}

std::vector<std::int64_t> ModulePass::startDecoder() {
    std::vector<std::int64_t> tokens;
    for (SequenceRows& sequence : m_sequences) {
        const std::vector<std::int64_t>& own = sequence.cache->decoderTokens;
        sequence.encoded = sequence.rows;
        sequence.rows = static_cast<std::int64_t>(own.size());
        tokens.insert(tokens.end(), own.begin(), own.end());
    }
    return tokens;
}

ModulePass::Next ModulePass::carrying(std::size_t layer, ActivationPtr KvCache::Layer::*kept,
                                      const Carry& work) {
    std::vector<ActivationPtr> parts;
    std::int64_t first = 0;
    for (const SequenceRows& sequence : m_sequences) {
        ActivationPtr none;
        ActivationPtr& state =
            sequence.cache != nullptr ? layerOf(*sequence.cache, layer).*kept : none;
        Next made = withRoom([&]() -> Next {
            Result<Carried> carried = work(sequence, first, state.get());
            STOWAGE_TRY(carried);
            state = std::move(carried->state);
            return std::move(carried->made);
        });
        STOWAGE_TRY(made);
        parts.push_back(std::move(*made));
        first += sequence.rows;
    }
    return parts.size() == 1 ? Next(parts.front())
                             : withRoom([&] { return m_compute.join(parts); });
}

ModulePass::Next ModulePass::causalConvolution(const std::string& path, std::size_t layer,
                                               const Next& x) {
    STOWAGE_TRY(x);
    return run(path, {"weight", "bias"}, [&](const ModuleTensors& own) -> Next {
        const Next here = brought(*x, own[0].place());
        STOWAGE_TRY(here);
        return carrying(layer, &KvCache::Layer::convolved,
                        [&](const SequenceRows& sequence, std::int64_t first,
                            const Activation* state) -> Result<Carried> {
                            const Next rows = m_compute.rowRange(**here, first, sequence.rows);
                            STOWAGE_TRY(rows);
                            return m_compute.causalConvolution(**rows, own[0], own.optional(1),
                                                               state);
                        });
    });
}

ModulePass::Next ModulePass::selectiveScan(const std::string& path, std::size_t layer,
                                           ScanRows rows) {
    const std::array all{&rows.x, &rows.timeSteps, &rows.b, &rows.c, &rows.gate};
    for (const Next* const operand : all) {
        STOWAGE_TRY(*operand);
    }
    return run(path, {"A_log", "D"}, [&](const ModuleTensors& own) -> Next {
        for (Next* const operand : all) {
            *operand = withRoom([&] { return m_compute.move(**operand, own[0].place()); });
            STOWAGE_TRY(*operand);
        }
        return carrying(
            layer, &KvCache::Layer::states,
            [&](const SequenceRows& sequence, std::int64_t first,
                const Activation* state) -> Result<Carried> {
                std::array<ActivationPtr, all.size()> parts;
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const Next part = m_compute.rowRange(***all[i], first, sequence.rows);
                    STOWAGE_TRY(part);
                    parts[i] = *part;
                }
                return m_compute.selectiveScan({*parts[0], *parts[1], *parts[2], *parts[3],
                                                *parts[4], own[0], own.optional(1), state});
            });
    });
}

ModulePass::Next ModulePass::sum(const Next& a, const Next& b) {
    if (!a || !b) {
        return a ? b : a;
    }
    const Next beside = brought(*b, (*a)->place());
    return beside ? withRoom([&] { return m_compute.add(**a, **beside); }) : beside;
}

ModulePass::Next ModulePass::product(const Next& a, const Next& b) {
    if (!a || !b) {
        return a ? b : a;
    }
    const Next beside = brought(*b, (*a)->place());
    return beside ? withRoom([&] { return m_compute.multiply(**a, **beside); }) : beside;
}

ModulePass::Next ModulePass::activation(const Next& x, ActivationFunction how) {
    return x ? withRoom([&] { return m_compute.activation(**x, how); }) : x;
}

ModulePass::Next ModulePass::scale(const Next& x, double factor) {
    return x ? withRoom([&] { return m_compute.scale(**x, factor); }) : x;
}

ModulePass::Next ModulePass::normalize(const Next& x, double epsilon) {
    return x ? withRoom([&] { return m_compute.normalize(**x, epsilon); }) : x;
}

ModulePass::Next ModulePass::widened(const Next& x) {
    return x ? withRoom([&] { return m_compute.convert(*x, nullptr); }) : x;
}

ModulePass::Next ModulePass::rotate(const Next& x, std::int64_t heads, const RotaryTable& table) {
    const auto isLong = [&](const SequenceRows& sequence) {
        return !table.longFrequencies.empty() && sequence.length() > table.shortContext;
    };
    if (!x) {
        return x;
    }
    RotaryTable placed = table;
    if (isLong(m_sequences.front())) {
        placed.frequencies = table.longFrequencies;
    }
    if (m_sequences.size() == 1) {
        return withRoom([&] { return m_compute.rotate(**x, heads, placed, firstPosition()); });
    }
    const auto longOnes = std::ranges::count_if(m_sequences, isLong);
    if (longOnes == 0 || longOnes == std::ssize(m_sequences)) {
        placed.positions = positions();
        return withRoom([&] { return m_compute.rotate(**x, heads, placed, 0); });
    }
    std::vector<ActivationPtr> parts;
    std::int64_t first = 0;
    for (const SequenceRows& sequence : m_sequences) {
        placed.frequencies = isLong(sequence) ? table.longFrequencies : table.frequencies;
        const Next own = m_compute.rowRange(**x, first, sequence.rows);
        Next turned = own ? withRoom([&] {
            return m_compute.rotate(**own, heads, placed, sequence.before());
        })
                          : own;
        STOWAGE_TRY(turned);
        parts.push_back(std::move(*turned));
        first += sequence.rows;
    }
    return withRoom([&] { return m_compute.join(parts); });
}

ModulePass::Next ModulePass::columns(const Next& x, std::int64_t first, std::int64_t count) {
    return x ? withRoom([&] { return m_compute.columns(**x, first, count); }) : x;
}

ModulePass::Next ModulePass::headColumns(const Next& x, std::int64_t heads, std::int64_t first,
                                         std::int64_t count) {
    return x ? withRoom([&] { return m_compute.headColumns(**x, heads, first, count); }) : x;
}

ModulePass::Next ModulePass::rows(const Next& x, std::span<const std::int64_t> rows) {
    return x ? withRoom([&] { return m_compute.rows(**x, rows); }) : x;
}

ModulePass::Next ModulePass::addRows(const Next& x, std::span<const std::int64_t> rows,
                                     const Next& more, std::span<const float> shares) {
    if (!x || !more) {
        return x ? more : x;
    }
    const Next beside = m_compute.move(*more, (*x)->place());
    return beside ? withRoom([&] { return m_compute.addRows(**x, rows, **beside, shares); })
                  : beside;
}

}  // namespace stowage
