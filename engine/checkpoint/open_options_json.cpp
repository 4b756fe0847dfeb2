// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open_options_json.h"

#include "engine/base/field_table.h"

namespace stowage {
namespace {

constexpr Field<NamedPath> kNamedPathFields[] = {
    field<Text, &NamedPath::name>("name"),
    field<Text, &NamedPath::path>("path", FieldUse::Compulsory)};

constexpr Field<KeyRename> kRenameFields[] = {
    field<Text, &KeyRename::from>("from", FieldUse::Compulsory),
    field<Text, &KeyRename::to>("to", FieldUse::Compulsory)};

constexpr Field<OpenOptions> kOpenFields[] = {
    field<Optional<Text>, &OpenOptions::prefix>("prefix"),
    field<List<Row<kRenameFields>>, &OpenOptions::renames>("renames"),
    field<Text, &OpenOptions::treeFile>("tree"),
    field<Text, &OpenOptions::className>("class"),
    field<Text, &OpenOptions::variant>("weights_variant"),
    field<List<Object<kNamedPathFields>>, &OpenOptions::adapters>("adapters"),
    field<List<Object<kNamedPathFields>>, &OpenOptions::tenants>("tenants"),
    field<Flag, &OpenOptions::withMtp>("mtp")};

}  // namespace

nlohmann::ordered_json openOptionsToJson(const OpenOptions& options) {
    return Object<kOpenFields>::write(options);
}

Result<void> readOpenOptions(const nlohmann::ordered_json& object, OpenOptions& options) {
    return readFields(object, options, kOpenFields);
}

}  // namespace stowage
