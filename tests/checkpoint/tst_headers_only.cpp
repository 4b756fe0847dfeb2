// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of models without their weights: the same model to look at and to plan, and none to load.
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/place/place.h"
#include "tests/support/archive_builder.h"
#include "tests/support/convert_check.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/golden_text.h"
#include "tests/support/tree_text.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stop_token>
#include <utility>

using namespace stowage;
using namespace stowage::test;
namespace fs = std::filesystem;

namespace {

const WeightsElsewhere kThere{"gpu1", "/models/it"};

const char* whyOf(const auto& result) {
    return result ? "" : result.error().message.english().c_str();
}

void writeBytes(const fs::path& path, const std::string& bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

/// Bytes that no file system leaves out.
std::string content(std::size_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i) {
        text[i] = static_cast<char>(i % 97 + 1);
    }
    return text;
}

/// What the files of a folder take on disk, bytes.
std::uint64_t roomOf(const fs::path& place) {
    constexpr std::uint64_t kBlock = 512;
    const auto blocksOf = [](const fs::path& file) {
        struct stat status {};
        return ::stat(file.c_str(), &status) == 0 ? std::uint64_t(status.st_blocks) * kBlock : 0;
    };
    if (!fs::is_directory(place)) {
        return blocksOf(place);
    }
    std::uint64_t sum = 0;
    for (const auto& entry : fs::recursive_directory_iterator(place)) {
        sum += entry.is_regular_file() ? blocksOf(entry.path()) : 0;
    }
    return sum;
}

/// Everything that a tensor is, but for the folder of its file and for its storage's number.
std::vector<std::string> tensorTexts(const Checkpoint& checkpoint) {
    const fs::path path = fs::absolute(checkpoint.path);
    const fs::path folder = fs::is_directory(path) ? path : path.parent_path();
    std::map<std::uint64_t, std::size_t> storages;
    std::vector<std::string> texts;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        const auto numbers = [](const std::vector<std::int64_t>& all) {
            return nlohmann::json(all).dump();
        };
        const std::size_t storage =
            storages.emplace(tensor.storageKey, storages.size()).first->second;
        texts.push_back(tensor.name + " " + std::string(dtypeName(tensor.dtype)) +
                        numbers(tensor.shape) + numbers(tensor.strides) + " " +
                        (checkpoint.shards.empty()
                             ? std::string()
                             : fs::path(checkpoint.shards[tensor.location.shard]->path())
                                   .lexically_relative(folder)
                                   .string()) +
                        " " + std::to_string(tensor.location.offset) + "+" +
                        std::to_string(tensor.location.length) + " storage " +
                        std::to_string(storage) + (tensor.storageKey == 0 ? " alone" : "") +
                        (tensor.isMeta ? " meta" : "") + " " + std::to_string(tensor.firstElement));
    }
    return texts;
}

PlacementRequest requestFor(const Checkpoint& checkpoint) {
    const auto device = [](DeviceId id, std::uint64_t capacity) {
        DeviceInfo info;
        info.id = id;
        info.name = "A device";
        info.simulated = id.isGpu();
        info.capacity = capacity;
        return info;
    };
    PlacementRequest request;
    if (const auto tree = buildModuleTree(checkpoint)) {
        request.tree = *tree;
    }
    const std::uint64_t half = request.tree == nullptr ? 0 : request.tree->totalBytes() / 2 + 1;
    request.devices = {device(DeviceId::gpu(0), half), device(DeviceId::gpu(1), 2 * half),
                       device(DeviceId::cpu(), 4 * half), device(DeviceId::disk(), 8 * half)};
    request.budgets = defaultBudgets(request.devices, static_cast<double>(4 * half));
    return request;
}

std::string planText(const Checkpoint& checkpoint) {
    const auto plan = place(requestFor(checkpoint));
    return plan ? planToJson(**plan, TraceOutput::Include) : plan.error().message.english();
}

/// A state dict as a safetensors file.
std::string weightsOf(const ModuleTree& tree) {
    nlohmann::ordered_json header;
    std::uint64_t at = 0;
    for (const TensorSpec& tensor : tree.tensors()) {
        if (tensor.persistent) {
            header[tensor.name] = {{"dtype", tensor.dtype == DType::Int64 ? "I64" : "F32"},
                                   {"shape", tensor.shape},
                                   {"data_offsets", {at, at + tensor.byteSize}}};
            at += tensor.byteSize;
        }
    }
    const std::string text = header.dump();
    return littleEndian(text.size(), 8) + text + content(at);
}

