# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a small tokenizer of each kind that Stowage reads, with the libraries that make the real
ones, on words in 30 scripts, and holds Stowage to them.

    record_tokenizers.py --check N tokenize_lines   N texts for each kind, in a temporary folder
    record_tokenizers.py --write                    data/tokenizers: the tokenizers and recorded answers
    record_tokenizers.py --folder DIR N tokenize_lines   a real tokenizer's folder
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import sentencepiece as spm
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import AutoTokenizer, PreTrainedTokenizerFast

DATA = Path(__file__).parent.parent / "data" / "tokenizers"

SCRIPTS = {
    "Latin": (0x41, 0x24F), "Greek": (0x370, 0x3FF), "Cyrillic": (0x400, 0x4FF), "Armenian": (0x531, 0x58F),
    "Hebrew": (0x591, 0x5F4), "Arabic": (0x600, 0x6FF), "Syriac": (0x700, 0x74F), "Thaana": (0x780, 0x7B1),
    "NKo": (0x7C0, 0x7FA), "Devanagari": (0x900, 0x97F), "Bengali": (0x980, 0x9FE), "Gurmukhi": (0xA01, 0xA76),
    "Gujarati": (0xA81, 0xAFF), "Oriya": (0xB01, 0xB77), "Tamil": (0xB82, 0xBFA), "Telugu": (0xC00, 0xC7F),
    "Kannada": (0xC80, 0xCF2), "Malayalam": (0xD00, 0xD7F), "Sinhala": (0xD81, 0xDF4), "Thai": (0xE01, 0xE5B),
    "Lao": (0xE81, 0xEDF), "Tibetan": (0xF00, 0xFDA), "Myanmar": (0x1000, 0x109F), "Georgian": (0x10A0, 0x10FF),
    "Hangul": (0xAC00, 0xD7A3), "Jamo": (0x1100, 0x11FF), "Ethiopic": (0x1200, 0x137C), "Cherokee": (0x13A0, 0x13FD),
    "Khmer": (0x1780, 0x17F9), "Mongolian": (0x1800, 0x18AA), "Hiragana": (0x3041, 0x309F),
    "Katakana": (0x30A1, 0x30FF), "Han": (0x4E00, 0x9FFF), "Emoji": (0x1F300, 0x1F64F), "Gothic": (0x10330, 0x1034A),
    "Mathematical": (0x1D400, 0x1D7FF), "Compatibility": (0xFB00, 0xFEFF), "Halfwidth": (0xFF01, 0xFFEE),
}
BETWEEN = [" ", " ", " ", " ", " ", "  ", "   ", "\n", "\n\n", "\t", "\r\n", ", ", ". ", "-", "'", "’", "/", "_", "…",
           "!", "?! ", " (", ") ", "\u00a0", "\u3000", "\u200b", "\u200d", "\u00ad", "\u2028", "\u0085", "\ufeff",
           "\u180e", "、", "。", "«", "»", "\u0000"[:0], "\x01", "$", "€", "+", "=", "~", "`", "^", "|", "<", ">"]
ENDINGS = ["'s", "'t", "'re", "'VE", "'ll", "n't", "'D", "'M", ""]
SPECIALS = ["<|endoftext|>", "<s>", "</s>", "[MASK]", "[SEP]", "<unk>", "<extra_id_3>", "<|begin_of_text|>"]


def characters(first, last):
    # What Unicode 13 has: later releases differ between the libraries themselves.
    return [chr(c) for c in range(first, last + 1)
            if unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co", "Cc")]


def lexicon(random_, size):
    words = {}
    for name, (first, last) in SCRIPTS.items():
        some = characters(first, last)
        some = random_.sample(some, min(len(some), 120))
        words[name] = ["".join(random_.choices(some, k=random_.randint(1, 7))) for _ in range(size)]
    words["Latin"] += ("the of and to in a is that it was for on are as with his they at be this from have or by one had "
                       "not but what all were when we there can an your which their said if do will each about how up "
                       "out them then she many some so these would other into has more her two like him see time could "
                       "no make than first been its who now people my made over did down only way find use may water "
                       "long little very after words called just where most know Hello my name is").split()
    return words


def text(random_, words):
    parts = []
    for _ in range(random_.randint(1, 3)):
        name = random_.choice(list(words))
        for _ in range(random_.randint(1, 6)):
            kind = random_.random()
            if kind < 0.70:
                word = random_.choice(words[name])
                word = word if random_.random() < 0.8 else word.upper() if random_.random() < 0.5 else word.capitalize()
                parts.append(word + (random_.choice(ENDINGS) if random_.random() < 0.1 else ""))
            elif kind < 0.80:
                parts.append(str(random_.randint(0, 10 ** random_.randint(1, 9))))
            elif kind < 0.83:
                parts.append(random_.choice(SPECIALS))
            elif kind < 0.88:
                parts.append("".join(chr(random_.choice([random_.randint(0x20, 0x7E), random_.randint(0xA0, 0x17F),
                                                         random_.randint(0x300, 0x36F)])) for _ in range(4)))
            parts.append(random_.choice(BETWEEN))
    whole = "".join(parts)
    return whole if random_.random() < 0.7 else whole.strip()


GPT2 = None  # ByteLevel's own
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
          r"|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+")


