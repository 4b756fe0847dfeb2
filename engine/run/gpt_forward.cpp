// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/gpt_forward.h"

#include "engine/model/tensor_spec.h"

#include <chrono>
#include <functional>
#include <initializer_list>
#include <new>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kForwardPhase = "forward";
constexpr double kEpsilon = 1e-5;  ///< of the book's LayerNorm
constexpr std::int64_t kModulesPerBlock = 9;
constexpr std::int64_t kModulesBeside = 4;  ///< tok_emb, pos_emb, final_norm, out_head

std::uint64_t byteSizeOf(const TensorSignature& signature) {
    return elementCount(signature.shape) * storedBits(signature.dtype) / 8;
}

/// A module's weights by the names asked for; null where the model has none of that name.
struct Borrowed {
    std::vector<WeightPtr> weights;
    [[nodiscard]] const Weight& operator[](std::size_t index) const { return *weights[index]; }
    [[nodiscard]] const Weight* optional(std::size_t index) const { return weights[index].get(); }
};

/// One pass. Each function takes the activation that goes in and gives the one that comes out.
class GptPass {
public:
    GptPass(const GptShape& shape, WeightSource& source, Compute& compute,
            const std::stop_token& stop, const ProgressSink& sink)
        : m_shape(shape), m_source(source), m_compute(compute), m_stop(stop), m_throttle(sink) {
        for (const std::string& name : source.names()) {
            m_progress.bytesTotal += byteSizeOf(*source.describe(name));
        }
        m_progress.phase = kForwardPhase;
        m_progress.itemsTotal =
            static_cast<std::uint64_t>(kModulesBeside + kModulesPerBlock * shape.layers);
    }

    Result<ForwardReport> run(std::span<const std::int64_t> tokens);

private:
    using Next = Result<ActivationPtr>;
    using Work = std::function<Next(const Borrowed&)>;

    Next module(const std::string& path, std::initializer_list<const char*> tensors,
                const Work& work);
    Result<ModuleWeights> borrow(const std::string& path,
                                 std::initializer_list<const char*> tensors, Borrowed& borrowed);
    Next embed(std::span<const std::int64_t> tokens);
    Next table(const std::string& path, std::span<const std::int64_t> rows);
    Next norm(const std::string& path, const ActivationPtr& x);
    enum class Then { Nothing, Gelu };
    Next linear(const std::string& path, const ActivationPtr& x, Then then = Then::Nothing);
    Next attend(const std::string& block, const ActivationPtr& x);
    Next feedForward(const std::string& block, const ActivationPtr& x);
    /// x + shortcut, where x lies.
    Next withShortcut(const Next& x, const ActivationPtr& shortcut);
    Next block(const std::string& path, const ActivationPtr& x);
    Next model(std::span<const std::int64_t> tokens);
    [[nodiscard]] double now() const {
        return std::chrono::duration<double>(Clock::now() - m_begin).count();
    }

    const GptShape& m_shape;
    WeightSource& m_source;
    Compute& m_compute;
    std::stop_token m_stop;
    ProgressThrottle m_throttle;
    Progress m_progress;
    Clock::time_point m_begin = Clock::now();
    DeviceId m_lastDevice;
    ForwardReport m_report;
};

