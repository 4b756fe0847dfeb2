// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people in resources/devices and resources/engines, for lupdate alone: `./dev
// translations` reads this file, nothing compiles it. tests/base/tst_catalogue holds it to those
// files.

namespace stowage {

const Phrase kTexts[] = {
    phrase("One of the four GPUs of the board."),
    phrase("One socket; the capacity is the most that it takes."),
    phrase("One of the two GPUs of a superchip; the memory of its Grace CPU is not counted. Both "
           "share "
           "the 450 GB/s of that CPU's NVLink-C2C."),
    phrase("The Hopper half of it; the memory of its Grace CPU is not counted."),
    phrase("Unified memory: the system and all programs live in it too. With 64 GPU cores."),
    phrase("Unified memory: the system and all programs live in it too. With 76 GPU cores."),
    phrase("Unified memory: the system and all programs live in it too. With 40 GPU cores."),
    phrase("One of its two dies, as programs see them: half of all that is published."),
    phrase("Measured as the bus bandwidth of an all-reduce of 16 GiB over 8 A100."),
    phrase("Measured by nvbandwidth between two H200."),
    phrase("Measured by nvbandwidth from host to GPU of a DGX Station GB300."),
    phrase("Measured by nvbandwidth from pinned host memory to an H200."),
    phrase("One socket."),
    phrase("Between two cards; all seven links together carry 448 GB/s."),
    phrase("Without --swa-full. int8 is q8_0 (34 bytes for 32 numbers), q4 is q4_0 (18 bytes)."),
    phrase("Its compute buffers are laid out for a micro batch of 512 tokens in float32, all with "
           "logits: what the formula counts of the widest layer and of the head, without what the "
           "graph's allocator leaves between. Copies between cards are not counted."),
    phrase("unaccounted, 451 to 456 MiB a card on three RTX 4090"),
    phrase("Only some hybrid models have a smaller pool for sliding layers (0.8 of the tokens); "
           "Gemma 2 and 3 keep all tokens in all layers."),
    phrase("Of what is free of a card when it starts it gives weights, keys, values and states a "
           "share (--mem-fraction-static), its own by the card's memory: what that leaves is for "
           "activations and CUDA graphs, whose memory is not published in a form that a plan can "
           "use."),
    phrase("94.97 GiB less 94.01 that were free before the weights; RTX PRO 6000"),
    phrase("139.80 GiB less 137.29 that were free before the weights; H200"),
    phrase("Keys and values are kept in the dtype that a pass computes in: float32 where the "
           "weights are float16 and no card computes."),
    phrase("The memory of CUDA graphs that generate() makes with a static cache is not published: "
           "unknown."),
    phrase("a bare CUDA context with lazy loading, as a maintainer of PyTorch gives it (2023)"),
    phrase(
        "A sliding layer keeps the storage of the whole prompt until the first token is decoded."),
    phrase("fp8, int8 and q4 are its QuantizedCache (full attention only): bits with scale and "
           "zero; up to 127 tokens stay in the dtype of compute."),
    phrase("Each card keeps a table of cosines and sines: positions of the context × rotary width, "
           "in the dtype of compute (model_executor/layers/rotary_embedding)."),
    phrase("Experts in MXFP4 are filled up to the tiles of its Marlin kernels. Those of other "
           "cards fill up to other widths: on H100 gpt-oss-120b took 64.4 GiB with Triton's and "
           "66.0 GiB with Marlin's."),
    phrase("Layers of a kind lie in groups of one size that draw from one pool of blocks; short "
           "groups are padded."),
    phrase("A sequence counts with as many blocks as it takes at most, with tokens of passes that "
           "are scheduled ahead, as vLLM's own check and its log do; one block more is used by "
           "nobody."),
    phrase("The memory of CUDA graphs has no published formula. Upper estimates are used: 1.9 GiB "
           "on cards of 70 GiB and more except A100 and GB10, 0.7 GiB on others. Measured: 0.5 to "
           "1.9 GiB on H100, 0.36 to 0.62 GiB on smaller cards."),
    phrase("0.51 GiB before its memory snapshot, 0.26 after; H100, 0.19.0"),
    phrase("2.01 and 2.07 GiB a card; H100, 0.19.0"),
    phrase("Of models with recurrent layers as well, a block of keys and values is no smaller than "
           "a layer's state, so that a short context takes one whole such block in each layer that "
           "attends (model_executor/models/config.py)."),
    phrase("Before it serves it runs as many tokens as it ever batches (max_num_batched_tokens), "
           "whatever the prompts: the prefill chunk where one is given, else 2,048, 8,192 on cards "
           "of 70 GiB and more but the A100, 16,384 from 160 GiB on, and no more than all "
           "sequences have."),
    phrase("What each card of a pipeline takes before any tensor is published in part: 0.07 GiB "
           "after its memory snapshot (H100, 0.19.0), less than the 0.26 on one GPU, for which it "
           "counts. What NCCL takes of it before the snapshot is not."),
};

}  // namespace stowage
