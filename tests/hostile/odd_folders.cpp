// SPDX-License-Identifier: GPL-3.0-or-later
// Folders and indexes that look odd and are right.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"

namespace stowage::test {
namespace {

namespace fs = std::filesystem;

std::string bytes(const std::string& name) {
    return safetensorsFile("{\"" + name + R"(":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})",
                           4);
}

ExpectedTensor four(const std::string& name) {
    return {name, "uint8", {4}, std::string(4, '\0')};
}

std::string lone() {
    return torchFile("\x80\x02" + pickleTensor({}) + ".");
}

void addIndexes(CaseFolder& folder) {
    const fs::path flat = folder.newFolder("a flat index");
    writeBytes(flat / "one.safetensors", bytes("a"));
    writeBytes(flat / "two.safetensors", bytes("b"));
    writeBytes(flat / "x.index.json", R"({"a":"one.safetensors","b":"two.safetensors"})");
    folder.addValid("a flat index", flat, {four("a"), four("b")});
    const fs::path bare = folder.newFolder("an index without metadata");
    writeBytes(bare / "one.safetensors", bytes("a"));
    writeBytes(bare / "x.index.json", R"({"weight_map":{"a":"one.safetensors"}})");
    folder.addValid("an index without metadata", bare / "x.index.json", {four("a")});
    const fs::path deep = folder.newFolder("shards in folders below");
    fs::create_directories(deep / "parts" / "1");
    writeBytes(deep / "parts" / "1" / "one.safetensors", bytes("a"));
    writeBytes(deep / "x.index.json",
               R"({"metadata":{"note":[1]},"weight_map":{"a":"./parts/1/one.safetensors"}})");
    folder.addValid("shards in folders below", deep, {four("a")});
    const fs::path mixed = folder.newFolder("shards of PyTorch and names with blanks");
    writeBytes(mixed / "my part (1).bin", tensorFile({}));
    writeBytes(mixed / "pytorch_model.bin.index.json", R"({"w":"my part (1).bin"})");
    folder.addValid("shards of PyTorch and names with blanks", mixed,
                    {{"w", "float32", {4}, std::string(16, '\1')}});
    const fs::path inside = folder.newFolder("a link within the folder");
    writeBytes(inside / "real.safetensors", bytes("a"));
    fs::create_symlink("real.safetensors", inside / "one.safetensors");
    writeBytes(inside / "x.index.json", R"({"a":"one.safetensors"})");
    folder.addValid("a link within the folder", inside, {four("a")});
}

/// models--X/snapshots/REVISION/NAME -> ../../blobs/HASH, as huggingface_hub lays it out.
void addCaches(CaseFolder& folder) {
    const fs::path cache = folder.newFolder("a Hugging Face cache") / "models--x--y";
    const fs::path revision = cache / "snapshots" / "0123abcd";
    fs::create_directories(cache / "blobs");
    fs::create_directories(revision);
    writeBytes(cache / "blobs" / "aaaa", bytes("a"));
    writeBytes(cache / "blobs" / "bbbb", R"({"weight_map":{"a":"m-1.safetensors"}})");
    fs::create_symlink("../../blobs/aaaa", revision / "m-1.safetensors");
    fs::create_symlink("../../blobs/bbbb", revision / "model.safetensors.index.json");
    folder.addValid("a Hugging Face cache", revision, {four("a")});
    folder.addValid("the index of a Hugging Face cache", revision / "model.safetensors.index.json",
                    {four("a")});
    folder.addValid("a file of a Hugging Face cache", revision / "m-1.safetensors", {four("a")});
    const fs::path link = folder.newFolder("a link to a folder") / "link";
    fs::create_directory_symlink(revision, link);
    folder.addValid("a link to a folder", link, {four("a")});
}

void addChoices(CaseFolder& folder) {
    const fs::path two = folder.newFolder("two formats");
    writeBytes(two / "pytorch_model.bin", tensorFile({}));
    writeBytes(two / "model.safetensors", bytes("a"));
    folder.addValid("two formats beside each other", two,
                    {{"w", "float32", {4}, std::string(16, '\1')}}, "model.safetensors");
    const fs::path clutter = folder.newFolder("a folder full of other things");
    for (const char* name : {"README.md", "config.json", "tokenizer.json", "training_args.bin",
                             "optimizer.bin", "scheduler.pt", ".gitattributes"}) {
        writeBytes(clutter / name, "nothing to see");
    }
    writeBytes(clutter / "consolidated.safetensors", bytes("a"));
    folder.addValid("a folder full of other things", clutter, {four("a")});
    const fs::path tensors = folder.newFolder("a folder of tensors");
    fs::create_directory(tensors / "model_parameters");
    writeBytes(tensors / "model_parameters" / "a.b.weight.pt", lone());
    writeBytes(tensors / "model_parameters" / "\xe6\xa8\xa1 x.pt", lone());
    writeBytes(tensors / "model_parameters" / ".hidden.pt", "nothing to see");
    writeBytes(tensors / "model_parameters" / "notes.txt", "nothing to see");
    folder.addValid("a folder of tensors", tensors,
                    {{"a.b.weight", "float32", {4}, std::string(16, '\1')},
                     {"\xe6\xa8\xa1 x", "float32", {4}, std::string(16, '\1')}});
}

void addOffload(CaseFolder& folder) {
    const fs::path place = folder.newFolder("an offload folder");
    writeBytes(place / "a.dat", "12345678");
    writeBytes(place / "b.dat", "abcd");
    writeBytes(place / "c.dat", "xy");
    writeBytes(place / "more.safetensors", bytes("inner"));
    writeBytes(place / "left-over.dat", "nobody names this");
    writeBytes(place / "index.json",
               R"({"a":{"dtype":"torch.float32","shape":[2]},"b":{"dtype":"int32","shape":[]},)"
               R"("c":{"dtype":"bfloat16","shape":[1],"note":null},)"
               R"("d":{"safetensors_file":"more.safetensors","weight_name":"inner",)"
               R"("dtype":"uint8"}})");
    folder.addValid("an offload folder", place,
                    {{"a", "float32", {2}, "12345678"},
                     {"b", "int32", {}, "abcd"},
                     {"c", "bfloat16", {1}, "xy"},
                     four("d")});
}

}  // namespace

void addOddFolders(CaseFolder& folder) {
    addIndexes(folder);
    addCaches(folder);
    addChoices(folder);
    addOffload(folder);
}

}  // namespace stowage::test
