// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_generation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <random>
#include <utility>

namespace stowage {

namespace {

struct TokenCandidate {
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

/// Chooses token after token. Of equal logits the lower token wins; what is not finite is never
/// chosen, unless nothing is.
class TokenSampler {
public:
    explicit TokenSampler(const SamplingOptions& choice)
        : m_choice(choice), m_random(choice.seed) {}
    /// One number a token; not empty.
    [[nodiscard]] std::int64_t choose(std::span<const float> logits);

private:
    [[nodiscard]] double uniform();

    SamplingOptions m_choice;
    std::mt19937_64 m_random;
};

double TokenSampler::uniform() {
    return static_cast<double>(m_random() >> 11) * 0x1p-53;
}

std::int64_t TokenSampler::choose(std::span<const float> logits) {
    const std::int64_t likeliest = likeliestOf(logits);
    const double largest = static_cast<double>(logits[static_cast<std::size_t>(likeliest)]);
    if (m_choice.temperature <= 0 || !std::isfinite(largest)) {
        return likeliest;
    }
    std::vector<TokenCandidate> candidates;
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
    for (const TokenCandidate& candidate : candidates) {
        sum += candidate.weight;
    }
    double left = uniform() * sum;
    for (const TokenCandidate& candidate : candidates) {
        left -= candidate.weight;
        if (left < 0) {
            return candidate.token;
        }
    }
    return candidates.back().token;
}

class Generator {
    using Group = RunRequest::MicroBatch;

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
          m_caches(request.sequences()),
          m_groups(request.inMicroBatches()) {}

    Result<RunOutcome> run() {
        m_outcome.generated.resize(m_request.sequences());
        m_next.resize(m_request.sequences());
        for (std::size_t i = 0; i < m_request.sequences(); ++i) {
            m_next[i] = m_request.prompt(i);
            m_choosers.emplace_back(m_request.choice);
            m_caches[i].prompt = m_next[i];
            m_caches[i].decoderTokens = m_request.decoderTokensFor(m_model.traits());
        }
        const bool goInByChunks = m_request.prefillChunk > 0 && m_request.prefillPasses() > 1;
        STOWAGE_TRY(goInByChunks ? prefillInChunks() : prefill());
        std::vector<std::int64_t> round(m_request.sequences());
        for (std::int64_t i = 0; i < m_request.generate; ++i) {
            for (const Group& group : m_groups) {
                STOWAGE_TRY(follow(group, std::span(round).subspan(group.first, group.count)));
                if (&group == &m_groups.back() && m_environment.chosen) {
                    m_environment.chosen(round);
                }
                if (i + 1 < m_request.generate) {
                    beginAnew(group);
                    const auto following = pass(m_next, group, Outputs::Last);
                    STOWAGE_TRY(following);
                    STOWAGE_TRY(choose(group, following->values));
                }
            }
        }
        m_outcome.seconds = now();
        return std::move(m_outcome);
    }

private:
    [[nodiscard]] double now() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

    /// Rows that a first pass gives of a prompt: a decoder's own tokens' where an encoder reads it.
    [[nodiscard]] std::int64_t firstRows(std::size_t sequence,
                                         const std::vector<std::int64_t>& tokens) const {
        const std::vector<std::int64_t>& own = m_caches[sequence].decoderTokens;
        return static_cast<std::int64_t>(own.empty() ? tokens.size() : own.size());
    }

    /// Of the prompts' numbers of these sequences, the row of each one's last token.
    [[nodiscard]] std::vector<float> lastRows(const Group& group, const Logits& numbers) const {
        std::vector<float> last;
        if (m_environment.isReplay) {
            return last;
        }
        std::int64_t rows = 0;
        for (std::size_t i = group.first; i < group.first + group.count; ++i) {
            rows += m_request.outputs == Outputs::All ? firstRows(i, m_request.prompt(i)) : 1;
            const auto end = numbers.values.begin() + rows * numbers.vocabulary;
            last.insert(last.end(), end - numbers.vocabulary, end);
        }
        return last;
    }