Result<ModuleWeights> GptPass::borrow(const std::string& path,
                                      std::initializer_list<const char*> tensors,
                                      Borrowed& borrowed) {
    std::vector<std::string> names;
    std::vector<bool> isThere;
    for (const char* tensor : tensors) {
        std::string name = path + "." + tensor;
        const std::optional<TensorSignature> found = m_source.describe(name);
        isThere.push_back(found.has_value());
        if (found) {
            m_progress.bytesDone += byteSizeOf(*found);
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

/// Borrows, computes, waits, gives back.
GptPass::Next GptPass::module(const std::string& path, std::initializer_list<const char*> tensors,
                              const Work& work) {
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "The forward pass was cancelled.");
    }
    m_progress.currentItem = path;
    m_throttle.report(m_progress);
    ForwardStep step{path, {}, now(), 0, 0, 0};
    Borrowed borrowed;
    const Result<ModuleWeights> lent = borrow(path, tensors, borrowed);
    if (!lent) {
        return lent.unexpected();
    }
    Next out = work(borrowed);
    if (!out) {
        return out;
    }
    if (Result<void> done = m_compute.finish((*out)->place()); !done) {
        return done.unexpected();
    }
    step.device = lent->device;
    step.end = now();
    step.transferSeconds = lent->transferSeconds;
    step.bytesMoved = lent->bytesMoved;
    m_report.bytesMoved += lent->bytesMoved;
    m_report.steps.push_back(std::move(step));
    ++m_progress.itemsDone;
    return out;
}

GptPass::Next GptPass::table(const std::string& path, std::span<const std::int64_t> rows) {
    return module(path, {"weight"},
                  [&](const Borrowed& own) { return m_compute.embedding(rows, own[0]); });
}

GptPass::Next GptPass::norm(const std::string& path, const ActivationPtr& x) {
    return module(path, {"scale", "shift"}, [&](const Borrowed& own) -> Next {
        const Next here = m_compute.move(x, own[0].place());
        return here ? m_compute.layerNorm(**here, own[0], own[1], kEpsilon) : here;
    });
}

GptPass::Next GptPass::linear(const std::string& path, const ActivationPtr& x, Then then) {
    return module(path, {"weight", "bias"}, [&](const Borrowed& own) -> Next {
        const Next here = m_compute.move(x, own[0].place());
        if (!here) {
            return here;
        }
        const Next out = m_compute.linear(**here, own[0], own.optional(1));
        return out && then == Then::Gelu ? m_compute.geluTanh(**out) : out;
    });
}

GptPass::Next GptPass::attend(const std::string& block, const ActivationPtr& x) {
    const Next keys = linear(block + ".att.W_key", x);
    const Next queries = keys ? linear(block + ".att.W_query", x) : keys;
    const Next values = queries ? linear(block + ".att.W_value", x) : queries;
    if (!values) {
        return values;
    }
    const Next seen = module(block + ".att", {"mask"}, [&](const Borrowed& own) -> Next {
        const Weight* const mask = own.optional(0);
        const ComputePlace place = mask != nullptr ? mask->place() : (*queries)->place();
        const Next q = m_compute.move(*queries, place);
        const Next k = q ? m_compute.move(*keys, place) : q;
        const Next v = k ? m_compute.move(*values, place) : k;
        return v ? m_compute.attention({**q, **k, **v, m_shape.heads, mask}) : v;
    });
    return seen ? linear(block + ".att.out_proj", *seen) : seen;
}

GptPass::Next GptPass::feedForward(const std::string& block, const ActivationPtr& x) {
    const Next wide = linear(block + ".ff.layers.0", x, Then::Gelu);
    return wide ? linear(block + ".ff.layers.2", *wide) : wide;
}

GptPass::Next GptPass::withShortcut(const Next& x, const ActivationPtr& shortcut) {
    if (!x) {
        return x;
    }
    const Next beside = m_compute.move(shortcut, (*x)->place());
    return beside ? m_compute.add(**x, **beside) : beside;
}

GptPass::Next GptPass::block(const std::string& path, const ActivationPtr& x) {
    const Next first = norm(path + ".norm1", x);
    const Next middle = first ? withShortcut(attend(path, *first), x) : first;
    if (!middle) {
        return middle;
    }
    const Next second = norm(path + ".norm2", *middle);
    return second ? withShortcut(feedForward(path, *second), *middle) : second;
}

GptPass::Next GptPass::embed(std::span<const std::int64_t> tokens) {
    std::vector<std::int64_t> positions(tokens.size());
    std::iota(positions.begin(), positions.end(), 0);
    const Next words = table("tok_emb", tokens);
    return words ? withShortcut(table("pos_emb", positions), *words) : words;
}

GptPass::Next GptPass::model(std::span<const std::int64_t> tokens) {
    Next x = embed(tokens);
    for (std::int64_t i = 0; x && i < m_shape.layers; ++i) {
        x = block("trf_blocks." + std::to_string(i), *x);
    }
    const Next normed = x ? norm("final_norm", *x) : x;
    return normed ? linear("out_head", *normed) : normed;
}

Result<ForwardReport> GptPass::run(std::span<const std::int64_t> tokens) {
    const Next out = model(tokens);
    if (!out) {
        return out.unexpected();
    }
    Logits& logits = m_report.logits;
    logits.positions = static_cast<std::int64_t>(tokens.size());
    logits.vocabulary = m_shape.vocabulary;
    logits.values.resize(tokens.size() * static_cast<std::size_t>(m_shape.vocabulary));
    if (Result<void> copied = m_compute.copyOut(**out, logits.values); !copied) {
        return copied.unexpected();
    }
    m_report.seconds = now();
    m_report.tokens.assign(tokens.begin(), tokens.end());
    m_report.layers = m_shape.layers;
    summariseLogits(m_report);
    m_progress.currentItem.clear();
    m_progress.bytesDone = m_progress.bytesTotal;
    m_throttle.reportFinal(m_progress);
    return std::move(m_report);
}

Result<void> checkPrompt(const GptShape& shape, std::span<const std::int64_t> tokens) {
    if (tokens.empty()) {
        return fail(ErrorCode::InvalidArgument, "The prompt has no token; give at least one.", {},
                    "tokens");
    }
    if (tokens.size() > static_cast<std::size_t>(shape.context)) {
        return fail(ErrorCode::InvalidArgument,
                    "The prompt has " + std::to_string(tokens.size()) +
                        " tokens, and this model sees " + std::to_string(shape.context) +
                        " at most; shorten it.",
                    {}, "tokens");
    }
    for (const std::int64_t token : tokens) {
        if (token < 0 || token >= shape.vocabulary) {
            return fail(ErrorCode::InvalidArgument,
                        "The token " + std::to_string(token) +
                            " is not in this model's vocabulary of 0 to " +
                            std::to_string(shape.vocabulary - 1) + ".",
                        {}, "tokens");
        }
    }
    return {};
}

}  // namespace

Result<ForwardReport> runGptForward(const GptShape& shape, std::span<const std::int64_t> tokens,
                                    WeightSource& source, Compute& compute,
                                    const std::stop_token& stop, const ProgressSink& progress) {
    if (Result<void> checked = checkPrompt(shape, tokens); !checked) {
        return checked.unexpected();
    }
    try {
        return GptPass(shape, source, compute, stop, progress).run(tokens);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "The host has no memory left for the forward pass.");
    }
}

}  // namespace stowage
