// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kPlanningTexts[] = {
    // The tool bar.
    {"open_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens a model by the headers of its files: no tensor is read until you load "
         "it. The arrow beside it has folders and what was open before.")},
    {"undo_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes the last edit of the plan back. Each edit is one step; View ▸ Edits "
                       "lists them.")},
    {"redo_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Does the edit again that was taken back last.")},
    {"plan_again_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs the strategy anew. What was moved by hand is dropped; pins stay.")},
    {"compare_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes a plan by each strategy under the same limits, so that verdicts, bytes "
         "and hops can be compared before one is taken.")},
    {"copy_python_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies Python code that has the device map of this plan, to be used with "
                       "Accelerate or transformers.")},
    {"capacity_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Holds the plan to its work: whether keys, values and activations fit as well, "
         "how fast it will be, and what would make it fit.")},
    {"lesson_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows in nine steps why a model can need twice its size of memory while it "
                       "loads, and how to load it with a fraction.")},
    // The board.
    {"board", QT_TRANSLATE_NOOP(
                  "WhatsThisTexts",
                  "A lane for each device, with the blocks of the model that lie there, as high "
                  "as their bytes. Drag blocks to another lane, or select them and press 0 to 9 "
                  "for a GPU, C for the CPU or D for the disk. Space unfolds a block.")},
    {"scale_linear",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A block that has twice the bytes is drawn twice as high, so that one sees what"
         " takes the room.")},
    {"scale_log",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Small blocks are drawn higher than their share, so that they can be read "
                       "beside large ones.")},
    {"overview_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A device in small, because not all lanes fit beside each other. A click brings"
         " its lane into sight.")},
    {"limit_*", QT_TRANSLATE_NOOP(
                    "WhatsThisTexts",
                    "How many bytes of weights the plan may put on this device: Accelerate's "
                    "max_memory. 10GiB, 10GB, 800MB or a number of bytes; empty for the default. "
                    "Caches, activations and the driver's context come on top.")},
    {"plan_limit_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How many bytes of weights the plan may put on this device: Accelerate's "
         "max_memory. It is the same limit as at the head of the device's lane. A Python"
         " dict sets those of several devices at once.")},
    {"device_field_edit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Changes what the planned device has. Type a size with its unit and press "
                       "Return, or Esc to leave it as it was.")},
    {"variant_add",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Adds a tab with one more plan of the same model. It has devices, limits, "
                       "workload and undo of its own, and is kept in the project.")},
    {"variant_name",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The name under which the project keeps this plan, and comparisons name it.")},
    {"edits_list",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Every edit of the plan, in its order. A click goes back, or forth, to the plan"
         " as it was after that edit.")},
    // The tree.
    {"module_tree",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The modules of the model as its Python names them. Select some and press 0 to "
         "9, C or D to move them, P to pin them where they are, U to take a pin off; "
         "they can be dragged to a lane, too.")},
    {"module_filter",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows only the modules for which all words hold: letters of a name, "
                       "class:Linear, device:gpu1, >100MiB, <1MiB.")},
    {"clear_filter",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "No module fits the filter. Without it all of them are shown again.")},
    {"model_facts_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Tells what was recognised and what is guessed of the model, with tables of its"
         " classes, types, largest tensors, files and keys.")},
    // The plan.
    {"strategy_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Decides which device each module goes to. auto and balanced share the model "
         "out evenly, sequential fills one GPU after the other, optimal searches for the"
         " plan that no other beats.")},
    {"no_split_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Modules of these classes stay on one device as a whole, because what they "
         "compute must not cross devices. Type class names with commas between them, or "
         "none.")},
    {"no_split_own",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Takes the classes again that the model itself declares, in the place of those "
         "that were typed.")},
    {"type_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The dtype in which floating tensors are planned and loaded. It changes how "
                       "many bytes each module has.")},
    {"quantize_combo",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Gives the weights the sizes that they would have in this format, to see "
                       "whether it fits. Such a plan is an estimate and cannot be loaded.")},
    {"rules_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Two libraries compute maps by almost the same rules: choose the one by which "
         "you will load.")},
    {"offload_buffers_check",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Without it the buffers of offloaded modules stay on the GPU that runs them, as"
         " in Accelerate, and may be too much for it.")},
    {"fallback_allocation_check",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Matters where the next module does not fit even on an empty device. Then a "
                       "smaller one further on is placed there, instead of nothing.")},
    {"clean_result_check",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes the device map shorter and easier to read. Where each tensor lies stays "
         "the same.")},
    {"buffers_on_meta_check",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets an empty model take less RAM while it is being built. No module moves by "
         "it.")},
    {"force_hooks_check",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A model that lies on one device as a whole gets no hooks, and then nothing "
                       "brings it to the main device. With this it gets them all the same.")},
    {"main_device",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Weights from the CPU or the disk are copied to this device when their layer "
         "runs, so that room for them is kept there.")},
    {"preload_module_classes",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "All weights below a module of these classes come to the main device together, "
         "before it runs. That takes more room, and fewer waits.")},
    {"offloaded_modules",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Modules that stay where they lie and are computed by the CPU. Activations "
                       "travel then, and not weights. Accelerate has no such option.")},
    {"offload_folder",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Empty, what lies on disk goes to a temporary folder that goes with the loaded "
         "model. A folder that is named here stays, in the format of Accelerate.")},
    {"offload_folder_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog for the folder that keeps what lies on disk.")},
    {"objective_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the strategy optimal makes as good as it can: the time of each token, the"
         " time to the first one, a mix of both, the longest context, or a pipeline.")},
    {"mix_edit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the two times count: first that to the first token, then that of each "
                       "further token.")},
    {"habit_cap",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "One limit for each of the GPUs, as max_gpu_memory of the helper load_hf_model."
         " The CPU gets no limit, so that the rest goes to disk.")},
    {"habit_smallest",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Fills in a cap that none of these GPUs is too small for.")},
    {"habit_gpus", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "How many GPUs the helper uses. The other ones stay empty.")},
    {"habit_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Where the helper brings the model at the end when it is called without a "
                       "number of GPUs.")},
    {"add_gpu_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Adds a simulated GPU to the plan, to try a machine that you do not have. The "
         "arrow beside it has real cards by name.")},
    {"host_limit_refresh",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The default limit of the CPU is the RAM that was free when it was read last. "
         "Other programs may have taken or left some since.")},
    {"free_memory_plan",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Other programs hold more, or less, of a real GPU than the plan counts on. This"
         " brings the plan up to date.")},
    {"use_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Makes the plan of this strategy yours, as one edit that Undo takes back.")},
    {"compare_last_edit",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Marks on board and tree what the last edit moved.")},
    {"compare_map",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Holds the plan against a device map that you paste or open, and marks what "
                       "lies elsewhere in it.")},
    {"diff_use",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes the compared plan in the place of yours, as one edit that Undo takes "
                       "back.")},
    {"diff_details",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the list of all modules that lie elsewhere in the compared plan.")},
    {"diff_close",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Takes the marks of the comparison off board and tree. The plan stays as it is.")},
    {"diff_modules",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each module that lies elsewhere in the compared plan: from where, to where, "
         "and its bytes. A click selects it in tree and board.")},
    // Opening, messages, panels.
    {"empty_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "For one file: safetensors, PyTorch, GGUF, NumPy, a config.json without "
                       "weights, or a project.")},
    {"empty_open_folder",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "For a checkpoint of several files: all that belongs together in the folder is "
         "opened as one model.")},
    {"empty_new_model",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Needs no file: a family and its sizes make a model that can be planned before "
         "it is downloaded.")},
    {"first_steps_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses a model of yours in the place of the sample.")},
    {"first_steps_devices",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Chooses how many GPUs are planned for and what each of them has, also such as "
         "you do not own.")},
    {"first_steps_shortcuts",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Lists every key of the window and of its menus.")},
    {"first_steps_dismiss",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Takes this card away for good. Nothing else changes.")},
    {"tour_skip", QT_TRANSLATE_NOOP(
                      "WhatsThisTexts",
                      "Ends the tour at once (Escape). The Help menu begins it anew at any time.")},
    {"tour_back",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the part of the window again that came before this one.")},
    {"tour_next",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Goes on to the next part of the window; after the last one the tour is over.")},
    {"open_error_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses another file; the one that failed is left alone.")},
    {"open_error_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses a folder, for a checkpoint of several files.")},
    {"open_error_again",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Tries the same once more, for instance after the file was fetched again or its"
         " rights were changed.")},
    {"open_error_without",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Part of what was chosen about the file may be the reason. This opens it as if "
         "nothing had been chosen.")},
    {"open_error_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the sentence, the file, the tensor, the byte and the version: what the "
         "report of a fault needs.")},
    {"open_error_help",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Leads to the section of the user guide on this kind of error, with its usual "
         "causes and what to do.")},
    {"open_error_class",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The classes of the model's family that are known. The file is opened as the "
         "one that is chosen.")},
    {"open_error_open_class",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Tries the file again with the class that is chosen beside it.")},
    {"open_error_python",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The program that is asked for the modules of a model that Stowage does not "
         "know. It must be able to import torch, and for a config.json transformers.")},
    {"open_error_ask_python",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Has your own Python build the model without weights, in a process of its own, "
         "and tell its modules.")},
    {"open_error_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes the card away. The model that was open before stays open.")},
    {"message_remedy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Does what the message proposes, and takes the message away.")},
    {"message_choice",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Another answer to the message than the one beside it.")},
    {"message_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends what the message tells of. The model that is open stays open.")},
    {"message_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes the message away. It can still be read in Help ▸ Log.")},
    {"message_help",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Leads to the section of the user guide on this kind of error, with its usual "
         "causes and what to do.")},
    {"*_dock_float",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes the panel a window of its own, for instance for another screen, or puts "
         "it back into this one.")},
    {"*_dock_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Hides the panel. The View menu shows it again.")},
    {"lower_panels_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Charts, runs, devices, history and other tables share the room below the "
                       "board. It opens by itself when a load begins.")},
};

}  // namespace

std::span<const WhatsThisText> planningWhatsThis() {
    return kPlanningTexts;
}

}  // namespace stowage
