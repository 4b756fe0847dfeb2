// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kPlanningTexts[] = {
    // The tool bar.
    {"open_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens a model by reading the headers of its files: no tensor is read until you load it. "
         "The arrow next to it lists folders and recently opened models.")},
    {"undo_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Undoes the last edit of the plan. Each edit is one step; View ▸ Edits lists them.")},
    {"redo_action", QT_TRANSLATE_NOOP("WhatsThisTexts", "Redoes the edit that was undone last.")},
    {"plan_again_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs the strategy again. Moves by hand are dropped; pins stay.")},
    {"compare_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Makes one plan per strategy under the same limits, so that you can compare "
                       "verdicts, bytes and hops before choosing one.")},
    {"copy_python_action", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Copies Python code with the device map of this plan, "
                                             "for use with Accelerate or transformers.")},
    {"capacity_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Checks the plan against its workload: whether keys, values and activations "
                       "also fit, how fast it will be, and what would make it fit.")},
    {"lesson_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows in nine steps why a model can need twice its size in memory while it "
                       "loads, and how to load it with a fraction of that.")},
    // The board.
    {"board", QT_TRANSLATE_NOOP(
                  "WhatsThisTexts",
                  "A lane for each device, with the blocks of the model that are on it; their "
                  "height shows their bytes. Drag blocks to another lane, or select them and press "
                  "0 to 9 for a GPU, C for the CPU or D for the disk. Space unfolds a block.")},
    {"scale_linear", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "A block with twice the bytes is drawn twice as high, which "
                                       "shows what takes the memory.")},
    {"scale_log", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Small blocks are drawn higher than their share, so that they "
                                    "stay readable next to large ones.")},
    {"overview_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "A small view of a device, because not all lanes fit next to "
                                     "each other. Click it to show its lane.")},
    {"limit_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many bytes of weights the plan may put on this device: Accelerate's "
                       "max_memory. 10GiB, 10GB, 800MB or a number of bytes; empty for the "
                       "default. Caches, activations and the driver's context are additional.")},
    {"plan_limit_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many bytes of weights the plan may put on this device: Accelerate's "
                       "max_memory. It is the same limit as at the top of the device's lane. A "
                       "Python dict sets the limits of several devices at once.")},
    {"device_field_edit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Changes this figure of the planned device. Type a size with its unit and "
                       "press Return, or Esc to keep the old value.")},
    {"variant_add",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Adds a tab with another plan of the same model. It has its own devices, "
                       "limits, workload and undo history, and is stored in the project.")},
    {"variant_name", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "The name of this plan in the project and in comparisons.")},
    {"edits_list", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Every edit of the plan, in order. Click one to go back or "
                                     "forward to the plan as it was after that edit.")},
    // The tree.
    {"module_tree",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The modules of the model, with their names in Python. Select some and "
                       "press 0 to 9, C or D to move them, P to pin them where they are, U to "
                       "unpin them; you can also drag them to a lane.")},
    {"module_filter", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Shows only the modules that match all words: part of a "
                                        "name, class:Linear, device:gpu1, >100MiB, <1MiB.")},
    {"clear_filter",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "No module matches the filter. Clear it to show all of them again.")},
    {"model_facts_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows what was recognised and what was guessed about the model, with "
                       "tables of its classes, types, largest tensors, files and keys.")},
    // The plan.
    {"strategy_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Determines the device of each module. auto and balanced distribute the "
                       "model evenly, sequential fills one GPU after the other, optimal searches "
                       "for the plan that no other plan beats.")},
    {"no_split_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Modules of these classes stay on one device as a whole, because their computation must "
         "not cross devices. Type class names separated by commas, or none.")},
    {"no_split_own", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Uses the classes that the model itself declares again, "
                                       "instead of those that were typed.")},
    {"type_combo", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The dtype in which floating-point tensors are planned and "
                                     "loaded. It determines the size of each module.")},
    {"quantize_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Plans the weights with the sizes that they would have in this format, to "
                       "see whether they fit. Such a plan is an estimate and cannot be loaded.")},
    {"rules_combo", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Two libraries compute maps with almost the same rules: "
                                      "choose the library that you will load with.")},
    {"offload_buffers_check",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Without it, the buffers of offloaded modules stay on the GPU that runs "
                       "them, as in Accelerate, and may not fit on it.")},
    {"fallback_allocation_check",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Applies if the next module does not fit even on an empty device. Then a "
                       "smaller module that comes later is placed there, instead of nothing.")},
    {"clean_result_check", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Makes the device map shorter and easier to read. The "
                                             "device of each tensor stays the same.")},
    {"buffers_on_meta_check",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Reduces the RAM that an empty model takes while it is built. It moves no module.")},
    {"force_hooks_check",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A model that is entirely on one device gets no hooks, and then nothing "
                       "moves it to the main device. With this option it gets hooks anyway.")},
    {"main_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Weights from the CPU or the disk are copied to this device when their "
                       "layer runs, so room for them is kept free on it.")},
    {"preload_module_classes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "All weights inside a module of these classes are copied to the main device "
                       "together, before it runs. This takes more room, but waits less often.")},
    {"offloaded_modules",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Modules that stay where they are and are computed by the CPU. Activations "
                       "are transferred instead of weights. Accelerate has no such option.")},
    {"offload_folder",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "If empty, weights on disk are stored in a temporary folder that is deleted with the "
         "loaded model. A folder given here is kept, in the format of Accelerate.")},
    {"offload_folder_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog to choose the folder for the weights on disk.")},
    {"objective_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the strategy optimal optimises: the time per token, the time to the "
                       "first token, a mix of both, the longest context, or a pipeline.")},
    {"mix_edit", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "The weights of the two times: first that of the time to the "
                                   "first token, then that of the time per further token.")},
    {"habit_cap",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One limit for every GPU, as max_gpu_memory of the helper load_hf_model. "
                       "The CPU gets no limit, so the rest goes to disk.")},
    {"habit_smallest",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Fills in a cap that is not too large for any of these GPUs.")},
    {"habit_gpus",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "How many GPUs the helper uses. The others stay empty.")},
    {"habit_device", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "The device to which the helper finally moves the model "
                                       "when it is called without a number of GPUs.")},
    {"add_gpu_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Adds a simulated GPU to the plan, to try a machine that you do not have. "
                       "The arrow next to it lists real cards by name.")},
    {"host_limit_refresh",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The default limit of the CPU is the RAM that was free when it was last "
                       "read. Other programs may have taken or freed some since.")},
    {"free_memory_plan", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Other programs use more, or less, of a real GPU than "
                                           "the plan assumes. This updates the plan.")},
    {"use_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Makes the plan of this strategy yours, as one edit that Undo reverts.")},
    {"compare_last_edit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Marks what the last edit moved, on the board and in the tree.")},
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
    {"diff_close",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Removes the marks of the comparison from board and tree. The plan stays as it is.")},
    {"diff_modules",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each module that is on a different device in the compared plan: from where, to where, "
         "and its bytes. Click one to select it in tree and board.")},
    // Opening, messages, panels.
    {"empty_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "For one file: safetensors, PyTorch, GGUF, NumPy, a config.json without "
                       "weights, or a project.")},
    {"empty_open_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "For a checkpoint with several files: all files of the folder that belong "
                       "together are opened as one model.")},
    {"empty_new_model", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Needs no file: a family and its sizes make a model that "
                                          "you can plan before you download it.")},
    {"first_steps_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses your own model instead of the sample.")},
    {"first_steps_devices", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                              "Sets how many GPUs the plan has, and the figures of "
                                              "each, including GPUs that you do not own.")},
    {"first_steps_shortcuts",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Lists every key of the window and of its menus.")},
    {"first_steps_dismiss",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes this card and does not show it again. Nothing else changes.")},
    {"tour_skip",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Ends the tour at once (Escape). You can start it again from the Help menu at any time.")},
    {"tour_back",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows the previous part of the window again.")},
    {"tour_next",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the next part of the window; after the last one, the tour ends.")},
    {"open_error_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses another file; the one that failed is not changed.")},
    {"open_error_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses a folder, for a checkpoint with several files.")},
    {"open_error_again", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Tries again, for instance after the file was "
                                           "downloaded again or its permissions were changed.")},
    {"open_error_without",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One of the options that you chose for the file may be the reason for the "
                       "error. This opens the file without them.")},
    {"open_error_copy", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Copies what a bug report needs: the message, the names "
                                          "of file and tensor, the byte offset and the version.")},
    {"open_error_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Opens the section of the user guide on this kind of "
                                          "error, with its usual causes and what to do.")},
    {"open_error_class",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The known classes of the model's family. The file is opened as the chosen class.")},
    {"open_error_open_class",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Tries the file again with the class chosen next to it.")},
    {"open_error_python",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The Python interpreter that is asked for the modules of a model that Stowage does not "
         "know. It must be able to import torch and, for a config.json, transformers.")},
    {"open_error_ask_python",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs your own Python, in a separate process, to build the model without "
                       "weights and list its modules.")},
    {"open_error_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Removes the card. The model that was open before stays open.")},
    {"message_remedy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Does what the message proposes, and closes the message.")},
    {"message_choice",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "An alternative to the answer next to it.")},
    {"message_cancel",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Ends the operation that the message describes. The open model stays open.")},
    {"message_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the message. You can still read it in Help ▸ Log.")},
    {"message_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Opens the section of the user guide on this kind of error, "
                                       "with its usual causes and what to do.")},
    {"*_dock_float", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Turns the panel into a separate window, for instance for "
                                       "another screen, or docks it again.")},
    {"*_dock_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Hides the panel. The View menu shows it again.")},
    {"lower_panels_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Charts, runs, devices, history and other tables share the area below the "
                       "board. It opens automatically when a load begins.")},
};

}  // namespace

std::span<const WhatsThisText> planningWhatsThis() {
    return kPlanningTexts;
}

}  // namespace stowage