/// A recorded pipeline whose models have weights.
std::string makePipeline(const fs::path& folder) {
    const fs::path from = STOWAGE_TEST_DATA "/pipelines/flux";
    fs::copy(from, folder, fs::copy_options::recursive);
    for (const auto& part : fs::directory_iterator(from)) {
        const fs::path config = part.path() / "config.json";
        if (const auto model = openCheckpoint(config.string()); model) {
            writeBytes(folder / part.path().filename() / "model.safetensors",
                       weightsOf(*(*model)->describedTree));
        }
    }
    return folder.string();
}

std::string makeSample(const fs::path& folder, CheckpointFormat format,
                       std::optional<std::uint64_t> shardBytes = {}) {
    SampleOptions options;
    options.folder = folder.string();
    options.arch = "llama-tiny";
    options.format = format;
    options.dtype = DType::BFloat16;
    options.shardBytes = shardBytes;
    const auto summary = writeSampleCheckpoint(options);
    return summary ? options.folder : whyOf(summary);
}

std::string makeGguf(const fs::path& folder) {
    constexpr std::uint64_t kRows = 32768;
    GgufFile file;
    file.tensors = {{"a.weight", {32, kRows}, 8, 0}, {"b.weight", {32, kRows}, 8, kRows * 34}};
    writeBytes(folder / "model.gguf", ggufBytes(file) + content(2 * kRows * 34));
    return (folder / "model.gguf").string();
}

std::string makeNpyFolder(const fs::path& folder) {
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (256, 1024), }\n";
    const std::string bytes = std::string("\x93NUMPY\1\0", 8) + littleEndian(header.size(), 2) +
                              header + content(256 * 1024 * 4);
    writeBytes(folder / "a.weight.npy", bytes);
    writeBytes(folder / "b.weight.npy", bytes);
    return folder.string();
}

std::string makeOffloadFolder(const fs::path& folder) {
    const std::string model =
        makeSample(folder.string() + "-source", CheckpointFormat::Safetensors);
    const auto converted = convertTo(model, folder.string(), ConvertTarget::OffloadFolder);
    return converted ? folder.string() : whyOf(converted);
}

/// A cache of the hub: links to files that have other names.
std::string makeHubCache(const fs::path& folder) {
    const fs::path revision = folder / "models--it" / "snapshots" / "1";
    const fs::path blobs = folder / "models--it" / "blobs";
    fs::create_directories(blobs);
    fs::create_directories(revision);
    const std::string sample = makeSample(folder / "source", CheckpointFormat::Safetensors);
    for (const char* const name : {"model.safetensors", "config.json"}) {
        fs::rename(fs::path(sample) / name, blobs / (std::string("blob-") + name));
        fs::create_symlink(fs::path("../../blobs") / (std::string("blob-") + name),
                           revision / name);
    }
    return revision.string();
}

/// A model that ties its head to its table of tokens, over a file that has other numbers for it.
std::string makeUntied(const fs::path& folder) {
    constexpr const char* kConfig =
        R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "vocab_size": 512,
            "n_positions": 64, "n_embd": 128, "n_layer": 2, "n_head": 2})";
    writeBytes(folder / "config.json", kConfig);
    const auto model = openCheckpoint((folder / "config.json").string());
    writeBytes(folder / "model.safetensors",
               model ? weightsOf(*(*model)->describedTree) : std::string(whyOf(model)));
    return folder.string();
}

/// Where the same is to be opened in a copy.
std::string openedIn(const std::string& folder, const ModelHeaders& headers) {
    return headers.open == "." ? folder : folder + "/" + headers.open;
}

}  // namespace

class HeadersOnlyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void recordedFiles_data();
    void recordedFiles() {
        QFETCH(const QString, model);
        copiesAre(model.toStdString());
    }
    void largerModels_data();
    void largerModels();
    void untiedNamesStayApart();
    void theWeightsAreNotReadHere();
    void partsAndCompanionsAreNotReadEither();
    void aFolderMustBeEmpty();
    void ofACopyThatFailsNothingStays();
    void filesElsewhereAreRefused();
    void linksOutOfTheFolderAreLeftOut();
    void piecesAreAllThatIsNoTensor();
    void tensorsAreAddedOnce();
    void canBeStopped();
    void marksOfOthers();

