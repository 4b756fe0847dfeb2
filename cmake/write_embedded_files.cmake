# SPDX-License-Identifier: GPL-3.0-or-later
# The script of stowage_embed_files(): writes the C++ source whose FUNCTION returns the files NAMES of
# FOLDER as they are.
string(REPLACE "," ";" names "${NAMES}")
list(SORT names)
set(entries "")
foreach(name IN LISTS names)
    file(READ "${FOLDER}/${name}.${ENDING}" text)
    string(APPEND entries "        {\"${name}\", R\"file(${text})file\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from ${FOLDER}.
#include \"${HEADER}\"

namespace stowage {

std::span<const EmbeddedFile> ${FUNCTION}() {
    static const EmbeddedFile kFiles[] = {
${entries}    };
    return kFiles;
}

}  // namespace stowage
")