def config(folder, **entries):
    (folder / "tokenizer_config.json").write_text(json.dumps(entries, ensure_ascii=False))


def byte_level(folder, corpus, size, pattern, special, normalizer=None):
    tokenizer = Tokenizer(models.BPE(ignore_merges=pattern is LLAMA3))
    tokenizer.normalizer = normalizer
    letters = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=pattern is None)
    tokenizer.pre_tokenizer = letters if pattern is None else pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(pattern), "isolated", False), letters])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(corpus, trainers.BpeTrainer(
        vocab_size=size, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False))
    return tokenizer


def gpt2_files(folder, corpus, size):
    tokenizer = byte_level(folder, corpus, size, GPT2, ["<|endoftext|>"])
    tokenizer.model.save(str(folder))
    config(folder, tokenizer_class="GPT2Tokenizer", model_max_length=1024)
    return AutoTokenizer.from_pretrained(folder)


def gpt2_json(folder, corpus, size):
    tokenizer = byte_level(folder, corpus, size, GPT2, ["<|endoftext|>"])
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    return PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))


def llama3_json(folder, corpus, size):
    tokenizer = byte_level(folder, corpus, size, LLAMA3, ["<|begin_of_text|>", "<|end_of_text|>"])
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=False),
        processors.TemplateProcessing(single="<|begin_of_text|> $A", pair="<|begin_of_text|> $A <|begin_of_text|> $B:1",
                                      special_tokens=[("<|begin_of_text|>", 0)])])
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    config(folder, tokenizer_class="PreTrainedTokenizerFast", bos_token="<|begin_of_text|>",
           eos_token="<|end_of_text|>", clean_up_tokenization_spaces=True)
    return AutoTokenizer.from_pretrained(folder)


def qwen_json(folder, corpus, size):
    tokenizer = byte_level(folder, corpus, size, QWEN, ["<|endoftext|>", "<|im_start|>"], normalizers.NFC())
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    config(folder, tokenizer_class="PreTrainedTokenizerFast", add_bos_token=False, eos_token="<|endoftext|>")
    return AutoTokenizer.from_pretrained(folder)


def qwen_files(folder, corpus, size):
    tokenizer = byte_level(folder, corpus, size, QWEN, ["<|endoftext|>"], normalizers.NFC())
    tokenizer.model.save(str(folder))
    config(folder, tokenizer_class="Qwen2Tokenizer")
    return AutoTokenizer.from_pretrained(folder)


def roberta_json(folder, corpus, size):
    tokenizer = byte_level(folder, corpus, size, GPT2, ["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.add_special_tokens([__import__("tokenizers").AddedToken("<mask>", lstrip=True, special=True)])
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=True,
                                                            add_prefix_space=False)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    return PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))


def train_sentencepiece(folder, name, corpus, size, **options):
    if size < 3000:
        options.update(character_coverage=0.99, hard_vocab_limit=False)
    if size < 3000 and "normalization_rule_name" not in options:
        # The usual rules take 240 KB of the model; these take four.
        rules = folder / "rules.tsv"
        rules.write_text("".join(f"{c:X}\t{c - 0xFEE0:X}\n" for c in range(0xFF01, 0xFF5F))
                         + "A0\t20\n3000\t20\n9\t20\nA\t20\nD\t20\n200B\t20\nFB01\t66 69\n")
        options["normalization_rule_tsv"] = rules.name
    with contextlib.chdir(folder):  # a model keeps the paths that it was trained with
        spm.SentencePieceTrainer.train(sentence_iterator=iter(corpus), model_prefix="m", vocab_size=size,
                                       minloglevel=2, num_threads=2, **options)
    (folder / "m.model").rename(folder / name)
    (folder / "m.vocab").unlink()
    (folder / "rules.tsv").unlink(missing_ok=True)


