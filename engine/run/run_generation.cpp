// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_generation.h"

#include <chrono>
#include <new>
#include <utility>

namespace stowage {

namespace {

class Generator {
public:
    Generator(const RunModel& model, const RunRequest& request, WeightSource& source,
              Compute& compute, const std::stop_token& stop, const ProgressSink& progress,
              const RunSurroundings& surroundings)
        : m_model(model),
          m_request(request),
          m_source(source),
          m_compute(compute),
          m_stop(stop),
          m_progress(progress),
          m_surroundings(surroundings),
          m_chooser(request.choice) {}

    Result<RunOutcome> run() {
        auto numbers = pass(m_request.tokens, m_request.outputs);
        if (!numbers) {
            return numbers.unexpected();
        }
        m_outcome.numbers = std::move(*numbers);
        std::vector<float> last = lastRow(m_outcome.numbers);
        for (std::int64_t i = 0; i < m_request.generate; ++i) {
            const std::int64_t token = m_chooser.choose(last);
            m_outcome.generated.push_back(token);
            if (m_surroundings.chosen) {
                m_surroundings.chosen(token);
            }
            if (i + 1 == m_request.generate) {
                break;
            }
            auto next = pass({token}, Outputs::Last);
            if (!next) {
                return next.unexpected();
            }
            last = std::move(next->values);
        }
        m_outcome.seconds = now();
        return std::move(m_outcome);
    }

private:
    [[nodiscard]] double now() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

    [[nodiscard]] static std::vector<float> lastRow(const Logits& numbers) {
        const auto width = static_cast<std::ptrdiff_t>(numbers.vocabulary);
        return {numbers.values.end() - width, numbers.values.end()};
    }

    Result<Logits> pass(std::vector<std::int64_t> tokens, Outputs outputs) {
        RunPass record{std::move(tokens), now(), 0, {}};
        KvCache* const cache = m_request.generate > 0 ? &m_cache : nullptr;
        if (m_cache.tokens == 0) {
            m_cache.prompt = record.tokens;
        }
        if (m_surroundings.passBegins) {
            m_surroundings.passBegins(static_cast<std::uint32_t>(m_outcome.passes.size()),
                                      record.tokens.size());
        }
        ModulePass walk(m_source, m_compute, cache, m_stop, m_progress,
                        {m_surroundings.devices, m_surroundings.gate, m_surroundings.entering,
                         m_surroundings.stepped});
        const auto out = m_model.forward(walk, record.tokens, outputs);
        if (!out) {
            return out.unexpected();
        }
        const auto count = static_cast<std::int64_t>(record.tokens.size());
        m_cache.tokens += count;
        Logits numbers;
        numbers.positions = outputs == Outputs::All ? count : 1;
        numbers.vocabulary = m_model.traits().outputs;
        numbers.values.resize(static_cast<std::size_t>(numbers.positions * numbers.vocabulary));
        if (Result<void> copied = m_compute.copyOut(**out, numbers.values); !copied) {
            return copied.unexpected();
        }
        record.end = now();
        record.steps = walk.takeSteps();
        for (ForwardStep& step : record.steps) {
            step.begin += record.begin;
            step.end += record.begin;
            m_outcome.bytesMoved += step.bytesMoved;
        }
        m_outcome.passes.push_back(std::move(record));
        return numbers;
    }

    const RunModel& m_model;
    const RunRequest& m_request;
    WeightSource& m_source;
    Compute& m_compute;
    std::stop_token m_stop;
    const ProgressSink& m_progress;
    const RunSurroundings& m_surroundings;
    TokenChooser m_chooser;
    KvCache m_cache;
    RunOutcome m_outcome;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

}  // namespace

Result<void> checkRequest(const RunTraits& traits, const RunRequest& request) {
    if (request.generate > 0 && !traits.isGenerative) {
        return fail(ErrorCode::InvalidArgument,
                    "A model of the family " + traits.family +
                        " sees all positions at once and lets no token follow; run it without "
                        "generating.",
                    {}, "generate");
    }
    // The last of them is chosen, but does not go in.
    const std::int64_t follow = request.generate > 0 ? request.generate - 1 : 0;
    return checkTokens(traits, request.tokens, follow);
}

Result<RunOutcome> runModel(const RunModel& model, const RunRequest& request, WeightSource& source,
                            Compute& compute, const std::stop_token& stop,
                            const ProgressSink& progress, const RunSurroundings& surroundings) {
    if (Result<void> checked = checkRequest(model.traits(), request); !checked) {
        return checked.unexpected();
    }
    try {
        return Generator(model, request, source, compute, stop, progress, surroundings).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "The host has no memory left for the forward pass.");
    }
}

}  // namespace stowage
