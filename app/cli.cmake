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
    cli/output/lesson_comparison.cpp
    cli/job_channel.cpp
    cli/job_options.cpp
    cli/load_preparation.cpp
    cli/verbs/load_verb.cpp
    cli/output/output_files.cpp
    cli/verbs/run_verb.cpp
    checks/device_checks.cpp
    cli/verbs/check_verb.cpp
    cli/command_context.cpp
    cli/options/common_options.cpp
    cli/output/companions_text.cpp
    cli/verbs/compare_verb.cpp
    cli/verbs/completion_verb.cpp
    cli/verbs/conformance_verb.cpp
    cli/verbs/convert_verb.cpp
    cli/device_processes.cpp
    cli/verbs/devices_verb.cpp
    cli/verbs/diff_verb.cpp
    cli/output/estimate_text.cpp
    cli/verbs/estimate_verb.cpp
    cli/verbs/export_verb.cpp
    cli/verbs/headers_verb.cpp
    cli/options/help_page.cpp
    cli/options/inputs.cpp
    cli/verbs/inspect_verb.cpp
    cli/interruption.cpp
    cli/machines/far_command.cpp
    cli/machines/load_machines.cpp
    cli/load_repeats.cpp
    cli/machines/machine_answer.cpp
    cli/verbs/measure_link_verb.cpp
    cli/options/option_texts.cpp
    cli/main.cpp
    cli/options/placement_options.cpp
    cli/options/placement_request.cpp
    cli/verbs/plan_verb.cpp
    cli/planned_model.cpp
    cli/output/progress_bar.cpp
    cli/project_plans.cpp
    cli/verbs/receive_verb.cpp
    cli/verbs/reference_verb.cpp
    cli/verbs/report_verb.cpp
    cli/options/run_arguments.cpp
    cli/machines/run_stages.cpp
    cli/output/run_text.cpp
    cli/verbs/sample_verb.cpp
    cli/output/samples_csv.cpp
    cli/verbs/selftest_verb.cpp
    cli/machines/sent_parts.cpp
    cli/machines/served_folders.cpp
    cli/verbs/serve_verb.cpp
    cli/machines/stage_peers.cpp
    cli/machines/staged_prediction.cpp
    cli/machines/staged_processes.cpp
    cli/output/text_table.cpp
    cli/verbs/tree_verb.cpp
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
