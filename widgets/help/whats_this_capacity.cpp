// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this_texts.h"

namespace stowage {
namespace {

constexpr WhatsThisText kCapacityTexts[] = {
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
};

}  // namespace

std::span<const WhatsThisText> capacityWhatsThis() {
    return kCapacityTexts;
}

}  // namespace stowage
