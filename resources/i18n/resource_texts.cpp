// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people in resources/devices and resources/engines, for lupdate alone: `./dev
// translations` reads this file, nothing compiles it. tests/base/tst_catalogue holds it to those
// files.

namespace stowage {

const Phrase kTexts[] = {
    phrase("One of the four GPUs of the board."),
    phrase("One CPU socket; the RAM capacity is the maximum that it supports."),
    phrase("One of the two GPUs of a superchip; the memory of its Grace CPU is not counted. Both "
           "share "
           "the 450 GB/s of that CPU's NVLink-C2C."),
    phrase("Only the Hopper half; the memory of its Grace CPU is not counted."),
    phrase("Unified memory, shared with the system and all programs. With 64 GPU cores."),
    phrase("Unified memory, shared with the system and all programs. With 76 GPU cores."),
    phrase("Unified memory, shared with the system and all programs. With 40 GPU cores."),
    phrase("One of its two dies, which programs see as separate devices: half of all published "
           "figures."),
    phrase("Measured as the bus bandwidth of an all-reduce of 16 GiB over 8 A100."),
    phrase("Measured by nvbandwidth between two H200."),
    phrase("Measured by nvbandwidth from host to GPU of a DGX Station GB300."),
    phrase("Measured by nvbandwidth from pinned host memory to an H200."),
    phrase("One socket."),
    phrase("Between two cards; all seven links together carry 448 GB/s."),
    phrase("Without --swa-full. int8 is q8_0 (34 bytes for 32 numbers), q4 is q4_0 (18 bytes)."),
    phrase("Its compute buffers are sized for a micro batch of 512 tokens in float32, with logits "
           "for all tokens: this is what the formula counts for the widest layer and for the head, "
           "without the gaps that the graph's allocator leaves. Copies between cards are not "
           "counted."),
    phrase("unaccounted, 451 to 456 MiB per card on three RTX 4090"),
    phrase("Only some hybrid models have a smaller pool for sliding-window layers (0.8 of the "
           "tokens); Gemma 2 and 3 keep all tokens in all layers."),
    phrase("At its start, it gives a share of the free memory of a card (--mem-fraction-static; "
           "the default depends on the card's memory) to weights, keys, values and states. The "
           "rest is for activations and CUDA graphs, whose memory is not published in a form that "
           "a plan can use."),
    phrase("94.97 GiB minus the 94.01 GiB that were free before the weights; RTX PRO 6000"),
    phrase("139.80 GiB minus the 137.29 GiB that were free before the weights; H200"),
    phrase("Keys and values are stored in the dtype in which a pass computes: float32 if the "
           "weights are float16 and no GPU computes."),
    phrase("The memory of CUDA graphs that generate() makes with a static cache is not published: "
           "unknown."),
    phrase("a bare CUDA context with lazy loading, according to a maintainer of PyTorch (2023)"),
    phrase("A sliding-window layer keeps the keys and values of the whole prompt until the first "
           "decode step."),
    phrase("fp8, int8 and q4 use its QuantizedCache (full attention only): the bits include scale "
           "and zero point; up to 127 tokens stay in the compute dtype."),
    phrase("Each card keeps a table of cosines and sines: context positions × rotary width, in the "
           "compute dtype (model_executor/layers/rotary_embedding)."),
    phrase("Experts in MXFP4 are padded to the tiles of its Marlin kernels. The kernels for other "
           "cards pad to other widths: on H100, gpt-oss-120b took 64.4 GiB with Triton's and 66.0 "
           "GiB with Marlin's."),
    phrase("Layers of the same kind form groups of equal size that share one pool of blocks; "
           "smaller groups are padded."),
    phrase("Each sequence is counted with the maximum number of blocks that it takes, including "
           "tokens of passes that are scheduled ahead, as in vLLM's own check and log; one more "
           "block is unused."),
    phrase("The memory of CUDA graphs has no published formula. Upper estimates are used: 1.9 GiB "
           "on cards of 70 GiB and more except A100 and GB10, 0.7 GiB on others. Measured: 0.5 to "
           "1.9 GiB on H100, 0.36 to 0.62 GiB on smaller cards."),
    phrase("0.51 GiB before its memory snapshot, 0.26 after; H100, 0.19.0"),
    phrase("2.01 and 2.07 GiB per card; H100, 0.19.0"),
    phrase("In models that also have recurrent layers, a block of keys and values is at least as "
           "large as the state of a layer, so a short context takes one whole block of this size "
           "in each attention layer (model_executor/models/config.py)."),
    phrase("Before serving, it runs as many tokens as it ever batches (max_num_batched_tokens), "
           "whatever the prompts are: the prefill chunk if one is given; otherwise 2,048, or 8,192 "
           "on cards of 70 GiB and more except the A100, or 16,384 on cards of 160 GiB and more; "
           "but never more tokens than all sequences have."),
    phrase(
        "The memory that each card of a pipeline takes before any tensor is only partly published: "
        "0.07 GiB after its memory snapshot (H100, 0.19.0), less than the 0.26 GiB on one GPU, so "
        "the latter is used. What NCCL takes before the snapshot is not published."),
};

}  // namespace stowage
