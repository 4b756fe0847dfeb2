// SPDX-License-Identifier: GPL-3.0-or-later
// A config.json without weights that no model can be built from.
#include "tests/hostile/case_folder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

using enum ErrorCode;

std::string llama(const std::string& fields) {
    return R"({"model_type":"llama",)" + fields + "}";
}

void addTexts(const BadRows& row) {
    row("a config that is a list", "[]", UnknownFormat, goldenText("checkpoint/not-a-checkpoint"));
    row("a config with a comma too many", llama(R"("vocab_size":64,)"), Malformed, "at byte");
    row("a config twice", llama(R"("vocab_size":64)") + "{}", Malformed, "at byte");
    row("a config with a number of 400 digits", llama("\"vocab_size\":1" + std::string(400, '0')),
        Malformed, "");
    row("a config with NaN", llama(R"("vocab_size":NaN)"), Malformed, "a whole number");
    row("a config cut short", R"({"model_type":"llama","vocab_size":6)", Malformed, "at byte");
    row("a config with a broken character",
        "{\"model_type\":\"ll\xff"
        "ma\"}",
        Malformed, "");
    row("a config 100,000 deep", llama("\"x\":" + std::string(100'000, '[')), LimitExceeded,
        "nested deeper");
    row("a config of 5 MB", llama("\"x\":\"" + std::string(5'000'000, 'y') + '"'), LimitExceeded,
        "at most 4 MiB");
}

void addFamilies(const BadRows& row) {
    row("a config of no known family", R"({"model_type":"unheard_of"})", Unsupported,
        goldenText("model/none-that-stowage-knows"));
    row("a config of a family that is a path", R"({"model_type":"../../etc/passwd"})", Unsupported,
        goldenText("model/none-that-stowage-knows"));
    row("a config of a family of 100,000 letters",
        R"({"model_type":")" + std::string(100'000, 'x') + "\"}", Unsupported,
        goldenText("model/none-that-stowage-knows"));
    row("a config of a class of another family", llama(R"("architectures":["GPT2Model"])"),
        Unsupported, goldenText("model/asks-for-the-class"));
    row("a config of a class that is a list", llama(R"("architectures":[["LlamaModel"]])"),
        Malformed, goldenText("model/a-list-of-class-names"));
    row("a config inside itself",
        R"({"model_type":"gemma3","text_config":{"model_type":"gemma3","text_config":{}}})",
        Unsupported, "text_config");
    row("a part of any family that is unknown",
        R"({"model_type":"llava","text_config":{"model_type":"unheard_of"}})", Unsupported,
        "text_config");
    row("a part of any family that is a list",
        R"({"model_type":"llava","text_config":{"model_type":["llama"]}})", Unsupported,
        "text_config");
    row(
        "parts of any family, 60 deep",
        [] {
            std::string text = R"({"model_type":"unheard_of"})";
            for (int depth = 0; depth < 60; ++depth) {
                text = R"({"model_type":"llava","text_config":)" + text + "}";
            }
            return text;
        }(),
        Unsupported, goldenText("model/none-that-stowage-knows"));
    row("a class of diffusers that is unknown", R"({"_class_name":"UnheardOf2DModel"})",
        Unsupported, goldenText("model/is-none-that-stowage-knows"));
    row("a pipeline of diffusers", R"({"_class_name":"StableDiffusionPipeline"})", NoCheckpoint,
        goldenText("model/one-of-the-pipelines-models"));
    row("a class of diffusers that is a list", R"({"_class_name":["UNet2DConditionModel"]})",
        Malformed, "model_type");
    row("a UNet of negative widths",
        R"({"_class_name":"UNet2DConditionModel","block_out_channels":[-320,-640]})", Malformed,
        "");
    row("a UNet of blocks of no kind",
        R"({"_class_name":"UNet2DConditionModel","down_block_types":["Down","Down","Down",3]})",
        Malformed, "");
    row("a config whose part is a number", R"({"model_type":"gemma3","vision_config":3})",
        Malformed, "vision_config");
    row("a config whose part is negative",
        R"({"model_type":"gemma3","text_config":{"hidden_size":-1}})", Malformed, "text_config");
}

void addSizes(const BadRows& row) {
    for (const char* size : {"-1", "1e308", "2147483648", "18446744073709551616", "4.5", "\"8\"",
                             "[8]", "{}", "true", "null"}) {
        const std::string name = size;
        row("a config with hidden_size " + name, llama("\"hidden_size\":" + name), Malformed,
            "hidden_size");
        row("a config with " + name + " heads", llama("\"num_attention_heads\":" + name), Malformed,
            "num_attention_heads");
    }
    row("a config with no heads", llama(R"("num_attention_heads":0)"), Malformed,
        goldenText("model/division-by-zero"));
    row("a config whose heads do not divide", llama(R"("num_attention_heads":30)"), Malformed,
        goldenText("run/a-multiple-of-num-attention-heads"));
    for (const char* family : {"llama", "bert", "deepseek_v3", "falcon", "qwen3_moe", "gpt_neox"}) {
        row(std::string("10^9 layers of ") + family,
            std::string(R"({"model_type":")") + family + R"(","num_hidden_layers":1000000000})",
            LimitExceeded, "num_hidden_layers");
    }
    row("10^9 layers of a part",
        R"({"model_type":"gemma3","text_config":{"num_hidden_layers":1000000000}})", LimitExceeded,
        "num_hidden_layers");
    row("a config with 2^62 parameters in a tensor",
        llama(R"("hidden_size":2147483640,"vocab_size":2147483647,"num_attention_heads":2)"),
        Malformed, "2^63");
    row("a config with a list of 200,000 layers",
        llama(R"("layer_types":[0)" +
              [] {
                  std::string list;
                  for (int i = 0; i < 200'000; ++i) {
                      list += ",0";
                  }
                  return list;
              }() +
              "]"),
        Malformed, "at most 4096");
}

void addOtherFields(const BadRows& row) {
    row("a config with a dtype that does not exist", llama(R"("torch_dtype":"float33")"), Malformed,
        "float33");
    row("a config with a dtype of whole numbers", llama(R"("dtype":"int8")"), Malformed, "int8");
    row("a config with an unknown activation", llama(R"("hidden_act":"magic")"), Malformed,
        "magic");
    row("a config with rotations in a list", llama(R"("rope_scaling":[1])"), Malformed, "[1]");
    row("a config with a step of zero", R"({"model_type":"qwen2_moe","decoder_sparse_step":0})",
        Malformed, goldenText("model/division-by-zero"));
    row("a config with patches of no size", R"({"model_type":"vit","patch_size":0})", Malformed,
        goldenText("model/division-by-zero"));
    row("a config with an activation of a million parts",
        R"({"model_type":"t5","feed_forward_proj":")" + std::string(1'000'000, '-') + "\"}",
        Malformed, "at most 4096 bytes");
}

}  // namespace

void addBadConfigs(CaseFolder& folder) {
    const BadRows row(folder, "config.json");
    addTexts(row);
    addFamilies(row);
    addSizes(row);
    addOtherFields(row);
}

}  // namespace stowage::test