    Result<void> prefill() {
        for (const Group& group : m_groups) {
            auto numbers = pass(m_next, group, m_request.outputs);
            STOWAGE_TRY(numbers);
            if (m_request.generate > 0) {
                STOWAGE_TRY(choose(group, lastRows(group, *numbers)));
            }
            if (m_groups.size() == 1) {
                m_outcome.numbers = std::move(*numbers);
                break;
            }
            m_outcome.numbers.positions += numbers->positions;
            m_outcome.numbers.vocabulary = numbers->vocabulary;
            m_outcome.numbers.values.insert(m_outcome.numbers.values.end(), numbers->values.begin(),
                                            numbers->values.end());
        }
        return {};
    }

    /// The next token of each of these sequences, from its row of `last`.
    Result<void> choose(const Group& group, std::span<const float> last) {
        const std::size_t width = last.size() / group.count;
        std::vector<std::int64_t> tokens;
        for (std::size_t i = 0; i < group.count; ++i) {
            tokens.push_back(m_environment.isReplay ? 0
                                                    : m_choosers[group.first + i].choose(
                                                          last.subspan(i * width, width)));
            m_next[group.first + i] = {tokens.back()};
        }
        return m_environment.tellTokens ? m_environment.tellTokens(tokens) : Result<void>();
    }

    /// The tokens that were chosen of these sequences are theirs from now on.
    Result<void> follow(const Group& group, std::span<std::int64_t> tokens) {
        for (std::size_t i = 0; i < group.count; ++i) {
            tokens[i] = m_next[group.first + i].back();
        }
        if (m_environment.askTokens) {
            STOWAGE_TRY(m_environment.askTokens(tokens));
        }
        for (std::size_t i = 0; i < group.count; ++i) {
            m_next[group.first + i] = {tokens[i]};
            m_outcome.generated[group.first + i].push_back(tokens[i]);
        }
        return {};
    }

    /// A sequence that grows beyond the model's short context goes in whole once more, because what
    /// is kept of it was turned by other angles. So transformers does it.
    void beginAnew(const Group& group) {
        for (std::size_t i = group.first; i < group.first + group.count; ++i) {
            const std::int64_t limit = m_model.traits().shortContext;
            if (limit > 0 && m_caches[i].tokens == limit) {
                m_next[i] = m_request.prompt(i);
                const std::vector<std::int64_t>& more = m_outcome.generated[i];
                m_next[i].insert(m_next[i].end(), more.begin(), more.end());
                m_caches[i] = {};
            }
        }
    }

    /// The prompts' numbers as one pass would have them. Shorter prompts end before longer ones.
    Result<void> prefillInChunks() {
        const std::vector<std::vector<std::int64_t>> prompts = m_next;
        const Group all{0, prompts.size()};
        const auto size = static_cast<std::size_t>(m_request.prefillChunk);
        const bool wantsAll = m_request.outputs == Outputs::All;
        std::vector<std::vector<float>> rows(prompts.size());
        Logits numbers;
        for (std::uint64_t part = 0; part < m_request.prefillPasses(); ++part) {
            std::vector<std::vector<std::int64_t>> chunks;
            for (const std::vector<std::int64_t>& prompt : prompts) {
                const auto end = [&](std::uint64_t parts) {
                    return prompt.begin() +
                           static_cast<std::ptrdiff_t>(std::min(parts * size, prompt.size()));
                };
                chunks.emplace_back(end(part), end(part + 1));
            }
            const auto more = pass(chunks, all, m_request.outputs);
            STOWAGE_TRY(more);
            numbers.vocabulary = more->vocabulary;
            if (m_environment.isReplay) {
                continue;
            }
            auto from = more->values.begin();
            for (std::size_t i = 0; i < chunks.size(); ++i) {
                const std::size_t count = wantsAll ? chunks[i].size() : chunks[i].empty() ? 0 : 1;
                const auto to = from + static_cast<std::ptrdiff_t>(count) * more->vocabulary;
                if (!wantsAll && count > 0) {
                    rows[i].clear();
                }
                rows[i].insert(rows[i].end(), from, to);
                from = to;
            }
        }
        for (const std::vector<float>& own : rows) {
            numbers.values.insert(numbers.values.end(), own.begin(), own.end());
        }
        numbers.positions = static_cast<std::int64_t>(numbers.values.size()) / numbers.vocabulary;
        const std::vector<float> last = lastRows(all, numbers);
        for (const Group& group : m_groups) {
            const auto width =
                static_cast<std::size_t>(m_environment.isReplay ? 0 : numbers.vocabulary);
            if (m_request.generate > 0) {
                STOWAGE_TRY(choose(
                    group, std::span(last).subspan(group.first * width, group.count * width)));
            }
        }
        m_outcome.numbers = std::move(numbers);
        return {};
    }

