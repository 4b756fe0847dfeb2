# SPDX-License-Identifier: GPL-3.0-or-later
# How both programs make the back ends of a load: engine only, neither Qt nor Torch.
add_library(stowage_backends STATIC backends.cpp real_devices.cpp)
if(STOWAGE_HAS_CUDA)
    target_compile_definitions(stowage_backends PRIVATE STOWAGE_CUDA)
endif()
target_link_libraries(stowage_backends PUBLIC stowage_core PRIVATE stowage_options)

# How recorded cases of the reference are answered and compared: for the verb and for the tests.
add_library(stowage_conformance STATIC
    cli/conformance_case.cpp
    cli/conformance_compare.cpp
    cli/conformance_json.cpp
    cli/conformance_loading.cpp
    cli/conformance_planning.cpp
    cli/conformance_suite.cpp
    cli/conformance_tree.cpp
    cli/conformance_trees.cpp)
target_link_libraries(stowage_conformance
    PUBLIC stowage_core nlohmann_json::nlohmann_json
    PRIVATE stowage_options)

add_executable(stowagectl
    cli_main.cpp
    cli/check_verb.cpp
    cli/checkpoint_output.cpp
    cli/command_context.cpp
    cli/command_line.cpp
    cli/compare_runs.cpp
    cli/compare_text.cpp
    cli/compare_verb.cpp
    cli/conformance_verb.cpp
    cli/convert_run.cpp
    cli/convert_verb.cpp
    cli/device_options.cpp
    cli/device_processes.cpp
    cli/devices_verb.cpp
    cli/diff_text.cpp
    cli/diff_verb.cpp
    cli/export_verb.cpp
    cli/facts_output.cpp
    cli/forward_pass.cpp
    cli/inspect_verb.cpp
    cli/interruption.cpp
    cli/key_check_output.cpp
    cli/lesson_table.cpp
    cli/lesson_table_text.cpp
    cli/load_files.cpp
    cli/load_repeats.cpp
    cli/load_preparation.cpp
    cli/load_refusal.cpp
    cli/load_text.cpp
    cli/load_verb.cpp
    cli/measured_rates.cpp
    cli/measured_text.cpp
    cli/model_input.cpp
    cli/offload_verb.cpp
    cli/output_paths.cpp
    cli/path_runs.cpp
    cli/placement_option_list.cpp
    cli/placement_options.cpp
    cli/plan_text.cpp
    cli/plan_to_load.cpp
    cli/plan_verb.cpp
    cli/progress_bar.cpp
    cli/reference_verb.cpp
    cli/run_arguments.cpp
    cli/run_chain.cpp
    cli/run_files.cpp
    cli/run_forecast.cpp
    cli/run_text.cpp
    cli/run_verb.cpp
    cli/sample_verb.cpp
    cli/scratch_folder.cpp
    cli/samples_csv.cpp
    cli/selftest_verb.cpp
    cli/shard_size.cpp
    cli/text_table.cpp
    cli/watched_child.cpp
    cli/window_options.cpp
    selftest/allocator_checks.cpp
    selftest/check_list.cpp
    selftest/device_checks.cpp
    selftest/link_checks.cpp
    selftest/load_checks.cpp
    selftest/load_setup.cpp
    selftest/machine_checks.cpp
    selftest/run_checks.cpp)
target_link_libraries(stowagectl PRIVATE
    stowage_options stowage_backends stowage_conformance stowage_core CLI11::CLI11 nlohmann_json::nlohmann_json
    ${CMAKE_DL_LIBS})
target_compile_definitions(stowagectl PRIVATE STOWAGE_VERSION="${PROJECT_VERSION}")
