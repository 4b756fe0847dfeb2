# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DOUTPUT=… -DFILE=… -P embed_presets.cmake writes the C++ source that holds FILE as it is.
file(READ "${FILE}" text)
file(WRITE "${OUTPUT}" "// Generated from resources/presets.json.
#include \"engine/model/model_presets_data.h\"

namespace stowage {

std::string_view modelPresetsText() {
    return R\"json(${text})json\";
}

}  // namespace stowage
")
