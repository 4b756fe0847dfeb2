// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of LoRA adapters that cannot be opened; those that can be laid over no model are in
// tst_adapters.
#include "tests/hostile/case_folder.h"
#include "tests/support/golden_text.h"

#include <filesystem>

namespace stowage::test {
namespace {

using enum ErrorCode;
namespace fs = std::filesystem;

/// A folder with these two files; "": the file is not there.
void addFolder(CaseFolder& folder, const std::string& name, const std::string& config,
               const std::string& weights, ErrorCode error, const std::string& mentions) {
    const fs::path place = folder.newFolder(name);
    writeBytes(place / "adapter_config.json", config);
    if (!weights.empty()) {
        writeBytes(place / "adapter_model.safetensors", weights);
    }
    folder.addBad(name, place, error, mentions);
}

}  // namespace

void addBadAdapters(CaseFolder& folder) {
    const std::string lora = R"({"peft_type":"LORA"})";
    addFolder(folder, "an adapter whose configuration is cut", "{", "x", Malformed,
              "adapter_config.json");
    addFolder(folder, "an adapter whose configuration is a list", "[]", "x", Malformed,
              "must contain a JSON object");
    addFolder(folder, "an adapter without a method", "{}", "x", Malformed, "peft_type");
    addFolder(folder, "an adapter of another method", R"({"peft_type":"PREFIX_TUNING"})", "x",
              Unsupported, "PREFIX_TUNING");
    addFolder(folder, "an adapter of a method with bad letters", "{\"peft_type\":\"\\u0007\"}", "x",
              Unsupported, "\\x07");
    addFolder(folder, "an adapter with a configuration of 5 MB",
              R"({"peft_type":"LORA","x":")" + std::string(5'000'000, 'y') + "\"}", "x",
              LimitExceeded, "at most 4 MiB");
    addFolder(folder, "an adapter whose configuration is 100,000 deep",
              R"({"peft_type":"LORA","x":)" + std::string(100'000, '['), "x", LimitExceeded,
              "nested deeper");
    addFolder(folder, "an adapter without weights", lora, "", NoCheckpoint,
              "adapter_model.safetensors");
    addFolder(folder, "an adapter with weights cut short", lora,
              std::string("\x40\0\0\0\0\0\0\0{", 9), Truncated, "adapter_model.safetensors");
    addFolder(folder, "an adapter whose alpha is a list", R"({"peft_type":"LORA","lora_alpha":[]})",
              "x", Malformed, "lora_alpha");

    const std::string name = "an adapter whose weights lead out";
    const fs::path place = folder.newFolder(name);
    fs::create_directories(place / "elsewhere");
    writeBytes(place / "elsewhere" / "secret", "x");
    fs::create_directories(place / "adapter");
    writeBytes(place / "adapter" / "adapter_config.json", lora);
    std::error_code failure;
    fs::create_symlink(place / "elsewhere" / "secret",
                       place / "adapter" / "adapter_model.safetensors", failure);
    if (!failure) {
        folder.addBad(name, place / "adapter", Malformed,
                      goldenText("checkpoint/is-a-symbolic-link-out-of"));
    }
}

}  // namespace stowage::test
