// SPDX-License-Identifier: GPL-3.0-or-later
// Files with the keys by which a pipeline's single file is told, and with sizes or numbers that no
// such model has: they are what they are without them, and say why.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

#include <utility>

namespace stowage::test {
namespace {

constexpr const char* kFlux = "double_blocks.0.img_attn.norm.key_norm.scale";
constexpr const char* kStableDiffusion =
    "model.diffusion_model.output_blocks.11.0.skip_connection.weight";
constexpr const char* kStableDiffusion3 = "joint_blocks.0.context_block.adaLN_modulation.1.bias";
const char* const kNoShape = goldenText("checkpoint/none-of-them-has-the-shape");

/// Each tensor behind the one before, of zeros; the tensors are told so.
std::string fileOf(std::vector<ExpectedTensor>& tensors) {
    std::string header;
    std::size_t end = 0;
    for (ExpectedTensor& tensor : tensors) {
        std::size_t elements = 1;
        std::string shape;
        for (const std::int64_t size : tensor.shape) {
            elements *= static_cast<std::size_t>(size);
            shape += (shape.empty() ? "" : ",") + std::to_string(size);
        }
        header += (header.empty() ? "{\"" : ",\"") + tensor.name + R"(":{"dtype":"U8","shape":[)" +
                  shape + R"(],"data_offsets":[)" + std::to_string(end) + ',' +
                  std::to_string(end + elements) + "]}";
        end += elements;
        tensor.bytes = std::string(elements, '\0');
    }
    return safetensorsFile(header + '}', end);
}

}  // namespace

void addOddSingleFiles(CaseFolder& folder) {
    using Shape = std::vector<std::int64_t>;
    const auto valid = [&](const char* name, const std::vector<std::pair<std::string, Shape>>& keys,
                           const char* mentions) {
        std::vector<ExpectedTensor> tensors;
        for (const auto& [key, shape] : keys) {
            tensors.push_back({key, "uint8", shape, {}});
        }
        const std::string bytes = fileOf(tensors);
        folder.valid(name, "model.safetensors", bytes, std::move(tensors), mentions);
    };
    const std::int64_t huge = std::int64_t{1} << 40;
    valid("a single file of FLUX with an empty key", {{kFlux, {0}}}, kNoShape);
    valid("a single file of FLUX without dimensions", {{kFlux, {}}, {"img_in.weight", {}}},
          kNoShape);
    valid("a single file of FLUX with a head of 2^62", {{kFlux, {huge << 22, 0}}},
          "attention_head_dim");
    valid("a single file of FLUX with 2^33 heads", {{kFlux, {128}}, {"img_in.weight", {huge, 0}}},
          "num_attention_heads");
    std::vector<std::pair<std::string, Shape>> blocks{{kFlux, {128}}};
    for (int i = 0; i < 2000; ++i) {
        blocks.push_back({"double_blocks." + std::to_string(i) + ".img_mod.lin.bias", {1}});
    }
    valid("a single file of FLUX with 2,000 blocks", blocks, "num_layers");
    valid("a single file of Stable Diffusion with block 4,000,000,000",
          {{kStableDiffusion, {1}},
           {"model.diffusion_model.output_blocks.4000000000.0.skip_connection.weight", {1}},
           {"model.diffusion_model.input_blocks.99999999.1.proj_in.weight", {1, 1, 1, 1}}},
          kNoShape);
    valid("a single file of Stable Diffusion 3 with block 1,000,000,000",
          {{kStableDiffusion3, {4}},
           {"joint_blocks.1000000000.context_block.adaLN_modulation.1.bias", {4}},
           {"pos_embed", {1, huge, 0}}},
          kNoShape);
}

}  // namespace stowage::test
