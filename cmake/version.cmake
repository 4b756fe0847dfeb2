# SPDX-License-Identifier: GPL-3.0-or-later
# The version is that of the newest tag v<number>.<number>.<number>. Sets STOWAGE_NUMBER, for CMake;
# STOWAGE_VERSION, which also says how far behind the tag this commit is (1.2.0+git3.abcdef1); and
# STOWAGE_DATE and STOWAGE_DATE_RFC, the commit's day and moment. Without a tag, or without git, it is the one that stands here.
set(STOWAGE_NUMBER 0.1.0)
set(STOWAGE_VERSION ${STOWAGE_NUMBER})
string(TIMESTAMP STOWAGE_DATE %Y-%m-%d UTC)
string(TIMESTAMP STOWAGE_DATE_RFC "%a, %d %b %Y %H:%M:%S +0000" UTC)
find_program(STOWAGE_GIT git)
if(STOWAGE_GIT AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/.git)
    execute_process(
        COMMAND ${STOWAGE_GIT} describe --tags --long --match "v[0-9]*.[0-9]*.[0-9]*"
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
        OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(described MATCHES "^v([0-9]+\\.[0-9]+\\.[0-9]+)-([0-9]+)-g([0-9a-f]+)$")
        set(STOWAGE_NUMBER ${CMAKE_MATCH_1})
        set(STOWAGE_VERSION ${CMAKE_MATCH_1})
        if(NOT CMAKE_MATCH_2 EQUAL 0)
            string(APPEND STOWAGE_VERSION "+git${CMAKE_MATCH_2}.${CMAKE_MATCH_3}")
        endif()
    endif()
    execute_process(
        COMMAND ${STOWAGE_GIT} log -1 --format=%cs,%cD
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
        OUTPUT_VARIABLE committed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(committed MATCHES "^([0-9]+-[0-9]+-[0-9]+),(.*)$")
        set(STOWAGE_DATE ${CMAKE_MATCH_1})
        set(STOWAGE_DATE_RFC "${CMAKE_MATCH_2}")
    endif()
endif()