private:
    /// Copies the model's headers and holds the copy against it. Returns where the copy is.
    std::string copiesAre(const std::string& model, const OpenOptions& options = {});
    [[nodiscard]] std::string newPlace() {
        return m_folder.filePath(QString::number(++m_places)).toStdString();
    }

    QTemporaryDir m_folder;
    int m_places = 0;
};

std::string HeadersOnlyTest::copiesAre(const std::string& model, const OpenOptions& options) {
    const auto check = [&]() -> Result<std::string> {
        const auto original = openCheckpoint(model, options);
        STOWAGE_TRY(original);
        const auto headers = headersOf(**original);
        STOWAGE_TRY(headers);
        const std::string place = newPlace();
        STOWAGE_TRY(writeHeadersCopy(*headers, place, kThere, {}));
        const std::string path = openedIn(place, *headers);
        const auto copy = openCheckpoint(path, options);
        STOWAGE_TRY(copy);
        const auto same = [](const auto& a, const auto& b) { QCOMPARE(a, b); };
        same((*copy)->format, (*original)->format);
        same(tensorTexts(**copy), tensorTexts(**original));
        const auto tree = buildModuleTree(**copy);
        STOWAGE_TRY(tree);
        same(treeText(**tree), treeText(**buildModuleTree(**original)));
        same(planText(**copy), planText(**original));
        same((*copy)->warnings.size(), (*original)->warnings.size());
        same((*copy)->elsewhere != nullptr && *(*copy)->elsewhere == kThere, true);
        same((*original)->elsewhere == nullptr, true);
        return path;
    }();
    if (!check) {
        QTest::qFail(whyOf(check), __FILE__, __LINE__);
        return {};
    }
    return *check;
}

void HeadersOnlyTest::recordedFiles_data() {
    QTest::addColumn<QString>("model");
    const fs::path folder = STOWAGE_TEST_DATA "/checkpoints";
    int rows = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        // Whole modules were pickled: those files are refused.
        if (!name.ends_with(".json") && !name.starts_with("module-")) {
            QTest::newRow(name.c_str()) << QString::fromStdString(entry.path().string());
            ++rows;
        }
    }
    QVERIFY(rows > 40);
    for (const char* const name :
         {"checkpoints/gpt2-tiny-shards/model.safetensors.index.json",
          "checkpoints/gpt2-tiny-shards/model-00002-of-00003.safetensors",
          "checkpoints/bin-shards/pytorch_model.bin.index.json", "checkpoints/npy/one.name.npy",
          "trees/gpt2-tiny-model.tree.json", "pipelines/flux", "pipelines/flux/model_index.json",
          "pipelines/flux/vae/config.json", "adapters/llama", "pretrained"}) {
        const fs::path path = fs::path(STOWAGE_TEST_DATA) / name;
        if (openCheckpoint(path.string())) {
            QTest::newRow(name) << QString::fromStdString(path.string());
        }
    }
}

void HeadersOnlyTest::largerModels_data() {
    QTest::addColumn<QString>("model");
    const auto add = [](const char* name, const std::string& path) {
        QTest::newRow(name) << QString::fromStdString(path);
    };
    add("safetensors", makeSample(newPlace(), CheckpointFormat::Safetensors));
    add("shards", makeSample(newPlace(), CheckpointFormat::Safetensors, 3'000'000));
    add("pth", makeSample(newPlace(), CheckpointFormat::TorchZip));
    add("per tensor", makeSample(newPlace(), CheckpointFormat::PerTensor));
    add("a file by name",
        makeSample(newPlace(), CheckpointFormat::Safetensors) + "/model.safetensors");
    add("an index by name", makeSample(newPlace(), CheckpointFormat::Safetensors, 3'000'000) +
                                "/model.safetensors.index.json");
    add("a folder with a slash", makeSample(newPlace(), CheckpointFormat::Safetensors) + "/");
    add("gguf", makeGguf(newPlace()));
    add("npy", makeNpyFolder(newPlace()));
    add("offload", makeOffloadFolder(newPlace()));
    add("pipeline", makePipeline(newPlace()));
    add("hub cache", makeHubCache(newPlace()));
    add("untied names", makeUntied(newPlace()));
}