def llama2_train(folder, corpus, size, name="tokenizer.model"):
    train_sentencepiece(folder, name, corpus, size, model_type="bpe", byte_fallback=True, split_digits=True,
                        normalization_rule_name="identity", remove_extra_whitespaces=False, add_dummy_prefix=True,
                        character_coverage=0.995, allow_whitespace_only_pieces=True)


class Pieces:
    """A SentencePiece model as the slow classes of transformers used it: special tokens are cut out of the text."""

    def __init__(self, path, before, after, specials):
        self.model = spm.SentencePieceProcessor(model_file=str(path))
        self.before, self.after, self.specials = before, after, specials

    def encode(self, text):
        ids = [self.model.piece_to_id(piece) for piece in self.before]
        while text:
            found = [(text.find(s), -len(s), s) for s in self.specials if s in text]
            if not found:
                ids += self.model.encode(text)
                break
            at, _, special = min(found)
            ids += self.model.encode(text[:at]) if at else []
            ids.append(self.model.piece_to_id(special))
            text = text[at + len(special):]
        return ids + [self.model.piece_to_id(piece) for piece in self.after]

    def decode(self, ids):
        return None


def llama2_model(folder, corpus, size):
    llama2_train(folder, corpus, size)
    config(folder, tokenizer_class="LlamaTokenizer", add_bos_token=True, add_eos_token=False, bos_token="<s>",
           eos_token="</s>", unk_token="<unk>", legacy=True)
    return Pieces(folder / "tokenizer.model", ["<s>"], [], ["<s>", "</s>", "<unk>"])


def llama2_json(folder, corpus, size):
    """As the published files of Llama 2 and Mistral are: converted by transformers' own converter."""
    llama2_train(folder, corpus, size)
    model = spm.SentencePieceProcessor(model_file=str(folder / "tokenizer.model"))
    (folder / "tokenizer.model").unlink()
    vocabulary = {model.id_to_piece(i): i for i in range(model.get_piece_size())}
    merges = []
    for piece, rank in vocabulary.items():
        for cut in range(1, len(piece)):
            if piece[:cut] in vocabulary and piece[cut:] in vocabulary and not model.is_byte(rank):
                merges.append((rank, vocabulary[piece[:cut]], vocabulary[piece[cut:]], piece[:cut], piece[cut:]))
    merges = [(left, right) for *_, left, right in sorted(merges)]
    tokenizer = Tokenizer(models.BPE(vocabulary, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
                                           decoders.Strip(" ", 1, 0)])
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s>:1 $B:1",
                                                             special_tokens=[("<s>", 1)])
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    return PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))


def t5_model(folder, corpus, size):
    train_sentencepiece(folder, "spiece.model", corpus, size, model_type="unigram", pad_id=0, eos_id=1, unk_id=2,
                        bos_id=-1, character_coverage=0.998)
    config(folder, tokenizer_class="T5Tokenizer", eos_token="</s>", unk_token="<unk>", pad_token="<pad>")
    pieces = Pieces(folder / "spiece.model", [], ["</s>"], ["</s>", "<unk>", "<pad>"])
    to_id = pieces.model.piece_to_id
    count = pieces.model.get_piece_size()

    class Extra:
        def piece_to_id(self, piece):
            return count + 99 - int(piece[10:-1]) if piece.startswith("<extra_id_") else to_id(piece)

        def encode(self, text):
            return real.encode(text)
    real = pieces.model
    pieces.model = Extra()
    pieces.specials += [f"<extra_id_{i}>" for i in range(100)]
    return pieces


def t5_json(folder, corpus, size):
    train_sentencepiece(folder, "spiece.model", corpus, size, model_type="unigram", pad_id=0, eos_id=1, unk_id=2,
                        bos_id=-1, character_coverage=0.998)
    from sentencepiece import sentencepiece_model_pb2 as pb2
    proto = pb2.ModelProto.FromString((folder / "spiece.model").read_bytes())
    (folder / "spiece.model").unlink()
    tokenizer = Tokenizer(models.Unigram([(p.piece, p.score) for p in proto.pieces], 2))
    tokenizer.normalizer = normalizers.Precompiled(proto.normalizer_spec.precompiled_charsmap)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace("▁", prepend_scheme="always")])
    tokenizer.decoder = decoders.Metaspace("▁", prepend_scheme="always")
    tokenizer.add_special_tokens(["<pad>", "</s>", "<unk>"])
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", pair="$A </s> $B </s>",
                                                             special_tokens=[("</s>", 1)])
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    return PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))


