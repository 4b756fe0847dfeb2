// SPDX-License-Identifier: GPL-3.0-or-later
// Single files of Stable Diffusion and FLUX at their full sizes, without a byte of content: each
// tensor of the pipeline lies where diffusers' own converters take it from
// (tests/reference/record_single_files.py).
#ifndef Q_MOC_RUN
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/pipeline.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/joined_tree.h"

#include <nlohmann/json.hpp>
#endif

#include <QTemporaryDir>
#include <QtTest/QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

using namespace stowage;
using nlohmann::ordered_json;

namespace {

constexpr std::uint64_t kHalf = 2;  ///< bytes of a float16

/// A part of a file: which recorded names, and what stands before them.
struct Part {
    std::string table;
    std::string prefix;
};

const ordered_json& probes() {
    static const ordered_json all = [] {
        std::ifstream file(STOWAGE_TEST_DATA "/single_files/probes.json");
        return ordered_json::parse(file);
    }();
    return all;
}

std::uint64_t product(const std::vector<std::int64_t>& shape) {
    std::uint64_t all = 1;
    for (const std::int64_t size : shape) {
        all *= static_cast<std::uint64_t>(size);
    }
    return all;
}

/// Writes a safetensors file of float16 whose content is one hole.
void writeHollow(const std::string& path, const ordered_json& header, std::uint64_t bytes) {
    const std::string text = header.dump();
    std::ofstream file(path, std::ios::binary);
    const auto size = static_cast<std::uint64_t>(text.size());
    for (int i = 0; i < 8; ++i) {
        file.put(static_cast<char>((size >> (8 * i)) & 0xffU));
    }
    file << text;
    file.close();
    std::filesystem::resize_file(path, 8 + size + bytes);
}

std::string writeFileOf(const QTemporaryDir& folder, const std::vector<Part>& parts,
                        const std::string& without = {}) {
    ordered_json header = ordered_json::object();
    std::uint64_t offset = 0;
    for (const Part& part : parts) {
        for (const auto& [name, shape] : probes().at(part.table).at("sources").items()) {
            if (!without.empty() && name.find(without) != std::string::npos) {
                continue;
            }
            const std::uint64_t bytes = kHalf * product(shape.get<std::vector<std::int64_t>>());
            header[part.prefix + name] = {
                {"dtype", "F16"}, {"shape", shape}, {"data_offsets", {offset, offset + bytes}}};
            offset += bytes;
        }
    }
    std::string path = folder.path().toStdString() + "/model.safetensors";
    writeHollow(path, header, offset);
    return path;
}

/// Where in the file a row of a tensor lies, or of a transposed one an element.
std::uint64_t placeOf(const StoredTensor& tensor, std::uint64_t index) {
    const auto rows = static_cast<std::uint64_t>(tensor.shape[0]);
    const std::uint64_t bytes = kHalf * product(tensor.shape) / rows;
    if (tensor.halvesSwapped) {
        return tensor.location.offset + (index + rows / 2) % rows * bytes;
    }
    if (tensor.strides.empty()) {
        return tensor.location.offset + index * bytes;
    }
    const auto columns = static_cast<std::uint64_t>(tensor.shape[1]);
    return tensor.location.offset +
           kHalf * (index / columns * static_cast<std::uint64_t>(tensor.strides[0]) +
                    index % columns * static_cast<std::uint64_t>(tensor.strides[1]));
}

using Stored = std::map<std::string, const StoredTensor*>;

}  // namespace

class TestSingleFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void tensorsLieWhereDiffusersTakesThem_data() {
        QTest::addColumn<std::vector<Part>>("parts");
        QTest::addColumn<std::vector<Part>>("models");
        QTest::addColumn<std::string>("className");
        const std::vector<Part> sd{{"unet", "model.diffusion_model."},
                                   {"vae", "first_stage_model."},
                                   {"clip", "cond_stage_model.transformer."}};
        const std::vector<Part> sdModels{{"unet", "unet."}, {"vae", "vae."},
                                         {"clip", "text_encoder."}};
        QTest::newRow("SD 1.5") << sd << sdModels << std::string("StableDiffusionPipeline");
        QTest::newRow("SDXL") << std::vector<Part>{{"unet_xl", "model.diffusion_model."},
                                                   {"vae", "first_stage_model."},
                                                   {"clip", "conditioner.embedders.0.transformer."},
                                                   {"open_clip", "conditioner.embedders.1.model."}}
                              << std::vector<Part>{{"unet_xl", "unet."},
                                                   {"vae", "vae."},
                                                   {"clip", "text_encoder."},
                                                   {"open_clip", "text_encoder_2."}}
                              << std::string("StableDiffusionXLPipeline");
        QTest::newRow("FLUX.1") << std::vector<Part>{{"flux", ""}}
                                << std::vector<Part>{{"flux", "transformer."}}
                                << std::string("FluxPipeline");
        QTest::newRow("FLUX.1 of ComfyUI")
            << std::vector<Part>{{"flux", "model.diffusion_model."},
                                 {"clip", "text_encoders.clip_l.transformer."}}
            << std::vector<Part>{{"flux", "transformer."}, {"clip", "text_encoder."}}
            << std::string("FluxPipeline");
    }

    void tensorsLieWhereDiffusersTakesThem() {
        QFETCH(std::vector<Part>, parts);
        QFETCH(std::vector<Part>, models);
        QFETCH(std::string, className);
        QTemporaryDir folder;
        const auto opened = openCheckpoint(writeFileOf(folder, parts));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        const Checkpoint& checkpoint = **opened;
        QVERIFY(checkpoint.pipeline != nullptr);
        QCOMPARE(checkpoint.pipeline->className, className);
        QCOMPARE(checkpoint.pipeline->components.size(), models.size());
        QVERIFY2(checkpoint.keyCheck->agrees(), keyCheckSentence(*checkpoint.keyCheck).c_str());
        QVERIFY(isPipeline(*checkpoint.describedTree));

        Stored stored;
        for (const StoredTensor& tensor : checkpoint.tensors) {
            QVERIFY2(stored.emplace(tensor.name, &tensor).second, tensor.name.c_str());
        }
        // Where each source begins, as the file was written.
        std::map<std::string, std::uint64_t> begins;
        std::uint64_t offset =
            checkpoint.shards.front()->size();  // the content ends with the file
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            const ordered_json& sources = probes().at(part->table).at("sources");
            for (auto source = sources.rbegin(); source != sources.rend(); ++source) {
                offset -= kHalf * product(source.value().get<std::vector<std::int64_t>>());
                begins[part->table + ":" + source.key()] = offset;
            }
        }
        std::size_t checked = 0;
        for (const Part& model : models) {
            const ordered_json& recorded = probes().at(model.table);
            for (const auto& [name, probe] : recorded.at("tensors").items()) {
                const auto found = stored.find(model.prefix + name);
                QVERIFY2(found != stored.end(), (model.prefix + name).c_str());
                const auto source = probe.at(0).get<std::string>();
                const auto shape =
                    recorded.at("sources").at(source).get<std::vector<std::int64_t>>();
                const StoredTensor& tensor = *found->second;
                const bool isTransposed = !tensor.strides.empty() && !tensor.halvesSwapped;
                const std::uint64_t unit =
                    isTransposed ? kHalf
                                 : kHalf * product(shape) / static_cast<std::uint64_t>(shape[0]);
                for (std::size_t i = 1; i < probe.size(); ++i) {
                    const auto index = probe.at(i).at(0).get<std::uint64_t>();
                    const auto row = probe.at(i).at(1).get<std::uint64_t>();
                    QCOMPARE(placeOf(tensor, index),
                             begins.at(model.table + ":" + source) + row * unit);
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 2 * checkpoint.tensors.size());
    }

    /// FLUX.1-schnell has no guidance; nothing is missing then.
    void whatSchnellHasNotIsNotMissing() {
        QTemporaryDir folder;
        const auto opened = openCheckpoint(writeFileOf(folder, {{"flux", ""}}, "guidance_in"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QVERIFY2((*opened)->keyCheck->agrees(), keyCheckSentence(*(*opened)->keyCheck).c_str());
        QVERIFY((*opened)->describedTree->findModule("transformer.time_text_embed"));
        QVERIFY(!(*opened)->describedTree->findModule(
            "transformer.time_text_embed.guidance_embedder"));
    }

    void whatIsMissingAndWhatIsMoreIsSaid() {
        QTemporaryDir folder;
        const auto opened = openCheckpoint(writeFileOf(
            folder, {{"flux", "model.diffusion_model."}}, "double_blocks.3.img_attn.qkv.weight"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QCOMPARE((*opened)->keyCheck->missing.size(), 3U);
        const std::vector<std::string>& warnings = (*opened)->warnings;
        QVERIFY(std::ranges::any_of(warnings, [](const std::string& warning) {
            return warning.find("holds no vae, text_encoder, text_encoder_2 of FluxPipeline") !=
                   std::string::npos;
        }));
        QCOMPARE((*opened)->pipeline->absent.size(), 3U);
    }

    /// Halves that change places come out in the other order, in pieces as well.
    void swappedHalvesAreReadInTheOtherOrder() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/one.safetensors";
        std::string content;
        for (char c = 0; c < 12; ++c) {
            content += c;
        }
        const std::string header =
            R"({"a":{"dtype":"U8","shape":[4,3],"data_offsets":[0,12]}})";
        std::ofstream(path, std::ios::binary)
            << static_cast<char>(header.size()) << std::string(7, '\0') << header << content;
        const auto opened = openCheckpoint(path);
        QVERIFY(opened.has_value());
        Checkpoint swapped = **opened;
        StoredTensor& tensor = swapped.tensors.front();
        tensor.halvesSwapped = true;
        tensor.strides = {3, 1};
        const std::string expected = content.substr(6) + content.substr(0, 6);
        std::vector<std::byte> target(12);
        gatherTensor(tensor, std::as_bytes(std::span(content)), target);
        QCOMPARE(std::string(reinterpret_cast<const char*>(target.data()), 12), expected);
        TensorReader reader(swapped);
        for (std::size_t first = 0; first < 12; first += 3) {
            std::vector<std::byte> piece(3);
            QVERIFY(reader.read(tensor, first, piece));
            QCOMPARE(std::string(reinterpret_cast<const char*>(piece.data()), 3),
                     expected.substr(first, 3));
        }
    }
};

QTEST_APPLESS_MAIN(TestSingleFiles)
#include "tst_single_files.moc"
