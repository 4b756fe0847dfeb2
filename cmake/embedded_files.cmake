# SPDX-License-Identifier: GPL-3.0-or-later
# stowage_embed_files(LIBRARY FUNCTION f HEADER h FOLDER d [ENDING py] FILES a b …): compiles d/a.json,
# d/b.json … (or another ENDING) as they are into LIBRARY, where f() of the header returns them, sorted by
# name (EmbeddedFile). Changing one of them rebuilds that library alone.
function(stowage_embed_files library)
    cmake_parse_arguments(E "" "FUNCTION;HEADER;FOLDER;ENDING" "FILES" ${ARGN})
    if(NOT TARGET ${library})
        add_library(${library} STATIC)
        target_include_directories(${library} PRIVATE ${CMAKE_SOURCE_DIR})
        target_compile_features(${library} PUBLIC cxx_std_20)
    endif()
    if(NOT E_ENDING)
        set(E_ENDING json)
    endif()
    list(TRANSFORM E_FILES PREPEND ${E_FOLDER}/ OUTPUT_VARIABLE files)
    list(TRANSFORM files APPEND .${E_ENDING})
    list(JOIN E_FILES "," names)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${E_FUNCTION}.cpp)
    set(script ${CMAKE_SOURCE_DIR}/cmake/write_embedded_files.cmake)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${E_FUNCTION} -DHEADER=${E_HEADER}
            -DFOLDER=${E_FOLDER} -DENDING=${E_ENDING} -DNAMES=${names} -P ${script}
        DEPENDS ${files} ${script} COMMENT "Embedding ${E_FOLDER}" VERBATIM)
    target_sources(${library} PRIVATE ${output})
endfunction()