    /// Of all tokens those of the group. A sequence without any stands aside.
    Result<Logits> pass(const std::vector<std::vector<std::int64_t>>& tokens, const Group& group,
                        Outputs outputs) {
        RunPass record{{}, now(), 0, {}};
        std::vector<SequenceRows> sequences;
        const bool keeps =
            m_request.passes() > 1 || m_request.generate > 0 || m_model.traits().attendsEncoded;
        const std::size_t end = group.first + group.count;
        for (std::size_t i = group.first; i < end; ++i) {
            record.tokens.insert(record.tokens.end(), tokens[i].begin(), tokens[i].end());
            if (!tokens[i].empty()) {
                sequences.push_back(
                    {static_cast<std::int64_t>(tokens[i].size()), keeps ? &m_caches[i] : nullptr});
            }
        }
        if (sequences.empty()) {
            sequences.emplace_back();  // a model of arrays alone
        }
        if (m_environment.passBegins) {
            m_environment.passBegins(static_cast<std::uint32_t>(m_outcome.passes.size()),
                                     record.tokens.size());
        }
        ModulePass walk(m_source, m_compute, sequences, m_stop, m_progress,
                        {m_environment.devices, m_environment.gate, m_environment.entering,
                         m_environment.stepped, m_request.attention, m_request.input.get(),
                         m_environment.passOver});
        const auto out = m_model.forward(walk, record.tokens, outputs);
        STOWAGE_TRY(out);
        for (std::size_t i = group.first; i < end; ++i) {
            m_caches[i].tokens += m_caches[i].tokens == 0
                                      ? firstRows(i, tokens[i])
                                      : static_cast<std::int64_t>(tokens[i].size());
        }
        Logits numbers;
        numbers.positions = (*out)->shape().front();
        numbers.vocabulary = (*out)->shape().back();
        if (!m_environment.isReplay) {
            numbers.values.resize(static_cast<std::size_t>(numbers.positions * numbers.vocabulary));
            STOWAGE_TRY(m_compute.copyOut(**out, numbers.values));
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
    const RunEnvironment& m_environment;
    std::vector<TokenSampler> m_choosers;  ///< by sequence
    std::vector<KvCache> m_caches;
    std::vector<Group> m_groups;
    std::vector<std::vector<std::int64_t>> m_next;  ///< by sequence: what goes in next
    RunOutcome m_outcome;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

}  // namespace

/// 53 random bits, so that it is the same with every standard library.

std::vector<std::int64_t> RunRequest::decoderTokensFor(const RunTraits& traits) const {
    return traits.decoderStart && decoderTokens.empty()
               ? std::vector<std::int64_t>{*traits.decoderStart}
               : decoderTokens;
}

std::vector<RunRequest::MicroBatch> RunRequest::inMicroBatches() const {
    const std::size_t count = std::clamp(microBatches, std::size_t{1}, sequences());
    std::vector<MicroBatch> all;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = i * sequences() / count;
        all.push_back({first, (i + 1) * sequences() / count - first});
    }
    return all;
}

std::uint64_t RunRequest::prefillPasses() const {
    std::size_t longest = 1;
    for (std::size_t i = 0; i < sequences(); ++i) {
        longest = std::max(longest, prompt(i).size());
    }
    const auto chunk = static_cast<std::size_t>(std::max<std::int64_t>(prefillChunk, 0));
    return chunk == 0 ? inMicroBatches().size() : (longest + chunk - 1) / chunk;
}

std::uint64_t RunRequest::passes() const {
    const auto follow = static_cast<std::uint64_t>(std::max<std::int64_t>(generate, 1)) - 1;
    return prefillPasses() + follow * inMicroBatches().size();
}

Result<void> requireGenerative(const RunTraits& traits) {
    if (traits.isGenerative) {
        return {};
    }
    return fail(ErrorCode::InvalidArgument,
                traits.attendsEncoded
                    ? say("This model of the family %1 has no head that predicts the next token; "
                          "run it without generating.",
                          traits.family)
                    : say("A model of the family %1 reads all positions at once and cannot "
                          "generate tokens; run it without generating.",
                          traits.family),
                {}, "generate");
}

Result<void> checkRequest(const RunTraits& traits, const RunRequest& request) {
    if (request.generate > 0) {
        STOWAGE_TRY(requireGenerative(traits));
    }
    if (request.sequences() > 1 && !traits.takesBatches) {
        return fail(ErrorCode::InvalidArgument,
                    say("A model of the family %1 runs one sequence at a time; give one prompt.",
                        traits.family),
                    {}, "tokens");
    }
    if (request.prefillChunk != 0 && (request.prefillChunk < 0 || !traits.takesChunks)) {
        return fail(ErrorCode::InvalidArgument,
                    request.prefillChunk < 0
                        ? say("A prefill chunk must have at least one token.")
                        : say("A model of the family %1 needs the whole prompt at once; do not "
                              "divide the prompt into chunks.",
                              traits.family),
                    {}, "prefill-chunk");
    }
    if (!request.decoderTokens.empty() && !traits.decoderStart) {
        return fail(ErrorCode::InvalidArgument,
                    say("A model of the family %1 takes only the tokens of the prompt; leave the "
                        "decoder tokens out.",
                        traits.family),
                    {}, "decoder-tokens");
    }
    for (const std::int64_t token : request.decoderTokens) {
        STOWAGE_TRY(checkToken(traits, token));
    }
    STOWAGE_TRY(requireAttention(request.attention));
    STOWAGE_TRY(checkInput(traits.input, request.input.get(), traits.family));
    if (traits.capsScores && request.attention == AttentionKind::Fused) {
        return fail(ErrorCode::Unsupported,
                    say("This model limits its attention scores (attn_logit_softcapping), which "
                        "fused attention does not support; use eager attention."),
                    {}, "attention");
    }
    // The last of them is chosen, but does not go in.
    const std::int64_t follow = request.generate > 0 ? request.generate - 1 : 0;
    for (std::size_t i = 0; i < request.sequences(); ++i) {
        if (i == 0 || request.prompt(i) != request.prompt(i - 1)) {
            STOWAGE_TRY(checkTokens(traits, request.prompt(i), follow));
        }
    }
    return {};
}

Result<RunOutcome> runModel(const RunModel& model, const RunRequest& request, WeightSource& source,
                            Compute& compute, const std::stop_token& stop,
                            const ProgressSink& progress, const RunEnvironment& environment) {
    STOWAGE_TRY(checkRequest(model.traits(), request));
    if (request.input && request.input->values.empty() && !environment.isReplay) {
        return fail(ErrorCode::InvalidArgument, say("The input has a shape, but no numbers."), {},
                    "input");
    }
    try {
        return Generator(model, request, source, compute, stop, progress, environment).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory,
                    say("The host has no memory left for the forward pass."));
    }
}

}  // namespace stowage