void HeadersOnlyTest::largerModels() {
    QFETCH(const QString, model);
    const std::string copy = copiesAre(model.toStdString());
    QVERIFY(!copy.empty());
    // The files have their sizes, and hardly anything of it is on disk.
    const auto original = openCheckpoint(model.toStdString());
    const auto copied = openCheckpoint(copy);
    std::uint64_t room = 0;
    for (std::size_t i = 0; i < (*original)->shards.size(); ++i) {
        QCOMPARE((*copied)->shards[i]->size(), (*original)->shards[i]->size());
        room += roomOf((*original)->shards[i]->path());
    }
    QVERIFY(room > 300'000);
    const fs::path folder = fs::is_directory(copy) ? fs::path(copy) : fs::path(copy).parent_path();
    QVERIFY2(roomOf(folder) < room / 5,
             qPrintable(QString("%1 of %2").arg(roomOf(folder)).arg(room)));
}

/// What the file holds apart is apart in the copy, where no number is left to tell it by but one.
void HeadersOnlyTest::untiedNamesStayApart() {
    const std::string model = makeUntied(newPlace());
    const auto original = openCheckpoint(model);
    QVERIFY2(original, whyOf(original));
    QVERIFY((*original)->describedTree->tiedGroups().empty());
    QCOMPARE((*original)->differences.size(), std::size_t{2});
    const auto copy = openCheckpoint(copiesAre(model));
    QVERIFY2(copy, whyOf(copy));
    QVERIFY((*copy)->describedTree->tiedGroups().empty());
    // The same numbers in both: tied here and there.
    QFile file(QString::fromStdString(model + "/model.safetensors"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray bytes = file.readAll();
    const auto find = [&](const char* name) {
        return std::ranges::find((*original)->tensors, std::string(name), &StoredTensor::name)
            ->location;
    };
    const TensorLocation table = find("transformer.wte.weight");
    const TensorLocation head = find("lm_head.weight");
    QVERIFY(file.seek(qint64(head.offset)));
    file.write(bytes.mid(qsizetype(table.offset), qsizetype(table.length)));
    file.close();
    const auto tied = openCheckpoint(copiesAre(model));
    QVERIFY2(tied, whyOf(tied));
    QCOMPARE((*tied)->describedTree->tiedGroups().size(), std::size_t{1});
}

/// Loads, reads and conversions say where the weights are.
void HeadersOnlyTest::theWeightsAreNotReadHere() {
    const std::string copy =
        copiesAre(makeSample(newPlace(), CheckpointFormat::Safetensors, 3'000'000));
    const auto opened = openCheckpoint(copy);
    QVERIFY2(opened, whyOf(opened));
    const auto refuses = [&copy](const auto& result) {
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::NoCheckpoint);
        QCOMPARE(result.error().message.english(),
                 copy + goldenText("checkpoint/holds-the-headers-of-models-it-on"));
    };
    const auto plan = place(requestFor(**opened));
    QVERIFY2(plan, whyOf(plan));
    refuses(makeLoadSchedule(*plan, *opened, {}));
    QVERIFY(makeLoadSchedule(*plan, *opened, {.offloadFolder = {}, .dryRun = true}));
    TensorReader reader(**opened);
    std::array<std::byte, 4> bytes{};
    refuses(reader.read((*opened)->tensors.front(), 0, bytes));
    for (const ConvertTarget target : {ConvertTarget::Safetensors, ConvertTarget::TorchArchive,
                                       ConvertTarget::PerTensor, ConvertTarget::OffloadFolder}) {
        const std::string folder = newPlace();
        refuses(convertTo(copy, folder, target));
        QVERIFY2(!fs::exists(folder) || fs::is_empty(folder), folder.c_str());
    }
    refuses(headersOf(**opened));
    // Where nobody said which machine it is.
    QVERIFY(markHeadersOnly(copy, {"", "/models/it"}));
    const auto unnamed = openCheckpoint(copy);
    QVERIFY2(unnamed, whyOf(unnamed));
    QCOMPARE(makeLoadSchedule(*plan, *unnamed, {}).error().message.english(),
             copy + goldenText("checkpoint/holds-the-headers-of-models-it-not"));
}

/// One model of a copied pipeline, and a copy beside a model that is here.
void HeadersOnlyTest::partsAndCompanionsAreNotReadEither() {
    const std::string pipeline = copiesAre(makePipeline(newPlace()));
    int parts = 0;
    for (const auto& part : fs::directory_iterator(pipeline)) {
        const fs::path file = part.path() / "model.safetensors";
        if (fs::exists(file)) {
            for (const fs::path& path : {part.path(), file}) {
                const auto opened = openCheckpoint(path.string());
                QVERIFY2(opened, whyOf(opened));
                QVERIFY2((*opened)->elsewhere && *(*opened)->elsewhere == kThere, path.c_str());
            }
            ++parts;
        }
    }
    QVERIFY(parts > 2);
    const std::string here = makeSample(newPlace(), CheckpointFormat::Safetensors);
    OpenOptions beside;
    beside.tenants = {{"there", copiesAre(here)}};
    const auto both = openCheckpoint(here, beside);
    QVERIFY2(both, whyOf(both));
    QVERIFY((*both)->elsewhere && *(*both)->elsewhere == kThere);
}

void HeadersOnlyTest::aFolderMustBeEmpty() {
    const auto opened = openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-shards");
    const auto headers = headersOf(**opened);
    QVERIFY2(headers, whyOf(headers));
    const std::string place = newPlace();
    writeBytes(fs::path(place) / "kept", "it");
    for (const std::string& taken : {place, place + "/kept"}) {
        const auto refused = writeHeadersCopy(*headers, taken, kThere, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().message.english(),
                 taken + goldenText("checkpoint/is-no-empty-folder-name-one-that-is"));
    }
    QCOMPARE(std::distance(fs::directory_iterator(place), {}), 1);
    fs::remove(fs::path(place) / "kept");
    QVERIFY(writeHeadersCopy(*headers, place, kThere, {}));
    QVERIFY(!writeHeadersCopy(*headers, place, kThere, {}));
    const std::string below = place + "/config.json/below";
    const auto impossible = writeHeadersCopy(*headers, below, kThere, {});
    QVERIFY(!impossible);
    QCOMPARE(impossible.error().code, ErrorCode::FileNotFound);
}

void HeadersOnlyTest::ofACopyThatFailsNothingStays() {
    const auto opened = openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-shards");
    auto headers = headersOf(**opened);
    QVERIFY2(headers && headers->files.size() > 1, whyOf(headers));
    HeaderFile& last = headers->files.back();
    const std::string path = std::exchange(last.path, "/absent/file");
    last.name = "sub/folder/" + last.name;
    const std::string place = newPlace();
    QVERIFY(!writeHeadersCopy(*headers, place, kThere, {}));
    QVERIFY(fs::is_empty(place));
    last.path = path;
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!writeHeadersCopy(*headers, place, kThere, stop.get_token()));
    QVERIFY(fs::is_empty(place));
    QVERIFY(writeHeadersCopy(*headers, place, kThere, {}));
}

void HeadersOnlyTest::filesElsewhereAreRefused() {
    const auto opened = openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-shards");
    Checkpoint moved = **opened;
    moved.path = STOWAGE_TEST_DATA "/checkpoints/per-tensor";
    const auto refused = headersOf(moved);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unsupported);
    QVERIFY2(refused.error().message.english().find(
                 goldenText("checkpoint/lies-outside-the-models-folder")) != std::string::npos,
             whyOf(refused));
    // A folder that begins with the same letters is another one.
    const std::string place = newPlace();
    Checkpoint beside = **openCheckpoint(makeSample(place + "-2", CheckpointFormat::Safetensors));
    beside.path = place;
    fs::create_directories(place);
    QVERIFY(!headersOf(beside));
}

