// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/module_pass.h"

#include "engine/load/tensor_backend.h"
#include "engine/model/tensor_spec.h"

#include <utility>

namespace stowage {

namespace {

constexpr Phrase kForwardPhase = phrase("forward");

Unexpected passCancelled() {
    return fail(ErrorCode::Cancelled, say("The forward pass was cancelled."));
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
        return passCancelled();
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
        return passCancelled();
    }
    if (m_environment.entering) {
        m_environment.entering(path);
    }
    if (m_environment.gate != nullptr) {
        m_environment.gate->waitWhilePaused(m_stop);
        if (m_stop.stop_requested()) {
            return passCancelled();
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
            return fail(ErrorCode::KeyMismatch,
                        say("The module %1 has no weights for the forward pass.", path), {}, path);
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
        return fail(
            ErrorCode::Internal,
            say("The module %1 reads an input that this forward pass does not have.", path));
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
