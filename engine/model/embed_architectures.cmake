# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DOUTPUT=… -DFOLDER=… -DNAMES=a,b -P embed_architectures.cmake
# writes the C++ source that holds FOLDER/a.json, FOLDER/b.json as they are.
string(REPLACE "," ";" names "${NAMES}")
list(SORT names)
set(entries "")
foreach(name IN LISTS names)
    file(READ "${FOLDER}/${name}.json" text)
    string(APPEND entries "    {\"${name}\", R\"json(${text})json\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from resources/architectures.
#include \"engine/model/architecture_data.h\"

namespace stowage {
namespace {

constexpr ArchitectureData kData[] = {
${entries}};

}  // namespace

std::span<const ArchitectureData> architectureData() {
    return kData;
}

}  // namespace stowage
")