/// What a link of a small file leads to is not the model's, but for a cache of the hub; nor is what
/// lies in folders without its weights.
void HeadersOnlyTest::linksOutOfTheFolderAreLeftOut() {
    const std::string model = makeSample(newPlace(), CheckpointFormat::Safetensors);
    const std::string secret = newPlace();
    writeBytes(secret + "/secret.json", R"({"secret": 1})");
    fs::create_symlink(secret + "/secret.json", model + "/notes.json");
    fs::create_directory_symlink(secret, model + "/more");
    writeBytes(model + "/checkpoint-5/trainer_state.json", "{}");
    const auto names = [&] {
        std::vector<std::string> all;
        const auto headers = headersOf(**openCheckpoint(model));
        for (const HeaderFile& file : headers->files) {
            all.push_back(file.name);
        }
        std::ranges::sort(all);
        return all;
    };
    QCOMPARE(names(), (std::vector<std::string>{"config.json", "model.safetensors"}));
    fs::create_symlink("config.json", model + "/same.json");
    QCOMPARE(names(), (std::vector<std::string>{"config.json", "model.safetensors", "same.json"}));
}

/// Pieces and tensors are the whole file, and none is in the other.
void HeadersOnlyTest::piecesAreAllThatIsNoTensor() {
    const auto opened = openCheckpoint(makeSample(newPlace(), CheckpointFormat::TorchZip));
    const auto headers = headersOf(**opened);
    QVERIFY2(headers, whyOf(headers));
    const auto file =
        std::ranges::find(headers->files, std::string("model.pth"), &HeaderFile::name);
    QVERIFY(file != headers->files.end());
    std::vector<char> covered(file->bytes, 0);
    const auto cover = [&covered](std::uint64_t offset, std::uint64_t length) {
        for (std::uint64_t i = offset; i < offset + length; ++i) {
            ++covered[i];
        }
    };
    for (const HeaderPiece& piece : file->pieces) {
        QVERIFY(piece.length > 0);
        cover(piece.offset, piece.length);
    }
    std::map<std::uint64_t, std::uint64_t> tensors;  // tied ones lie in one place
    for (const StoredTensor& tensor : (*opened)->tensors) {
        tensors.emplace(tensor.location.offset, tensor.location.length);
    }
    for (const auto& [offset, length] : tensors) {
        cover(offset, length);
    }
    QCOMPARE(std::ranges::count(covered, 1), std::ptrdiff_t(file->bytes));
    QVERIFY(headers->headerBytes() < headers->bytes() / 20);
    // What a sink is given, put together, is those pieces.
    std::uint64_t given = 0;
    const auto read = readHeaders(
        *headers,
        [&](const HeaderFile&, std::uint64_t, std::span<const std::byte> bytes) -> Result<void> {
            given += bytes.size();
            return {};
        },
        {});
    QVERIFY2(read, whyOf(read));
    QCOMPARE(given, headers->headerBytes());
}

