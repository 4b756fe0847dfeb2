// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kPlanningTexts[] = {
    // The tool bar.
    {"open_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens a model by reading the headers of its files. Tensors are read only when you load "
         "the model. The arrow next to this button lists folders and recently opened models.")},
    {"undo_action", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Undoes the last edit of the plan. Each edit is one undo "
                                      "step. View ▸ Edits lists all edits.")},
    {"redo_action", QT_TRANSLATE_NOOP("WhatsThisTexts", "Redoes the edit that was undone last.")},
    {"plan_again_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs the strategy again. Manual moves are discarded; pins are kept.")},
    {"compare_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Creates one plan per strategy with equal limits, so that you can compare "
                       "verdicts, bytes and hops before you choose a plan.")},
    {"copy_python_action", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Copies Python code with the device map of this plan, "
                                             "for use with Accelerate or transformers.")},
    {"capacity_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Checks the plan against its workload: whether keys, values and activations also fit, how "
         "fast the model will run, and which changes would make the plan fit.")},
    {"lesson_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows in nine steps why a model can need twice its size in memory while it "
                       "loads, and how to load the model with a fraction of that memory.")},
    // The board.
    {"board",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The board has a lane for each device, with the blocks of the model that "
                       "are on the device. The height of a block shows its bytes. Drag blocks to "
                       "another lane, or select blocks and press 0 to 9 for a GPU, C for the CPU "
                       "or D for the disk. Space unfolds a block.")},
    {"scale_linear", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "A block with twice the bytes is drawn twice as high. This "
                                       "scale shows which blocks use the most memory.")},
    {"scale_log",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "This scale enlarges small blocks, so that they stay readable next to large ones.")},
    {"overview_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A small view of a device, shown because not all lanes fit next to each "
                       "other. Click the view to show the lane of the device.")},
    {"limit_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How many bytes of weights the plan may put on this device: Accelerate's max_memory. Type "
         "10GiB, 10GB, 800MB or a number of bytes, or leave the field empty for the default. The "
         "limit does not include caches, activations or the driver's context.")},
    {"plan_limit_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many bytes of weights the plan may put on this device: Accelerate's "
                       "max_memory. The top of the device's lane shows the same limit. A Python "
                       "dict sets the limits of several devices at once.")},
    {"device_field_edit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Changes this figure of the planned device. Type a size with its unit and "
                       "press Return, or Esc to keep the old value.")},
    {"variant_add",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Adds a tab with another plan of the model. The new plan has separate devices, limits, "
         "workload and undo history, and is stored in the project.")},
    {"variant_name", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "The name of this plan in the project and in comparisons.")},
    {"edits_list", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Every edit of the plan, in order. Click an edit to go back "
                                     "or forward to the state of the plan after that edit.")},
    // The tree.
    {"module_tree",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The modules of the model, with their names in Python. Select modules and "
                       "press 0 to 9, C or D to move them, P to pin them to their current device, "
                       "or U to unpin them. You can also drag modules to a lane.")},
    {"module_filter", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Shows only the modules that match all words: part of a "
                                        "name, class:Linear, device:gpu1, >100MiB, <1MiB.")},
    {"clear_filter",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "No module matches the filter. Clear the filter to show all modules again.")},
    {"model_facts_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows what was recognised and what was guessed about the model, with "
                       "tables of its classes, types, largest tensors, files and keys.")},
    // The plan.
    {"strategy_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Determines the device of each module. “auto” and “balanced” distribute the "
                       "model evenly, “sequential” fills one GPU after the other, and “optimal” "
                       "searches for the best possible plan.")},
    {"no_split_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each module of these classes remains on one device as a whole, because its computation "
         "must not cross devices. Type class names separated by commas, or the word “none”.")},
    {"no_split_own",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Replaces the classes that you typed with the classes that the model declares.")},
    {"type_combo", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The dtype in which floating-point tensors are planned and "
                                     "loaded. It determines the size of each module.")},
    {"quantize_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Plans the weights with the sizes that they would have in this format, to "
                       "see whether they fit. Such a plan is an estimate and cannot be loaded.")},
    {"rules_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Two libraries compute device maps with almost the same rules. Choose the "
                       "library that you will use to load the model.")},
    {"offload_buffers_check",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "If this option is off, the buffers of offloaded modules remain on the GPU "
                       "that runs the modules, as in Accelerate, and might not fit there.")},
    {"fallback_allocation_check",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Applies if the next module does not fit even on an empty device. In this case, a later, "
         "smaller module is placed on that device, which would otherwise remain empty.")},
    {"clean_result_check", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Makes the device map shorter and easier to read. The "
                                             "device of each tensor does not change.")},
    {"buffers_on_meta_check",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Reduces the RAM that is needed to build an empty model. This option moves no module.")},
    {"force_hooks_check",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A model that is entirely on one device normally gets no hooks and is not moved to the "
         "main device. With this option, such a model also gets hooks.")},
    {"main_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Weights from the CPU or the disk are copied to this device when their "
                       "layer runs. Memory for these weights is kept free on the device.")},
    {"preload_module_classes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "All weights inside a module of these classes are copied to the main device "
                       "together, before the module runs. This option needs more memory, but the "
                       "computation waits less often.")},
    {"offloaded_modules",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Offloaded modules that the CPU computes. Their activations are transferred "
                       "instead of their weights. Accelerate has no such option.")},
    {"offload_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The weights on disk are stored in this folder, in the format of "
                       "Accelerate, and the folder is kept. If the field is empty, a temporary "
                       "folder is used and is deleted with the loaded model.")},
    {"offload_folder_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog to choose the folder for the weights on disk.")},
    {"objective_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The goal of the strategy “optimal”: the time per token, the time to the "
                       "first token, a mix of both, the longest context, or a pipeline.")},
    {"mix_edit", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "Two weighting factors: first for the time to the first token, "
                                   "then for the time per token.")},
    {"habit_cap",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One limit for every GPU, like max_gpu_memory of the helper load_hf_model. "
                       "The helper sets limits only for GPUs, with no entry for the CPU, so the "
                       "rest of the model is placed on the disk.")},
    {"habit_smallest",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Sets the memory cap to a value that fits on every GPU used by load_hf_model.")},
    {"habit_gpus",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many GPUs load_hf_model uses. The other GPUs remain empty.")},
    {"habit_device", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "The device to which load_hf_model finally moves the model "
                                       "if it is called without a number of GPUs.")},
    {"add_gpu_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Adds a simulated GPU to the plan, to try a machine that you do not have. "
                       "The arrow next to this button lists real cards by name.")},
    {"host_limit_refresh",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The default limit of the CPU is the RAM that was free at the last reading. "
                       "Other programs may have allocated or freed memory since then. This button "
                       "reads the free memory again.")},
    {"free_memory_plan", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Other programs use more or less memory of a real GPU "
                                           "than the plan assumes. This button updates the plan.")},
    {"use_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Replaces your plan with the plan of this strategy, as one edit that Undo reverts.")},
    {"compare_last_edit",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "On the board and in the module tree, marks the modules that the last edit moved.")},
    {"compare_map", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Compares the plan with a device map that you paste or open, "
                                      "and marks the modules that are on a different device.")},
    {"diff_use", QT_TRANSLATE_NOOP(
                     "WhatsThisTexts",
                     "Replaces your plan with the compared plan, as one edit that Undo reverts.")},
    {"diff_details",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens the list of all modules that are on a different device in the compared plan.")},
    {"diff_close", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Removes the marks of the comparison from the board and the "
                                     "module tree. The plan does not change.")},
    {"diff_modules",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each module that is on a different device in the compared plan, with both "
                       "devices and the bytes of the module. Click a module to select it in the "
                       "module tree and on the board.")},
    // Opening, messages, panels.
    {"empty_open", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Opens one file: safetensors, PyTorch, GGUF, NumPy, a "
                                     "config.json without weights, or a project.")},
    {"empty_open_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a checkpoint with several files: all files of the folder that belong "
                       "together are opened as one model.")},
    {"empty_new_model",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Creates a model without a file, from a model family and its sizes. You can "
                       "plan the model before you download it.")},
    {"first_steps_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses your own model instead of the sample.")},
    {"first_steps_devices",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sets the number of GPUs of the plan and the figures of each GPU. The plan "
                       "can include GPUs that you do not own.")},
    {"first_steps_shortcuts",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lists every keyboard shortcut of the window and of its menus.")},
    {"first_steps_dismiss",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes this card and does not show it again. Nothing else changes.")},
    {"tour_skip",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Ends the tour at once (Escape). You can start it again from the Help menu at any time.")},
    {"tour_back", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Goes back to the previous part of the window in the tour.")},
    {"tour_next",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Goes to the next part of the window. After the last part, the tour ends.")},
    {"open_error_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses another file. The file that failed is not changed.")},
    {"open_error_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses a folder, for a checkpoint with several files.")},
    {"open_error_again",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Tries to open the file again, for instance after the file was downloaded "
                       "again or its permissions were changed.")},
    {"open_error_without",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One of the options that you chose for the file may be the reason for the "
                       "error. This button opens the file without these options.")},
    {"open_error_copy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies the data for a bug report: the message, the names of the file and "
                       "the tensor, the byte offset and the version.")},
    {"open_error_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Opens the section of the user guide on this kind of "
                                          "error, with the usual causes and solutions.")},
    {"open_error_class",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The known classes of the model's family. The file is opened as the chosen class.")},
    {"open_error_open_class",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Tries to open the file again with the class that is chosen next to this button.")},
    {"open_error_python",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The Python interpreter that lists the modules of a model that Stowage does "
                       "not recognise. The interpreter must be able to import torch and, for a "
                       "config.json, transformers.")},
    {"open_error_ask_python",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs your own Python, in a separate process, to build the model without "
                       "weights and list its modules.")},
    {"open_error_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Removes the card. The model that was open before remains open.")},
    {"message_remedy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Performs the action that the message proposes, and closes the message.")},
    {"message_choice",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Performs another action than the button next to this one.")},
    {"message_cancel",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Cancels the operation that the message describes. The open model remains open.")},
    {"message_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the message. You can still read it in Help ▸ Log.")},
    {"message_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Opens the section of the user guide on this kind of error, "
                                       "with the usual causes and solutions.")},
    {"*_dock_float", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Moves the panel to a separate window, for instance for "
                                       "another screen, or docks the panel again.")},
    {"*_dock_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Hides the panel. The View menu shows it again.")},
    {"lower_panels_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Charts, runs, devices, history and other tables share the area below the "
                       "board. The area opens automatically when a load begins.")},
};

}  // namespace

std::span<const WhatsThisText> planningWhatsThis() {
    return kPlanningTexts;
}

}  // namespace stowage
