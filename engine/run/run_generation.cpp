// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_generation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace stowage {
namespace {

struct Candidate {
    std::int64_t token = 0;
    double weight = 0;
};

std::int64_t likeliestOf(std::span<const float> logits) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < logits.size(); ++i) {
        const bool isBetter =
            std::isfinite(logits[i]) && (!std::isfinite(logits[best]) || logits[i] > logits[best]);
        best = isBetter ? i : best;
    }
    return static_cast<std::int64_t>(best);
}

class Generator {
public:
    Generator(const RunModel& model, const RunRequest& request, WeightSource& source,
              Compute& compute, const std::stop_token& stop, const ProgressSink& progress,
              const RunEnvironment& environment)
        : m_model(model),
          m_request(request),
          m_source(source),
          m_compute(compute),
          m_stop(stop),
          m_progress(progress),
          m_environment(environment),
          m_caches(request.sequences()) {}

    Result<RunOutcome> run() {
        m_outcome.generated.resize(m_request.sequences());
        std::vector<std::vector<std::int64_t>> next;
        for (std::size_t i = 0; i < m_request.sequences(); ++i) {
            next.push_back(m_request.prompt(i));
            m_choosers.emplace_back(m_request.choice);
            m_caches[i].prompt = next.back();
        }
        auto numbers = pass(next, m_request.outputs);
        STOWAGE_TRY(numbers);
        m_outcome.numbers = std::move(*numbers);
        std::vector<float> last = lastRows(m_outcome.numbers);
        for (std::int64_t i = 0; i < m_request.generate; ++i) {
            choose(last, next);
            if (i + 1 == m_request.generate) {
                break;
            }
            auto following = pass(next, Outputs::Last);
            STOWAGE_TRY(following);
            last = std::move(following->values);
        }
        m_outcome.seconds = now();
        return std::move(m_outcome);
    }

private:
    [[nodiscard]] double now() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

    /// Of the prompts' numbers, the row of each one's last token.
    [[nodiscard]] std::vector<float> lastRows(const Logits& numbers) const {
        std::vector<float> last;
        std::int64_t rows = 0;
        for (std::size_t i = 0; i < m_request.sequences(); ++i) {
            rows += m_request.outputs == Outputs::All
                        ? static_cast<std::int64_t>(m_request.prompt(i).size())
                        : 1;
            const auto end = numbers.values.begin() + rows * numbers.vocabulary;
            last.insert(last.end(), end - numbers.vocabulary, end);
        }
        return last;
    }

    /// The next token of each sequence, from its row of `last`.
    void choose(std::span<const float> last, std::vector<std::vector<std::int64_t>>& next) {
        const std::size_t width = last.size() / next.size();
        std::vector<std::int64_t> tokens;
        for (std::size_t i = 0; i < next.size(); ++i) {
            tokens.push_back(m_choosers[i].choose(last.subspan(i * width, width)));
            m_outcome.generated[i].push_back(tokens.back());
            next[i] = {tokens.back()};
        }
        if (m_environment.chosen) {
            m_environment.chosen(tokens);
        }
    }

    Result<Logits> pass(const std::vector<std::vector<std::int64_t>>& tokens, Outputs outputs) {
        RunPass record{{}, now(), 0, {}};
        std::vector<SequenceRows> sequences;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            record.tokens.insert(record.tokens.end(), tokens[i].begin(), tokens[i].end());
            sequences.push_back({static_cast<std::int64_t>(tokens[i].size()),
                                 m_request.generate > 0 ? &m_caches[i] : nullptr});
        }
        if (m_environment.passBegins) {
            m_environment.passBegins(static_cast<std::uint32_t>(m_outcome.passes.size()),
                                     record.tokens.size());
        }
        ModulePass walk(m_source, m_compute, sequences, m_stop, m_progress,
                        {m_environment.devices, m_environment.gate, m_environment.entering,
                         m_environment.stepped});
        const auto out = m_model.forward(walk, record.tokens, outputs);
        STOWAGE_TRY(out);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            m_caches[i].tokens += sequences[i].rows;
        }
        Logits numbers;
        numbers.positions = static_cast<std::int64_t>(outputs == Outputs::All ? record.tokens.size()
                                                                              : tokens.size());
        numbers.vocabulary = m_model.traits().outputs;
        numbers.values.resize(static_cast<std::size_t>(numbers.positions * numbers.vocabulary));
        STOWAGE_TRY(m_compute.copyOut(**out, numbers.values));
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
    const RunEnvironment& m_environment;
    std::vector<TokenSampler> m_choosers;  ///< by sequence
    std::vector<KvCache> m_caches;
    RunOutcome m_outcome;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

}  // namespace

/// 53 random bits, so that it is the same with every standard library.
double TokenSampler::uniform() {
    return static_cast<double>(m_random() >> 11) * 0x1p-53;
}

std::int64_t TokenSampler::choose(std::span<const float> logits) {
    const std::int64_t likeliest = likeliestOf(logits);
    const double largest = static_cast<double>(logits[static_cast<std::size_t>(likeliest)]);
    if (m_choice.temperature <= 0 || !std::isfinite(largest)) {
        return likeliest;
    }
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        const double below = static_cast<double>(logits[i]) - largest;
        if (std::isfinite(below)) {
            candidates.push_back(
                {static_cast<std::int64_t>(i), std::exp(below / m_choice.temperature)});
        }
    }
    std::ranges::stable_sort(candidates,
                             [](const auto& a, const auto& b) { return a.weight > b.weight; });
    if (m_choice.likeliest > 0 &&
        candidates.size() > static_cast<std::size_t>(m_choice.likeliest)) {
        candidates.resize(static_cast<std::size_t>(m_choice.likeliest));
    }
    double sum = 0;
    for (const Candidate& candidate : candidates) {
        sum += candidate.weight;
    }
    double left = uniform() * sum;
    for (const Candidate& candidate : candidates) {
        left -= candidate.weight;
        if (left < 0) {
            return candidate.token;
        }
    }
    return candidates.back().token;
}

Result<void> checkRequest(const RunTraits& traits, const RunRequest& request) {
    if (request.generate > 0 && !traits.isGenerative) {
        return fail(ErrorCode::InvalidArgument,
                    "A model of the family " + traits.family +
                        " sees all positions at once and lets no token follow; run it without "
                        "generating.",
                    {}, "generate");
    }
    if (request.sequences() > 1 && !traits.takesBatches) {
        return fail(ErrorCode::InvalidArgument,
                    "A model of the family " + traits.family +
                        " runs one sequence at a time; give one prompt.",
                    {}, "tokens");
    }
    // The last of them is chosen, but does not go in.
    const std::int64_t follow = request.generate > 0 ? request.generate - 1 : 0;
    for (std::size_t i = 0; i < request.sequences(); ++i) {
        STOWAGE_TRY(checkTokens(traits, request.prompt(i), follow));
    }
    return {};
}

Result<RunOutcome> runModel(const RunModel& model, const RunRequest& request, WeightSource& source,
                            Compute& compute, const std::stop_token& stop,
                            const ProgressSink& progress, const RunEnvironment& environment) {
    STOWAGE_TRY(checkRequest(model.traits(), request));
    try {
        return Generator(model, request, source, compute, stop, progress, environment).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "The host has no memory left for the forward pass.");
    }
}

}  // namespace stowage