/// With some tensors, given twice, the pieces are larger by their bytes; with all of them, whole
/// files.
void HeadersOnlyTest::tensorsAreAddedOnce() {
    const auto opened = openCheckpoint(makeSample(newPlace(), CheckpointFormat::Safetensors));
    const auto headers = headersOf(**opened);
    QVERIFY2(headers, whyOf(headers));
    const std::vector<StoredTensor>& all = (*opened)->tensors;
    const auto some = headersWith(**opened, std::vector{all[1], all[0], all[1]});
    QVERIFY2(some, whyOf(some));
    QCOMPARE(some->headerBytes(),
             headers->headerBytes() + all[0].location.length + all[1].location.length);
    QCOMPARE(some->open, headers->open);
    const auto whole = headersWith(**opened, all);
    QVERIFY2(whole, whyOf(whole));
    QCOMPARE(whole->headerBytes(), whole->bytes());
    for (const HeaderFile& file : whole->files) {
        QCOMPARE(file.pieces.size(), std::size_t{1});
    }
}

void HeadersOnlyTest::canBeStopped() {
    const auto opened = openCheckpoint(makeSample(newPlace(), CheckpointFormat::Safetensors));
    std::stop_source stop;
    stop.request_stop();
    const std::string place = newPlace();
    const auto stopped = writeHeadersCopy(*headersOf(**opened), place, kThere, stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    QVERIFY(fs::is_empty(place));  // nothing is left that could be taken for weights
}

/// A mark from somebody else may be anything: what it marks is never taken for weights.
void HeadersOnlyTest::marksOfOthers() {
    const std::string copy = copiesAre(makeSample(newPlace(), CheckpointFormat::Safetensors));
    for (const char* const text :
         {"", "no json", "[]", "{}", R"({"machine": 1, "path": []})", "{\"machine\": \"\xff\"}"}) {
        writeBytes(copy + "/.stowage-headers.json", text);
        const auto opened = openCheckpoint(copy);
        QVERIFY2(opened, whyOf(opened));
        QVERIFY2((*opened)->elsewhere != nullptr, text);
        TensorReader reader(**opened);
        std::array<std::byte, 4> bytes{};
        QVERIFY(!reader.read((*opened)->tensors.front(), 0, bytes));
    }
}

QTEST_GUILESS_MAIN(HeadersOnlyTest)
#include "tst_headers_only.moc"
