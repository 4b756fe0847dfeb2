// SPDX-License-Identifier: GPL-3.0-or-later
// Projects, which name a model and hold requests: what strangers may write into one.
#include "tests/hostile/case_folder.h"
#include "tests/support/golden_text.h"

#include <utility>

namespace stowage::test {
namespace {

using enum ErrorCode;

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) {
        all += (i == 0 ? "" : ",") + text;
    }
    return all;
}

/// A project of these members behind format and version.
std::string projectOf(const std::string& members) {
    return R"({"format": "stowage.project", "version": 1, )" + members + "}";
}

std::string typedModel(const std::string& layers) {
    return R"("model": {"path": "bad", "digest": "", "config": "{\"model_type\": \"llama\", )"
           R"(\"num_hidden_layers\": )" +
           layers + R"(}"})";
}

const char* const kVariant =
    R"({"name": "a", "request": {"strategy": "auto", "devices": [{"id": "cpu"}, {"id": "disk"}]}})";

}  // namespace

void addBadProjects(CaseFolder& folder) {
    const BadRows row(folder, "bad.stowage");
    const std::string model = R"("model": {"path": "/absent/model", "digest": ""})";
    const std::string variants = R"(, "variants": [)" + std::string(kVariant) + "]";
    row("project that is empty", "", Malformed, "");
    row("project cut in the middle", projectOf(model).substr(0, 60), Malformed, "");
    row("project of a newer version", R"({"format": "stowage.project", "version": 4294967296})",
        Unsupported, "newer version of Stowage (file version 4294967296");
    row("project of a wrong version", R"({"format": "stowage.project", "version": "1"})", Malformed,
        goldenText("project/version-is-no-number"));
    row("project without a model", projectOf(R"("variants": [])"), Malformed, "\"model\"");
    row("project of two plans of one name",
        projectOf(model + R"(, "variants": [)" + repeated(kVariant, 2) + "]"), Malformed,
        goldenText("project/another-plan-is-called-already"));
    row("project of 10,000 plans",
        projectOf(model + R"(, "variants": [)" + repeated(kVariant, 10'000) + "]"), Malformed,
        "more than 256 plans");
    row("project nested 10,000 deep",
        projectOf(model + R"(, "window": )" + std::string(10'000, '[') + std::string(10'000, ']')),
        LimitExceeded, "");
    row("project of 100,000 devices",
        projectOf(model + R"(, "variants": [{"name": "a", "request": {"devices": [)" +
                  repeated(R"({"id": "cpu"})", 100'000) + "]}}]"),
        Malformed, "devices");
    for (const auto& [name, value] :
         {std::pair("numbers", "3.14159265"), std::pair("lists", "[]")}) {
        row(std::string("project with notes of five million ") + name,
            projectOf(model + R"(, "notes": [)" + repeated(value, 5'000'000) + "]"), LimitExceeded,
            "more than 4000000 values");
        folder.last().isLarge = true;
    }
    row("project of a typed model of 2,000,000,000 layers",
        projectOf(typedModel("2000000000") + variants), LimitExceeded, "");
    row("project of a typed model that is none", projectOf(typedModel("true") + variants),
        Malformed, "num_hidden_layers");
}

}  // namespace stowage::test
