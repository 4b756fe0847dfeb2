# SPDX-License-Identifier: GPL-3.0-or-later
# How both programs make the back ends of a load: engine only, neither Qt nor Torch.
add_library(stowage_backends STATIC backends.cpp)
target_link_libraries(stowage_backends PUBLIC stowage_core PRIVATE stowage_options)

add_executable(stowagectl
    cli_main.cpp
    cli/check_verb.cpp
    cli/command_context.cpp
    cli/command_line.cpp
    cli/devices_verb.cpp
    cli/inspect_verb.cpp
    cli/interruption.cpp
    cli/load_text.cpp
    cli/load_verb.cpp
    cli/model_input.cpp
    cli/placement_options.cpp
    cli/plan_text.cpp
    cli/plan_verb.cpp
    cli/progress_bar.cpp
    cli/sample_verb.cpp
    cli/samples_csv.cpp
    cli/text_table.cpp)
target_link_libraries(stowagectl PRIVATE
    stowage_options stowage_backends stowage_core CLI11::CLI11 nlohmann_json::nlohmann_json
    ${CMAKE_DL_LIBS})
target_compile_definitions(stowagectl PRIVATE STOWAGE_VERSION="${PROJECT_VERSION}")
