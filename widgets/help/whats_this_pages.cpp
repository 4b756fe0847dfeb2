// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kPageTexts[] = {
    // The Capacity page.
    {"capacity_devices",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Chooses how many GPUs are planned for and what each of them has. The answers "
         "follow.")},
    {"workload_engine",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each engine keeps keys, values and activations in its own way, so that the "
         "same work takes different memory. automatic is this program where it runs the "
         "family, else transformers.")},
    {"workload_batch",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each sequence has keys and values of its own, which are what limits how many "
         "run at once; the weights are there once.")},
    {"workload_prompt",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A longer prompt takes longer until the first token, and more activations while"
         " it is read.")},
    {"workload_context",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Keys and values of so many tokens are planned for. Empty: the prompt and what "
         "is generated.")},
    {"workload_generate",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each of them takes one pass through all layers, and a place in the KV cache.")},
    {"workload_prefill_chunk",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A prompt that goes in piece by piece needs less room for activations, and "
                       "takes more passes.")},
    {"workload_images",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each image adds tokens to the prompt and goes once through the model's "
                       "image tower, which then needs room for its scores.")},
    {"workload_tensor_parallel",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets each layer lie in parts on several GPUs, as engines for serving do. The "
         "device map then has no say.")},
    {"workload_max_num_batched_tokens",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "vLLM runs as many tokens before it serves, so they decide how much room activations "
         "take. Empty: its own number for the card.")},
    {"workload_gpu_memory_utilization",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "vLLM takes this share of each GPU whatever it needs: what weights and activations leave "
         "of it is for keys and values. SGLang gives it to weights, keys and values alone. Empty: "
         "0.92, or SGLang's own choice.")},
    {"workload_kv_dtype",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Smaller numbers for keys and values make room for longer contexts.")},
    {"workload_compute_dtype",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Decides the size of activations. Where nothing else is said, keys and values "
         "have it, too.")},
    {"workload_attention",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The scores of eager attention grow with the square of the prompt. A fused one "
         "never holds all of them.")},
    {"workload_allocator",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The setting decides how much memory is reserved and not used at the peak. It "
         "changes no weights.")},
    {"sacrifices_list",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What would make it fit is tried from the top: each line with all those above "
         "it. Drag a line to where it belongs.")},
    {"sacrifice_earlier",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "What is given up earlier is what you need least.")},
    {"sacrifice_later",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "What is given up later is what you need most.")},
    {"use_context",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets the workload keep room for the longest context that fits.")},
    {"use_batch", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Lets the workload have as many sequences at once as fit.")},
    {"use_users",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets the workload have as many sequences as fit where their prompts go in one "
         "after another.")},
    {"try_change_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes this change, with those above it, the plan or its workload, as one edit "
         "that Undo takes back.")},
    {"memory_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each device, with all that takes its memory at the worst moment. A "
         "click on a figure shows its formula with the numbers plugged in.")},
    {"sweep_first",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What varies from left to right: a context, a number of sequences, a dtype, a "
         "limit.")},
    {"sweep_second",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What varies from row to row, if there shall be a map in the place of a line.")},
    {"sweep_map",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each cell is one whole estimate, coloured by whether it fits. A click on a "
                       "cell takes its plan and workload, as one edit that Undo takes back.")},
    {"sweep_use",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes plan and workload of the point that is chosen, as one edit that Undo "
                       "takes back.")},
    {"sweep_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Saves the sweep as it is drawn, or as numbers for a table of your own.")},
    {"ways_memory",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Whether the chart is drawn over the memory of the GPUs or over RAM.")},
    {"layer_times",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What each part of the model takes for a pass, and whether computing, memory or"
         " a link bounds it.")},
    {"engine_log_rows",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What another program printed about its memory, each figure beside that of the "
         "plan.")},
    {"offload_modes",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What each way of diffusers to offload takes of the GPU and of RAM, and what "
         "has to travel for it.")},
    {"tenants", QT_TRANSLATE_NOOP(
                    "WhatsThisTexts",
                    "What each of the models in this plan takes, and all of them together in one "
                    "process.")},
    // Model facts.
    {"facts_part",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The file holds more than the model, such as the state of an optimizer. What is"
         " chosen here is opened as the model.")},
    {"facts_class",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "One config.json can be built as several classes, with other heads on the same "
         "layers. The file is opened anew as the chosen one.")},
    {"facts_as_stored",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Opens the file anew without the renaming of its keys.")},
    {"facts_choose_tree",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Holds names, shapes and types of the file against modules from another file, "
         "which a Python wrote.")},
    {"facts_edit_sizes",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Brings the numbers of the config.json into a form, where they can be changed "
         "to plan another size of the model.")},
    {"facts_rename_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the file anew with its keys renamed so, that they fit the model.")},
    {"facts_classes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many modules of each class there are, and what all of them take.")},
    {"facts_types",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "How many bytes are stored in each dtype.")},
    {"facts_largest",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "The tensors that need the most room in one piece.")},
    {"facts_files",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The files that the model was read from, with what each of them holds.")},
    {"facts_keys",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each name that the file and the model do not have in common, or have in "
                       "another shape or dtype.")},
    {"facts_tied",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Names that stand for one and the same tensor, whose bytes count once.")},
    {"facts_notes",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "What was noticed while the file was opened.")},
    {"sweep_line",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What changes with the quantity that is swept, each estimate a point.")},
    {"sweep_slider",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Goes from one point of the sweep to the next.")},
    {"ways_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each way to run the model as a point: its tokens a second over the memory "
                       "that it needs.")},
    {"engine_log_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Paste here what another program printed of its memory: the figures in it "
                       "are held against the plan's.")},
    {"project_notes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What you want to remember of this project. It is saved with it.")},
    // Head and setup.
    {"lesson_smaller",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes type and lines of the lesson one step smaller. Figures and curves stay the same.")},
    {"lesson_larger", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Makes type and lines of the lesson one step larger, so "
                                        "that they can be read from further away.")},
    {"lesson_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes what the lesson has found so far: setup, guesses, answers, curves "
                       "and figures. A run of one step is enough.")},
    {"lesson_more",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens a menu with what is seldom needed, such as a fresh start for the next person.")},
    {"lesson_start_over",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Clears guesses, answers and results of this setup from the page, after a "
                       "question. The loads stay in History.")},
    {"lesson_undo_start_over",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Brings back what Start over cleared, until a step is run again or the program ends.")},
    {"lesson_learner",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Asks for the name that the report carries.")},
    {"lesson_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses the folder in which the model files are made from now on. Those "
                       "that are there already stay, and are deleted with the others.")},
    {"lesson_default_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Makes the model files in the usual folder again.")},
    {"lesson_size", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The size of GPT-2 that every step loads. A size that this "
                                      "machine has no room for is marked.")},
    {"lesson_gpu", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The card that the steps load to: a simulated one with the "
                                     "memory that is chosen, or a real one of this machine.")},
    {"lesson_cache",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the system keeps of the model's files before a step loads: cold drops "
                       "their pages, warm reads them first. That changes how long a load takes.")},
    {"lesson_ram_limit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows what a machine with less memory could do: a step that needs more RAM "
                       "than this does not come to its end.")},
    {"lesson_dry_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Lets the steps be predicted in the place of being run, "
                                         "so that one can go through the lesson with any size.")},
    {"lesson_cancel_making",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Stops the making of the model's files, and with it the step that needs them.")},
    {"lesson_delete", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Takes the model files of every size off the disk, after a "
                                        "question. What was measured stays.")},
    // Cards, charts, table.
    {"lesson_card_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "A step of the lesson, with its state and what it came to; "
                                        "peaks are in GiB. A click opens its page.")},
    {"lesson_parts",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Above, what a plain load holds at its peak: the model and its state dict. "
                       "Below, the tensors of the file by what they are for, with their bytes.")},
    {"lesson_vram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The memory of the GPU that tensors take while each step loads, in GiB. "
                       "While you predict, drag the line of your guess, or move it with Up, "
                       "Down, PageUp and PageDown.")},
    {"lesson_ram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The anonymous RAM that each step holds while it loads, in GiB; "
                       "dots are pages of files, which the system may take back. While you "
                       "predict, the line of your guess can be moved here, too.")},
    {"lesson_current_only",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Without it the curves of all steps lie over each other, so that they can be compared.")},
    {"lesson_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each step that loads: its peaks of VRAM and RAM, the published ones where "
         "there are any, its time, and why. A click opens the page of the step.")},
    // A load tensor by tensor.
    {"lesson_step_once",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Brings in the next tensor and holds again, while the load is held.")},
    {"lesson_step_speed",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How fast tensors come in: each by a press of Step, some in each second, or "
                       "as fast as this machine loads.")},
    {"lesson_step_end",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends this load wherever it is. It fills no row and is not kept.")},
    {"lesson_stepping_bars",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What is allocated on each device at this moment, that of a GPU against its capacity.")},
    // The page of a step.
    {"lesson_code", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "What the step does, in lines of Python. The files that they "
                                      "read are written by gpt.py.")},
    {"lesson_copy_code",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Copies all of these lines to the clipboard.")},
    {"lesson_save_module",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Writes gpt.py where you choose. The lines of most steps import the model from it.")},
    {"lesson_predict",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets you say where the peaks of VRAM and RAM will be before the step is "
                       "run. Afterwards guess and peak are told beside each other.")},
    {"lesson_guess_vram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The most VRAM that you expect tensors to take, in GiB; a size with its "
                       "unit, such as 700 MiB, is taken, too.")},
    {"lesson_guess_ram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The most anonymous RAM that you expect the step to hold, in GiB; a size "
                       "with its unit, such as 700 MiB, is taken, too.")},
    {"lesson_snap",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A dragged guess comes to rest at tenths of the distance between two lines "
                       "of the axis; without it, wherever it is left.")},
    {"lesson_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Does the step. A load runs in a fresh process and is measured and "
                       "verified; the first step makes the model's files; a dry run predicts.")},
    {"lesson_step_through",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Goes through the load of this step slowly, and shows what each device "
                       "holds and where the allocator puts it.")},
    {"lesson_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops the step that runs. It can be run again at any time.")},
    {"lesson_option_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "One of the answers to the question. Check answer tells whether it is right.")},
    {"lesson_check", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Tells whether the chosen answer is right, and why, and "
                                       "marks the points that the question speaks of.")},
    {"lesson_show",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Marks the points that the question speaks of, or takes the marks away.")},
    {"lesson_show_why",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows what made the peaks, without an answer.")},
    {"lesson_previous",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the page of the step before this one. What was found stays.")},
    {"lesson_next",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens the page of the step after this one, whether this one was run or not.")},
    // What the lesson asks.
    {"lesson_learner_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "The name that stands on the report of the lesson.")},
    {"lesson_learner_ok",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes the name for each report that is written from now on.")},
    {"lesson_delete_confirm",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Deletes the model files of every size. A step that needs them makes them again.")},
    {"lesson_start_over_confirm",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Clears guesses, answers and results of this setup from the page. The menu "
                       "can bring them back until a step is run again.")},
};

}  // namespace

std::span<const WhatsThisText> pagesWhatsThis() {
    return kPageTexts;
}

}  // namespace stowage
