# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed beside the programs, and the Debian packages: `stowage` with the window and
# `stowage-cli` without Qt. `./dev package` builds them (preset "package").
include(GNUInstallDirs)
set(desktop ${CMAKE_SOURCE_DIR}/resources/desktop)
set(made ${CMAKE_BINARY_DIR}/package)
file(MAKE_DIRECTORY ${made})

# Manual pages of the words of --help, and completion of what the program itself knows.
find_program(STOWAGE_HELP2MAN help2man REQUIRED)
set(help2man ${CMAKE_SOURCE_DIR}/cmake/man_pages.sh ${STOWAGE_HELP2MAN} ${STOWAGE_DATE})
add_custom_command(OUTPUT ${made}/man/stowagectl.1
    COMMAND ${help2man} $<TARGET_FILE:stowagectl> ${made}/man
    DEPENDS stowagectl ${CMAKE_SOURCE_DIR}/cmake/man_pages.sh)
add_custom_target(stowage_cli_documents ALL DEPENDS ${made}/man/stowagectl.1)
install(DIRECTORY ${made}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT cli
    FILES_MATCHING PATTERN "stowagectl*.1.gz")
# package_completion(COMPONENT PROGRAM WORD): what `PROGRAM WORD SHELL` prints, in English.
function(package_completion component program word)
    set(scripts)
    foreach(shell IN ITEMS bash zsh fish)
        set(script ${made}/${program}.${shell})
        add_custom_command(OUTPUT ${script}
            COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8
                $<TARGET_FILE:${program}> ${word} ${shell} > ${script}
            DEPENDS ${program})
        list(APPEND scripts ${script})
    endforeach()
    add_custom_target(${program}_completion ALL DEPENDS ${scripts})
    install(FILES ${made}/${program}.bash RENAME ${program} COMPONENT ${component}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${made}/${program}.zsh RENAME _${program} COMPONENT ${component}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
    install(FILES ${made}/${program}.fish COMPONENT ${component}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()
package_completion(cli stowagectl completion)

if(STOWAGE_GUI)
    add_custom_command(OUTPUT ${made}/man/stowage.1
        COMMAND ${CMAKE_COMMAND} -E env QT_QPA_PLATFORM=offscreen
            ${help2man} $<TARGET_FILE:stowage> ${made}/man
        DEPENDS stowage ${CMAKE_SOURCE_DIR}/cmake/man_pages.sh)
    install(DIRECTORY ${made}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT gui
        FILES_MATCHING PATTERN "stowage.1.gz")
    package_completion(gui stowage --completion)
    configure_file(${desktop}/org.stowage.Stowage.metainfo.xml
        ${made}/org.stowage.Stowage.metainfo.xml @ONLY)
    install(FILES ${made}/org.stowage.Stowage.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT gui)
    find_program(STOWAGE_RSVG rsvg-convert REQUIRED)
    set(icons)
    foreach(size IN ITEMS 16 22 24 32 48 64 128 256 512)
        add_custom_command(OUTPUT ${made}/stowage-${size}.png
            COMMAND ${STOWAGE_RSVG} --width ${size} --height ${size}
                --output ${made}/stowage-${size}.png ${desktop}/stowage.svg
            DEPENDS ${desktop}/stowage.svg)
        list(APPEND icons ${made}/stowage-${size}.png)
        install(FILES ${made}/stowage-${size}.png RENAME stowage.png COMPONENT gui
            DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
    endforeach()
    add_custom_target(stowage_gui_documents ALL DEPENDS ${made}/man/stowage.1 ${icons})
endif()

# What each package says of itself: its licence, what changed, and the parts that it is made of.
find_program(STOWAGE_PYTHON python3 REQUIRED)
find_program(STOWAGE_GZIP gzip REQUIRED)
set(STOWAGE_CONTACT "Stowage developers <stowage@users.noreply.github.com>" CACHE STRING
    "Who answers for the packages")
set(CPACK_PACKAGE_CONTACT ${STOWAGE_CONTACT})
configure_file(${desktop}/changelog.in ${made}/changelog @ONLY)
add_custom_command(OUTPUT ${made}/changelog.gz
    COMMAND ${STOWAGE_GZIP} --best --no-name --keep --force ${made}/changelog
    DEPENDS ${made}/changelog)
add_custom_target(stowage_changelog ALL DEPENDS ${made}/changelog.gz)
# package_documents(COMPONENT PACKAGE PROGRAM …): PROGRAMs' libraries are the parts that it lists.
function(package_documents component package)
    set(files)
    foreach(program IN LISTS ARGN)
        list(APPEND files $<TARGET_FILE:${program}>)
    endforeach()
    set(parts ${made}/${package}.spdx.json)
    add_custom_command(OUTPUT ${parts}
        COMMAND ${STOWAGE_PYTHON} ${CMAKE_SOURCE_DIR}/cmake/parts_list.py
            ${package} ${STOWAGE_VERSION} ${STOWAGE_DATE} ${parts} ${files}
        DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/parts_list.py)
    add_custom_target(${package}_parts ALL DEPENDS ${parts})
    install(FILES ${desktop}/copyright ${made}/changelog.gz ${parts}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endfunction()
set(cli_programs stowagectl)
if(TARGET stowage_torch)
    list(APPEND cli_programs stowage_torch)
endif()
package_documents(cli stowage-cli ${cli_programs})
if(STOWAGE_GUI)
    package_documents(gui stowage stowage)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stowage)
set(CPACK_PACKAGE_VENDOR "Stowage developers")
set(CPACK_PACKAGE_VERSION ${STOWAGE_VERSION})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL cli)
if(STOWAGE_GUI)
    list(APPEND CPACK_COMPONENTS_ALL gui)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME stowage-cli)
set(CPACK_COMPONENT_CLI_DESCRIPTION "plan and load neural network weights from the command line
stowagectl makes Accelerate's device maps of a model for GPUs, CPU and disk,
says whether a workload fits, loads the weights by seven methods and measures
the memory, on simulated or real GPUs. Most commands answer in JSON.")
set(CPACK_DEBIAN_GUI_PACKAGE_NAME stowage)
set(CPACK_DEBIAN_GUI_PACKAGE_DEPENDS "stowage-cli (= ${STOWAGE_VERSION})")
# Words of dialogs that are Qt's own; letters for Japanese and Chinese, which most such systems have.
set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS "qt6-translations-l10n")
set(CPACK_DEBIAN_GUI_PACKAGE_SUGGESTS "fonts-noto-cjk")
set(CPACK_COMPONENT_GUI_DESCRIPTION "plan where a neural network's weights go, and see the memory
Stowage shows the modules of a model, lets you lay its layers onto GPUs, CPU
and disk by hand or by Accelerate's strategies, then really loads the weights
and charts video memory and RAM meanwhile, on simulated or real GPUs.")
include(CPack)
