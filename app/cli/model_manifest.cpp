// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_manifest.h"

#include "engine/base/integers.h"
#include "engine/base/json_reader.h"
#include "engine/checkpoint/folder_guard.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kManifest = "what is sent";
/// No file system has longer files.
constexpr auto kMostFileBytes =
    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

std::optional<std::uint64_t> numberOf(const Json& value) {
    return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

std::optional<HeaderPiece> pieceOf(const Json& value, std::uint64_t fileBytes) {
    if (!value.is_array() || value.size() != 2) {
        return std::nullopt;
    }
    const auto offset = numberOf(value[0]);
    const auto length = numberOf(value[1]);
    const auto end = offset && length ? checkedAdd(*offset, *length) : std::nullopt;
    return end && *length > 0 && *end <= fileBytes ? std::optional(HeaderPiece{*offset, *length})
                                                   : std::nullopt;
}

std::optional<HeaderFile> fileOf(const Json& value) {
    const auto member = [&](const char* key) {
        return value.is_object() ? value.value(key, Json()) : Json();
    };
    const Json name = member("name");
    const Json pieces = member("pieces");
    const auto bytes = numberOf(member("bytes"));
    // The folder is a new one: nothing in it leads anywhere else.
    if (!name.is_string() || !placeInFolder("", name.get<std::string>(), kManifest) ||
        !pieces.is_array() || !bytes || *bytes > kMostFileBytes) {
        return std::nullopt;
    }
    HeaderFile file{name.get<std::string>(), {}, *bytes};
    for (const Json& one : pieces) {
        const auto piece = pieceOf(one, *bytes);
        if (!piece) {
            return std::nullopt;
        }
        file.pieces.push_back(*piece);
    }
    return file;
}

}  // namespace

std::string manifestText(const ModelHeaders& model) {
    Json files = Json::array();
    for (const HeaderFile& file : model.files) {
        Json pieces = Json::array();
        for (const HeaderPiece& piece : file.pieces) {
            pieces.push_back({piece.offset, piece.length});
        }
        files.push_back({{"name", file.name}, {"bytes", file.bytes}, {"pieces", pieces}});
    }
    return jsonText(Json{{"files", std::move(files)}});
}

Result<ModelHeaders> parseManifest(std::string_view text) {
    const auto object = parseJson(text, kManifest);
    STOWAGE_TRY(object);
    const Json files = object->is_object() ? object->value("files", Json()) : Json();
    const auto refuse = [] {
        return fail(ErrorCode::Malformed,
                    say("What came on standard input is no part of a model as \"stowagectl run "
                        "--send-weights\" sends it."));
    };
    if (!files.is_array()) {
        return refuse();
    }
    ModelHeaders model;
    std::uint64_t sum = 0;
    for (const Json& one : files) {
        auto file = fileOf(one);
        if (!file) {
            return refuse();
        }
        for (const HeaderPiece& piece : file->pieces) {
            const auto more = checkedAdd(sum, piece.length);
            if (!more) {
                return refuse();
            }
            sum = *more;
        }
        model.files.push_back(std::move(*file));
    }
    return model;
}

}  // namespace stowage
