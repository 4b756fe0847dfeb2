# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the lesson's own notebook, and holds `stowagectl` to the model that each of its methods leaves.

    STOWAGE_PUBLISHED_CODE=… python run_lesson_code.py "$(command -v stowagectl)" ["gpt2-small (124M)" …]

The cells of memory-efficient-state-dict.ipynb run as they are published (published_code.py tells where
they come from), with the book's GPTModel, for the sizes that the notebook names; gpt2-xl (1558M) is the
lesson's own. Changed is the device where there is no GPU, and before the notebook saves the model its
biases and norms are perturbed (sigma 0.2), where its comment says that training would be. The prints of
GPU memory give way to one that keeps the model that a method has loaded.

The methods that name the parameters one by one after to_empty() (on the meta device, one file per
tensor) leave the attention masks unset: these are buffers. What the masks held is told, and they are
taken from the checkpoint before the model runs.

For each method the model's logits over the prompt go to `stowagectl load --method … --forward
--reference`, which allows 2e-5 of the largest, and its parameters are held to the file. Then the book's
generate_text_simple() lets 16 tokens follow, with tiktoken's gpt2, and `stowagectl run --prompt-text`
must give the same tokens, the same text, and the same logits, from the whole file and from one file
per tensor, in each placement. Exit status 1 where anything differs. Wants three times the model's size
in RAM and twice on disk; needs tiktoken as well.
"""
import contextlib
import hashlib
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy
import torch

import published_code
from compare_run import TOLERANCE, distance, inspected, placements, run_command

LESSON = "LLMs-from-scratch/ch05/08_memory_efficient_weight_loading"
BOOK = "LLMs-from-scratch/ch05/01_main-chapter-code/previous_chapters.py"
VOCABULARY = "https://openaipublic.blob.core.windows.net/gpt-2/encodings/main/"  # tiktoken's names of its cache
PROMPTS = ("Hello, my name is", "Every effort moves you", "Größe 42 — नमस्ते 🙂")
GENERATED = 16
# The notebook's methods, what the cell of each holds, and the methods of Stowage that load so.
METHODS = (
    ("basic loading", 'map_location=device, weights_only=True)\n)\nmodel.to(device)', ("naive",)),
    ("the common pattern", 'map_location="cpu", weights_only=True)\n)\nmodel.to(device)', ("naive",)),
    ("sequential", "def load_sequentially():", ("sequential",)),
    ("meta device", "def load_sequentially_with_meta():", ("meta",)),
    ("mmap=True", "def best_practices():", ("mmap", "streamed")),
    ("one file per tensor", "def load_individual_weights():", ("per-tensor",)),
)
PLACEMENTS = ("one GPU", "CPU offload", "disk offload", "two GPUs, CPU and disk")


class Notebook:
    """The notebook's cells of code and what they have defined."""

    def __init__(self, size):
        notebook = published_code.folder() / LESSON / "memory-efficient-state-dict.ipynb"
        cells = json.loads(notebook.read_text())["cells"]
        self.cells = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        self.scope, self.model = {}, None
        self.run("def start_memory_tracking")
        self.run("BASE_CONFIG = {", {'CHOOSE_MODEL = "gpt2-xl (1558M)"': f"CHOOSE_MODEL = {size!r}"})
        self.run("def memory_usage_in_gb")
        self.scope |= {"print_memory_usage": self.keep, "start_memory_tracking": lambda: None}

    def keep(self):
        local = sys._getframe(1).f_locals
        self.model = local.get("model", self.scope.get("model"))

    def run(self, words, changes=None):
        code = next((cell for cell in self.cells if words in cell), None)
        if code is None:
            raise SystemExit(f"The notebook has no {words!r} any more; look at it and correct this script.")
        for before, after in (changes or {}).items():
            if before not in code:
                raise SystemExit(f"The notebook has no {before!r} any more; look at it and correct this script.")
            code = code.replace(before, after)
        with contextlib.redirect_stdout(None):
            exec(code, self.scope)
        return self.scope

    def make_files(self):
        torch.manual_seed(13)
        self.run("device = torch.device(",
                 {} if torch.cuda.is_available() else {'torch.device("cuda")': 'torch.device("cpu")'})
        with torch.no_grad():
            for parameter in self.scope["model"].parameters():
                if parameter.ndim == 1:  # 1 of norms and 0 of shifts: a lost one would not show
                    parameter.add_(torch.randn_like(parameter) * 0.2)
        self.run("torch.save(model.state_dict()")
        # The cell lets a new model stand for the trained one.
        self.run('os.makedirs("model_parameters"', {"model = GPTModel(BASE_CONFIG)\n#": "#"})
        del self.scope["state_dict"], self.scope["param"]

    def load(self, words):
        self.run(words)
        for name in ("model", "state_dict", "param"):  # of a cell that is no function
            self.scope.pop(name, None)
        model, self.model = self.model, None
        return model.eval()


def book_function(name):
    spec = importlib.util.spec_from_file_location("book_chapters", published_code.folder() / BOOK)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def gpt2_encoding(scratch):
    """tiktoken's gpt2, from the files that it would download."""
    cache = scratch / "tiktoken"
    names = [hashlib.sha1((VOCABULARY + file).encode()).hexdigest() for file in ("encoder.json", "vocab.bpe")]
    published_code.add_vocabulary(cache, names)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
    import tiktoken

    return tiktoken.get_encoding("gpt2")


def complete(model, state):
    """Whether the parameters are the file's; sets the buffers that the method has left."""
    right = all(torch.equal(tensor.cpu(), state[name]) for name, tensor in model.named_parameters())
    unset = [(name, tensor) for name, tensor in model.named_buffers() if not torch.equal(tensor.cpu(), state[name])]
    for name, tensor in unset:
        tensor.copy_(state[name])
    return right, len(unset)


def lay_out(place, scope):
    """The folder with the whole file, and that with one file per tensor, as Stowage opens them."""
    config = {"model_type": "raschka-gpt2"} | scope["BASE_CONFIG"]
    whole, tensors = place / "whole", place / "tensors"
    for folder in (whole, tensors):
        published_code.add_vocabulary(folder, ("vocab.json", "merges.txt"))
        (folder / "config.json").write_text(json.dumps(config))
    os.link(place / "model.pth", whole / "model.pth")
    shutil.copytree(place / "model_parameters", tensors / "model_parameters", copy_function=os.link)
    return whole, tensors


def hold_method(stowagectl, folder, method, tokens, reference):
    """The distance of the logits that `load --method … --forward` tells, and whether it finds all right."""
    room = 3 * inspected(stowagectl, folder)["total_bytes"]  # the basic way holds the model twice
    command = [stowagectl, "load", folder, "--method", method, "--gpus", str(room), "--verify", "--json",
               "--forward", ",".join(map(str, tokens)), "--reference", reference]
    run = subprocess.run(command, capture_output=True, text=True)
    told = json.loads(run.stdout) if run.stdout else {}
    forward = told.get("forward")
    if not forward or forward["max_difference"] is None:
        return f"stowagectl {method}: {run.stderr.strip() or told.get('stopped') or forward}", False
    far = forward["max_difference"] / numpy.abs(numpy.load(reference)).max()
    return f"stowagectl {method}: logits {far:.1e} of the largest", run.returncode == 0 and forward["agrees"]


def hold_run(stowagectl, folder, model, encoding, scratch):
    """`run --prompt-text` in each placement against the book's generate_text_simple()."""
    generate = book_function("generate_text_simple")
    known, agree = placements(inspected(stowagectl, folder)), True
    wanted = []
    for prompt in PROMPTS:
        tokens = torch.tensor([encoding.encode(prompt)])
        whole = generate(model, tokens, GENERATED, model.pos_emb.weight.shape[0])[0].tolist()
        with torch.no_grad():
            wanted.append((prompt, whole, encoding.decode(whole), model(tokens)[0, -1]))
        if folder.name == "whole":
            print(f"  {whole}: {wanted[-1][2]!r}")
    for placement in PLACEMENTS if folder.name == "whole" else PLACEMENTS[:1]:
        far, same = 0.0, True
        for prompt, whole, text, logits in wanted:
            options = ["--prompt-text", prompt, "--generate", str(GENERATED), *known[placement]]
            got, told = run_command(stowagectl, folder, options, scratch)
            far = max(far, distance(got, logits))
            same = same and told["prompt"] + told["tokens"] == whole and prompt + told["text"] == text
        right = same and far <= TOLERANCE
        agree = agree and right
        print(f"  run, {folder.name}, {placement:24} logits {far:.1e} of the largest; tokens and text "
              f"{'equal' if same else 'DIFFER'}", flush=True)
    return agree


def hold(stowagectl, size, place):
    os.chdir(place)
    notebook = Notebook(size)
    print(size)
    notebook.make_files()
    whole, tensors = lay_out(place, notebook.scope)
    state = torch.load("model.pth", map_location="cpu", weights_only=True, mmap=True)
    encoding = gpt2_encoding(place)
    tokens, agree, model = encoding.encode(PROMPTS[0]), True, None
    for title, words, methods in METHODS:
        del model
        model = notebook.load(words)
        right, unset = complete(model, state)
        with torch.no_grad():
            numpy.save("reference.npy", model(torch.tensor([tokens]))[0].numpy())
        print(f"  {title}: parameters {'are' if right else 'ARE NOT'} the file's, {unset or 'no'} masks left unset",
              flush=True)
        agree = agree and right
        for method in methods:
            text, is_right = hold_method(stowagectl, tensors if method == "per-tensor" else whole, method, tokens,
                                         place / "reference.npy")
            print(f"    {text}{'' if is_right else '  DIFFERS'}", flush=True)
            agree = agree and is_right
    for folder in (whole, tensors):
        agree = hold_run(stowagectl, folder, model, encoding, place) and agree
    return agree


def main():
    stowagectl = str(pathlib.Path(sys.argv[1]).resolve())
    sys.path.insert(0, str(published_code.folder().resolve() / LESSON))
    agree = []
    for size in sys.argv[2:] or ["gpt2-small (124M)"]:
        with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
            agree.append(hold(stowagectl, size, pathlib.Path(place)))
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
