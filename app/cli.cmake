# SPDX-License-Identifier: GPL-3.0-or-later
# How both programs make the back ends of a load: engine only, neither Qt nor Torch.
add_library(stowage_backends STATIC backends.cpp)
if(STOWAGE_HAS_CUDA)
    target_compile_definitions(stowage_backends PRIVATE STOWAGE_CUDA)
endif()
target_link_libraries(stowage_backends PUBLIC stowage_core PRIVATE stowage_options)

# How recorded cases of the reference are answered and compared: for the verb and for the tests.
add_library(stowage_conformance STATIC
    checks/conformance_case.cpp
    checks/conformance_json.cpp
    checks/conformance_loading.cpp)
target_link_libraries(stowage_conformance
    PUBLIC stowage_core nlohmann_json::nlohmann_json
    PRIVATE stowage_options)

# Those that read load_schedule.h come first: sources are compiled in batches.
add_executable(stowagectl
    checks/check_list.cpp
    checks/load_checks.cpp
    checks/machine_checks.cpp
    checks/run_checks.cpp
    cli/forward_pass.cpp
    cli/lesson_comparison.cpp
    cli/load_preparation.cpp
    cli/load_verb.cpp
    cli/output_files.cpp
    cli/run_verb.cpp
    checks/device_checks.cpp
    cli/check_verb.cpp
    cli/command_context.cpp
    cli/common_options.cpp
    cli/companions_text.cpp
    cli/compare_verb.cpp
    cli/completion_verb.cpp
    cli/conformance_verb.cpp
    cli/convert_verb.cpp
    cli/device_processes.cpp
    cli/devices_verb.cpp
    cli/diff_verb.cpp
    cli/estimate_text.cpp
    cli/estimate_verb.cpp
    cli/export_verb.cpp
    cli/headers_verb.cpp
    cli/help_page.cpp
    cli/inputs.cpp
    cli/inspect_verb.cpp
    cli/interruption.cpp
    cli/load_machines.cpp
    cli/load_repeats.cpp
    cli/machine_answer.cpp
    cli/measure_link_verb.cpp
    cli/option_texts.cpp
    cli/main.cpp
    cli/placement_options.cpp
    cli/placement_request.cpp
    cli/plan_verb.cpp
    cli/planned_model.cpp
    cli/progress_bar.cpp
    cli/project_plans.cpp
    cli/receive_verb.cpp
    cli/reference_verb.cpp
    cli/report_verb.cpp
    cli/run_arguments.cpp
    cli/run_stages.cpp
    cli/run_text.cpp
    cli/sample_verb.cpp
    cli/samples_csv.cpp
    cli/selftest_verb.cpp
    cli/sent_parts.cpp
    cli/serve_requests.cpp
    cli/serve_verb.cpp
    cli/stage_peers.cpp
    cli/staged_prediction.cpp
    cli/staged_processes.cpp
    cli/text_table.cpp
    cli/tree_verb.cpp
    cli/watched_child.cpp
    completion.cpp)
target_link_libraries(stowagectl PRIVATE
    stowage_options stowage_backends stowage_conformance stowage_core CLI11::CLI11 nlohmann_json::nlohmann_json
    ${CMAKE_DL_LIBS})
target_compile_definitions(stowagectl PRIVATE STOWAGE_VERSION="${STOWAGE_VERSION}")
stowage_precompile_commands(stowagectl)

include(GNUInstallDirs)
install(TARGETS stowagectl RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)
if(TARGET stowage_torch)
    install(TARGETS stowage_torch  # looked for from the programs
        LIBRARY DESTINATION lib/stowage COMPONENT cli)
endif()
