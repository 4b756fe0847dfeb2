// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/gpt_forward.h"

#include "engine/model/tensor_spec.h"
#include "engine/run/book_model.h"
#include "engine/run/module_pass.h"

#include <new>
#include <string>
#include <utility>

namespace stowage {

namespace {

constexpr std::int64_t kModulesPerBlock = 9;
constexpr std::int64_t kModulesBeside = 4;  ///< tok_emb, pos_emb, final_norm, out_head

std::uint64_t bytesOf(const WeightSource& source) {
    std::uint64_t bytes = 0;
    for (const std::string& name : source.names()) {
        const TensorSignature signature = *source.describe(name);
        bytes += storedBytes(signature.dtype, elementCount(signature.shape));
    }
    return bytes;
}

Result<ForwardReport> passThrough(const BookModel& model, std::span<const std::int64_t> tokens,
                                  ModulePass& pass) {
    const auto out = model.forward(pass, tokens, Outputs::All);
    if (!out) {
        return out.unexpected();
    }
    ForwardReport report;
    report.logits.positions = static_cast<std::int64_t>(tokens.size());
    report.logits.vocabulary = model.traits().vocabulary;
    report.logits.values.resize(tokens.size() *
                                static_cast<std::size_t>(model.traits().vocabulary));
    if (Result<void> copied = pass.compute().copyOut(**out, report.logits.values); !copied) {
        return copied.unexpected();
    }
    report.seconds = pass.seconds();
    report.tokens.assign(tokens.begin(), tokens.end());
    report.layers = model.traits().layers;
    report.steps = pass.takeSteps();
    for (const ForwardStep& step : report.steps) {
        report.bytesMoved += step.bytesMoved;
    }
    summariseLogits(report);
    pass.reportEnd();
    return report;
}

}  // namespace

Result<ForwardReport> runGptForward(const GptShape& shape, std::span<const std::int64_t> tokens,
                                    WeightSource& source, Compute& compute,
                                    const std::stop_token& stop, const ProgressSink& progress) {
    const BookModel model(shape);
    if (Result<void> checked = checkTokens(model.traits(), tokens, 0); !checked) {
        return checked.unexpected();
    }
    try {
        ModulePass pass(source, compute, nullptr, stop, progress);
        pass.expect(static_cast<std::uint64_t>(kModulesBeside + kModulesPerBlock * shape.layers),
                    bytesOf(source));
        return passThrough(model, tokens, pass);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "The host has no memory left for the forward pass.");
    }
}

}  // namespace stowage
