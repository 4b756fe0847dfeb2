// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of diffusers' pipelines that cannot be opened.
#include "tests/hostile/case_folder.h"
#include "tests/support/golden_text.h"

#include <filesystem>

namespace stowage::test {
namespace {

using enum ErrorCode;
namespace fs = std::filesystem;

constexpr const char* kVae = R"({"_class_name":"AutoencoderKL","block_out_channels":[32],)"
                             R"("down_block_types":["DownEncoderBlock2D"],)"
                             R"("up_block_types":["UpDecoderBlock2D"]})";

std::string pipelineOf(const std::string& components) {
    return R"({"_class_name":"FluxPipeline",)" + components + "}";
}

void addIndexes(const BadRows& row) {
    row("a pipeline that is a list", "[]", Malformed,
        goldenText("checkpoint/no-pipeline-of-diffusers"));
    row("a pipeline without a class", R"({"vae":["diffusers","AutoencoderKL"]})", Malformed,
        "_class_name");
    row("a pipeline whose class is a number", R"({"_class_name":1})", Malformed, "_class_name");
    row("a pipeline of nothing", R"({"_class_name":"FluxPipeline"})", NoCheckpoint,
        "lists no model");
    row("a pipeline whose folders are missing",
        pipelineOf(R"("vae":["diffusers","AutoencoderKL"])"), NoCheckpoint, "fetch vae");
    row("a pipeline with a component of numbers", pipelineOf(R"("vae":[1,2])"), Malformed, "vae");
    row("a pipeline with a component that leads out",
        pipelineOf(R"("../vae":["diffusers","AutoencoderKL"])"), Malformed,
        goldenText("checkpoint/no-folders-name"));
    row("a pipeline with a component of dots", pipelineOf(R"("a.b":["diffusers","X"])"), Malformed,
        goldenText("checkpoint/no-folders-name"));
    row("a pipeline with a component without a name", pipelineOf(R"("":["diffusers","X"])"),
        Malformed, goldenText("checkpoint/no-folders-name"));
    row("a pipeline with a component twice",
        pipelineOf(R"("vae":["diffusers","X"],"vae":["diffusers","X"])"), Malformed, "vae");
    row("a pipeline of Flax", pipelineOf(R"("unet":["diffusers","FlaxUNet2DConditionModel"])"),
        Unsupported, "weights are not for PyTorch");
    std::string many;
    for (int i = 0; i < 70; ++i) {
        many += (i == 0 ? "" : ",") + std::string("\"m") + std::to_string(i) +
                R"(":["diffusers","AutoencoderKL"])";
    }
    row("a pipeline of 70 models", pipelineOf(many), LimitExceeded, "the limit is 64");
    row("a pipeline cut short", R"({"_class_name":"FluxPipeline","vae":["diff)", Malformed,
        "at byte");
    row("a pipeline of 5 MB", pipelineOf("\"x\":\"" + std::string(5'000'000, 'y') + '"'),
        LimitExceeded, "at most 4 MiB");
    row("a pipeline 100,000 deep", pipelineOf("\"x\":" + std::string(100'000, '[')), LimitExceeded,
        "nested deeper");
}

/// A pipeline whose folder `vae` holds one file.
void addComponent(CaseFolder& folder, const std::string& name, const std::string& file,
                  const std::string& bytes, ErrorCode error, const std::string& mentions) {
    const fs::path place = folder.newFolder(name);
    writeBytes(place / "model_index.json", pipelineOf(R"("vae":["diffusers","AutoencoderKL"])"));
    fs::create_directories(place / "vae");
    writeBytes(place / "vae" / file, bytes);
    folder.addBad(name, place, error, mentions);
}

}  // namespace

void addBadPipelines(CaseFolder& folder) {
    addIndexes(BadRows(folder, "model_index.json"));
    addComponent(folder, "a pipeline with a broken config", "config.json", "{", Malformed,
                 "vae/config.json");
    addComponent(folder, "a pipeline with a model of no known class", "config.json",
                 R"({"_class_name":"UnheardOf"})", Unsupported, "UnheardOf");
    addComponent(folder, "a pipeline inside a pipeline", "config.json",
                 R"({"_class_name":"FluxPipeline"})", NoCheckpoint, "pipeline");
    addComponent(folder, "a pipeline with weights cut short", "diffusion_pytorch_model.safetensors",
                 std::string("\x40\0\0\0\0\0\0\0{", 9), Truncated, "vae/diffusion_pytorch_model");

    const std::string name = goldenText("window-plan/a-pipeline-with-a-folder-that-leads");
    const fs::path place = folder.newFolder(name);
    fs::create_directories(place / "elsewhere");
    writeBytes(place / "elsewhere" / "config.json", kVae);
    fs::create_directories(place / "pipeline");
    writeBytes(place / "pipeline" / "model_index.json",
               pipelineOf(R"("vae":["diffusers","AutoencoderKL"])"));
    std::error_code failure;
    fs::create_directory_symlink(place / "elsewhere", place / "pipeline" / "vae", failure);
    if (!failure) {
        folder.addBad(name, place / "pipeline", Malformed,
                      goldenText("checkpoint/is-a-symbolic-link-out-of"));
    }
}

}  // namespace stowage::test