def bert_vocabulary(corpus, size, lowercase):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.train_from_iterator(corpus, trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return tokenizer


def bert_text(folder, corpus, size):
    tokenizer = bert_vocabulary(corpus, size, True)
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    (folder / "vocab.txt").write_text("".join(word + "\n" for word, _ in words), newline="\n")
    config(folder, tokenizer_class="BertTokenizer", do_lower_case=True, clean_up_tokenization_spaces=True)
    return AutoTokenizer.from_pretrained(folder)


def bert_json(folder, corpus, size):
    bert_vocabulary(corpus, size, False).save(str(folder / "tokenizer.json"), pretty=False)
    return PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), clean_up_tokenization_spaces=False)


KINDS = {f.__name__: f for f in (gpt2_files, gpt2_json, llama3_json, qwen_json, qwen_files, roberta_json, llama2_model,
                                 llama2_json, t5_model, t5_json, bert_text, bert_json)}


def answers(real, texts):
    for one in texts:
        ids = list(real.encode(one))
        yield {"ids": ids, "text": real.decode(ids)}


def compare(name, folder, real, texts, program):
    run = subprocess.run([program, str(folder)], input="".join(json.dumps(t) + "\n" for t in texts),
                         capture_output=True, text=True)
    if run.returncode != 0:
        print(f"{name}: {run.stderr.strip()}")
        return 1
    ours = [json.loads(line) for line in run.stdout.split("\n") if line]
    wrong = 0
    for one, expected, got in zip(texts, answers(real, texts), ours, strict=True):
        same = got.get("ids") == expected["ids"] and expected["text"] in (None, got.get("text"))
        wrong += not same
        if not same and wrong <= int(os.environ.get("SHOW", "3")):
            print(f"  {name}: {one!r}\n    expected {expected}\n    got      {got}")
    print(f"{name}: {len(texts)} texts, {wrong} differ", flush=True)
    return wrong


def make(name, folder, size, few=False):
    random_ = random.Random(1)
    words = lexicon(random_, 40)
    if few:  # words of which a small vocabulary holds some
        words = {script: words[script][-60 if script == "Latin" else -4:] for script in words}
    corpus = [" ".join(random_.choices(words[script], k=5)) if few else text(random_, words)
              for _ in range(4000 // len(words)) for script in words]
    return KINDS[name](folder, [line.replace("\x00", "") for line in corpus], size)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", nargs=2, metavar=("N", "PROGRAM"))
    parser.add_argument("--folder", nargs=3, metavar=("DIR", "N", "PROGRAM"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--kinds", default=",".join(KINDS))
    given = parser.parse_args()
    random_ = random.Random(99)
    words = lexicon(random.Random(1), 40)
    new = lexicon(random.Random(7), 40)
    both = {name: words[name] + new[name] for name in words}
    wrong = 0
    if given.folder:
        real = AutoTokenizer.from_pretrained(given.folder[0])
        texts = [text(random_, both) for _ in range(int(given.folder[1]))]
        wrong += compare(given.folder[0], given.folder[0], real, texts, given.folder[2])
    for name in given.kinds.split(",") if given.check else []:
        with tempfile.TemporaryDirectory() as made:
            real = make(name, Path(made), 6000)
            texts = [text(random_, both) for _ in range(int(given.check[0]))]
            wrong += compare(name, Path(made), real, texts, given.check[1])
    for name in set(given.kinds.split(",")) - {"gpt2_json", "qwen_json"} if given.write else []:
        folder = DATA / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        small = name.startswith(("gpt2", "llama3", "qwen", "roberta"))
        real = make(name, folder, 400 if small else 900, few=True)
        texts = ["Hello, my name is", "", " ", "  Hello  world "] + [text(random_, both) for _ in range(20)]
        expected = [{"prompt": one, **answer} for one, answer in zip(texts, answers(real, texts))]
        (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=True, separators=(",", ":")) + "\n")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
