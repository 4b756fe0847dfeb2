// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint held against the model that it is for: listed, planned, refused, renamed, forced.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

/// A tensor of a safetensors file.
struct Stored {
    QByteArray name;
    QByteArray dtype = "F32";
    QByteArray shape = "[16,16]";
    int bytes = 1024;
};

QByteArray fileOf(const QList<Stored>& tensors) {
    QByteArray header = "{";
    QByteArray data;
    for (const Stored& tensor : tensors) {
        header += QByteArray(data.isEmpty() ? "" : ",") + "\"" + tensor.name + "\":{\"dtype\":\"" +
                  tensor.dtype + "\",\"shape\":" + tensor.shape + ",\"data_offsets\":[" +
                  QByteArray::number(data.size()) + "," +
                  QByteArray::number(data.size() + tensor.bytes) + "]}";
        data += QByteArray(tensor.bytes, '\1');
    }
    return safetensors(header + "}", data);
}

QList<Stored> layers(const QByteArray& prefix = {}) {
    QList<Stored> tensors;
    for (int i = 0; i < 4; ++i) {
        tensors.append({prefix + "layers." + QByteArray::number(i) + ".weight"});
    }
    return tensors;
}

QStringList strings(const QJsonValue& list) {
    QStringList texts;
    for (const QJsonValue& value : list.toArray()) {
        texts.append(value.toString());
    }
    return texts;
}

/// Problems of a plan with this code.
QStringList problems(const QJsonObject& plan, const char* code) {
    QStringList texts;
    for (const QJsonValue& value : plan.value("problems").toArray()) {
        if (value.toObject().value("code") == QLatin1String(code)) {
            texts.append(value.toObject().value("severity").toString() + ": " +
                         value.toObject().value("text").toString());
        }
    }
    return texts;
}

}  // namespace

class CliKeysTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_dir;

    /// Weights with the tree of four layers beside them.
    QString save(const QList<Stored>& tensors, const QByteArray& tree = fourLayersTree()) {
        writeFile(m_dir->filePath("net.tree.json"), tree);
        writeFile(m_dir->filePath("net.safetensors"), fileOf(tensors));
        return m_dir->filePath("net.safetensors");
    }
    /// A from-scratch GPT as one file of each tensor, without that one; its folder.
    QString incompleteGpt(const QString& name) {
        const QString from = STOWAGE_TEST_DATA "/run/gpt-tiny-tensors";
        const QString folder = m_dir->filePath("model_parameters");
        QDir().mkpath(folder);
        QFile::copy(from + "/config.json", m_dir->filePath("config.json"));
        for (const QString& file : QDir(from + "/model_parameters").entryList(QDir::Files)) {
            QFile::copy(from + "/model_parameters/" + file, folder + "/" + file);
        }
        QFile::remove(folder + "/" + name + ".pt");
        return folder;
    }
    static CliOutcome load(const QString& model, const QStringList& more = {}) {
        return runCli(QStringList{"load", model, "--gpus", "none", "--json", "--verify"} + more);
    }

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_dir = std::make_unique<QTemporaryDir>();
    }

    void inspectListsTheCheck();
    void keysThatAgreeAreSaidSo();
    void badInputIsRefused_data();
    void badInputIsRefused();
    void aRenamingMakesItLoad();
    void forceLeavesOutWhatIsUnexpected();
    void lossyCastsAreChosen();
    void castsThatLoseNothingAreMade();
    void whatTheModelComputesItselfIsLeftOut();
    void plansGoOnTheKnownModel();
    void aWrapperIsNamedWithoutATree();
    void wrongUse_data();
    void wrongUse();
    void comparisonsOpenTheSameModel();
    void guessedBlocksAreKeptWhole();
    void aMissingParameterOfTheFromScratchGpt_data();
    void aMissingParameterOfTheFromScratchGpt();
    void masksAndASharedHeadAreNoWeights();
};

void CliKeysTest::inspectListsTheCheck() {
    auto tensors = layers("module.");
    tensors[1].shape = "[8,32]";
    tensors[2].dtype = "F64";
    tensors[2].bytes = 2048;
    const QString model = save(tensors);
    const auto check = runCli({"inspect", model, "--json", "--rename", "module.="});
    QCOMPARE(check.exitCode, 0);
    const QJsonObject keys = at(check.json, {"keys"});
    QVERIFY(keys.value("tree").toString().endsWith("net.tree.json"));
    QCOMPARE(keys.value("missing").toArray().size(), 0);
    const QJsonArray mismatched = keys.value("mismatched").toArray();
    QCOMPARE(mismatched.size(), 2);
    QCOMPARE(mismatched[0].toObject().value("name").toString(), QString("layers.1.weight"));
    QCOMPARE(at(mismatched[0].toObject(), {"file"}).value("shape").toArray(), QJsonArray({8, 32}));
    QCOMPARE(at(mismatched[0].toObject(), {"model"}).value("shape").toArray(),
             QJsonArray({16, 16}));
    QCOMPARE(at(mismatched[1].toObject(), {"file"}).value("dtype").toString(), QString("float64"));
    QCOMPARE(at(mismatched[1].toObject(), {"model"}).value("dtype").toString(), QString("float32"));
    QCOMPARE(check.json.value("tree").toObject().value("class").toString(), QString("Net"));

    const auto prefixed = runCli({"inspect", model, "--json"});
    QCOMPARE(prefixed.exitCode, 0);
    const QJsonObject all = at(prefixed.json, {"keys"});
    QCOMPARE(strings(all.value("missing")), QStringList({"layers.0.weight", "layers.1.weight",
                                                         "layers.2.weight", "layers.3.weight"}));
    QCOMPARE(all.value("unexpected").toArray().size(), 4);
    const QJsonObject proposal = all.value("proposals").toArray().first().toObject();
    QCOMPARE(proposal.value("from").toString(), QString("module."));
    QCOMPARE(proposal.value("to").toString(), QString());
    QCOMPARE(proposal.value("agree").toInt(), 3);  // one of the four has another shape

    const auto text = runCli({"inspect", model});
    QVERIFY2(text.output.contains(goldenText("checkpoint/4-keys-are-missing")),
             text.output.constData());
    QVERIFY2(text.output.contains("float32 [16, 16]"), text.output.constData());
    QVERIFY2(text.output.contains("--rename module.="), text.output.constData());
    QVERIFY2(text.diagnostics.contains(goldenText("checkpoint/was-taken-as-their-model")),
             text.diagnostics.constData());
}

void CliKeysTest::keysThatAgreeAreSaidSo() {
    const QString model = save(layers());
    const auto text = runCli({"inspect", model});
    QVERIFY2(text.output.contains(goldenText("cli/all-keys-agree-with")), text.output.constData());
    QFile::rename(m_dir->filePath("net.tree.json"), m_dir->filePath("elsewhere.json"));
    QVERIFY(!runCli({"inspect", model, "--json"}).json.contains("keys"));
    const auto named =
        runCli({"inspect", "--tree", m_dir->filePath("elsewhere.json"), model, "--json"});
    QVERIFY(named.json.contains("keys"));
    const auto loaded = load(model, {"--tree", m_dir->filePath("elsewhere.json")});
    QCOMPARE(loaded.exitCode, 0);
    QCOMPARE(loaded.json.value("verified").toBool(), true);
}

void CliKeysTest::badInputIsRefused_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("tree");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("mentions");
    const QByteArray tree = fourLayersTree();
    QTest::newRow("69 missing keys")
        << fileOf({layers()[0], layers()[1]}) << tree << "layers.2.weight"
        << QStringList{"lacks 2 tensors", "layers.2.weight"};
    QTest::newRow("69 wrapped") << fileOf(layers("module.")) << tree << "layers.0.weight"
                                << QStringList{"lacks 4 tensors", "--rename module.="};
    QTest::newRow("69 unexpected keys") << fileOf(layers() << Stored{"extra.bias"}) << tree << ""
                                        << QStringList{"1 tensor that", "extra.bias", "--force"};
    auto tensors = layers();
    tensors[3].shape = "[256]";
    QTest::newRow("70 wrong shape") << fileOf(tensors) << tree << "layers.3.weight"
                                    << QStringList{"float32 [256]", "float32 [16, 16]"};
    QTest::newRow("71 lossy dtype")
        << fileOf(layers()) << QByteArray(tree).replace("float32", "float16") << "layers.0.weight"
        << QStringList{"4 tensors would lose precision", "--dtype float32", "--force"};
    QTest::newRow("71 no cast") << fileOf(layers()) << QByteArray(tree).replace("float32", "int32")
                                << "layers.0.weight"
                                << QStringList{goldenText("load/no-cast-reaches")};
}

void CliKeysTest::badInputIsRefused() {
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, tree);
    QFETCH(QString, key);
    QFETCH(QStringList, mentions);
    writeFile(m_dir->filePath("net.safetensors"), file);
    writeFile(m_dir->filePath("net.tree.json"), tree);
    const auto refused = load(m_dir->filePath("net.safetensors"));
    // What --force lifts is an answer of no; what nothing lifts is bad input.
    QCOMPARE(refused.exitCode, mentions.contains("--force") ? 1 : 3);
    const QJsonObject error = at(refused.json, {"error"});
    QCOMPARE(error.value("kind").toString(), QString("key_mismatch"));
    QCOMPARE(error.value("key").toString(), key);
    QVERIFY(error.value("file").toString().endsWith("net.safetensors"));
    for (const QString& part : mentions) {
        QVERIFY2(error.value("message").toString().contains(part),
                 qPrintable(error.value("message").toString()));
    }
}

void CliKeysTest::aRenamingMakesItLoad() {
    const QString model = save(layers("_orig_mod.module."));
    const auto loaded = load(model, {"--rename", "_orig_mod.=", "--rename=module.=", "--sha256"});
    QCOMPARE(loaded.exitCode, 0);
    QCOMPARE(loaded.json.value("verified").toBool(), true);
    QCOMPARE(
        at(loaded.json, {"digests"}).keys(),
        QStringList({"layers.0.weight", "layers.1.weight", "layers.2.weight", "layers.3.weight"}));
    // Renamed first, and then held against nothing: a file without a tree is renamed too.
    QFile::remove(m_dir->filePath("net.tree.json"));
    const auto inspected =
        runCli({"inspect", model, "--json", "--tensors", "--rename", "_orig_mod.module.=m."});
    QCOMPARE(inspected.json.value("tensor_list").toArray().first().toObject().value("name"),
             QJsonValue("m.layers.0.weight"));
}

void CliKeysTest::forceLeavesOutWhatIsUnexpected() {
    const QString model = save(layers() << Stored{"extra.bias"});
    const auto forced = load(model, {"--force"});
    QCOMPARE(forced.exitCode, 0);
    QCOMPARE(forced.json.value("tensors").toInt(), 4);
    QCOMPARE(forced.json.value("verified").toBool(), true);
    QCOMPARE(strings(at(forced.json, {"keys"}).value("unexpected")), QStringList{"extra.bias"});
    const auto missing = load(save({layers()[0]}), {"--force"});
    QCOMPARE(missing.exitCode, 3);  // what is not there cannot be loaded
}

void CliKeysTest::lossyCastsAreChosen() {
    const QString model =
        save(layers(), QByteArray(fourLayersTree()).replace("float32", "float16"));
    const auto asStored = load(model, {"--dtype", "float32"});
    QCOMPARE(asStored.exitCode, 0);
    QCOMPARE(bytesAt(asStored.json, "bytes"), 4096);
    const auto cast = load(model, {"--force"});
    QCOMPARE(cast.exitCode, 0);
    QCOMPARE(cast.json.value("verified").toBool(), true);
    QCOMPARE(strings(at(cast.json, {"keys"}).value("mismatched")).size(), 4);
}

void CliKeysTest::castsThatLoseNothingAreMade() {
    auto tensors = layers();
    for (Stored& tensor : tensors) {
        tensor.dtype = "BF16";
        tensor.bytes = 512;
    }
    const auto loaded = load(save(tensors));
    QCOMPARE(loaded.exitCode, 0);
    QCOMPARE(loaded.json.value("verified").toBool(), true);
    QCOMPARE(strings(at(loaded.json, {"keys"}).value("mismatched")).size(), 4);
}

/// Old files hold masks that today's models compute, often as another type.
void CliKeysTest::whatTheModelComputesItselfIsLeftOut() {
    const QByteArray tree =
        "{\"format\":\"stowage.tree\",\"version\":1,\"tree\":{\"name\":\"\",\"class\":\"Net\","
        "\"params\":[{\"name\":\"weight\",\"shape\":[16,16],\"dtype\":\"float32\"}],"
        "\"buffers\":[{\"name\":\"mask\",\"shape\":[16,16],\"dtype\":\"bool\","
        "\"persistent\":false}]}}";
    const auto loaded = load(save({{"weight"}, {"mask", "U8", "[16,16]", 256}}, tree));
    QCOMPARE(loaded.exitCode, 0);
    QCOMPARE(loaded.json.value("tensors").toInt(), 1);
    QCOMPARE(strings(at(loaded.json, {"keys"}).value("unexpected")), QStringList());
    QCOMPARE(strings(at(loaded.json, {"keys"}).value("mismatched")), QStringList{"mask"});
}

void CliKeysTest::plansGoOnTheKnownModel() {
    const QString model = save(layers("module."));
    const auto plan = runCli({"plan", model, "--gpus", "1GiB", "--json"});
    QCOMPARE(plan.exitCode, 0);
    const QStringList warnings = problems(plan.json, "keys_differ");
    QCOMPARE(warnings.size(), 1);
    QVERIFY2(warnings.front().startsWith("warning: Compared with "), qPrintable(warnings.front()));
    QVERIFY2(warnings.front().contains(goldenText("checkpoint/4-keys-are-missing")),
             qPrintable(warnings.front()));
    QVERIFY2(warnings.front().contains("--rename module.="), qPrintable(warnings.front()));
    QCOMPARE(at(plan.json, {"keys"}).value("missing").toArray().size(), 4);
    // The figures are those of the model, not of the file's names.
    QCOMPARE(bytesAt(at(plan.json, {"devices", "gpu:0"}), "weights"), 4096);

    const auto agreed = runCli({"plan", model, "--gpus", "1GiB", "--json", "--rename=module.="});
    QCOMPARE(problems(agreed.json, "keys_differ"), QStringList());
}

/// A renaming is proposed where no tree tells what the keys should be, too.
void CliKeysTest::aWrapperIsNamedWithoutATree() {
    const QString model = m_dir->filePath("alone.safetensors");
    writeFile(model, fileOf(layers("module.")));
    const auto plan = runCli({"plan", model, "--gpus", "1GiB", "--json"});
    QCOMPARE(plan.exitCode, 0);
    const QStringList warnings = problems(plan.json, "keys_differ");
    QCOMPARE(warnings.size(), 1);
    QVERIFY2(warnings.front().startsWith("hint: Every key"), qPrintable(warnings.front()));
    QVERIFY2(warnings.front().contains("--rename module.="), qPrintable(warnings.front()));
    // Such a file loads under its own names: a map for them is valid.
    QCOMPARE(runCli({"check", model, "--device-map", "{'': 'cpu'}"}).exitCode, 0);
    const auto text = runCli({"inspect", model});
    QVERIFY2(text.output.contains("--rename module.="), text.output.constData());
    const auto renamed = runCli({"plan", model, "--gpus", "1GiB", "--json", "--rename=module.="});
    QCOMPARE(problems(renamed.json, "keys_differ"), QStringList());
    writeFile(model, fileOf(layers()));
    const auto plain = runCli({"inspect", model});
    QVERIFY2(!plain.output.contains("--rename"), plain.output.constData());
}

void CliKeysTest::wrongUse_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("no equals sign")
        << QStringList{"--rename", "module."} << goldenText("checkpoint/is-no-renaming");
    QTest::newRow("matches nothing")
        << QStringList{"--rename", "modul.="} << goldenText("checkpoint/matches-no-key-of");
    QTest::newRow("two keys equal")
        << QStringList{"--rename", "layers.0.=layers.1."} << "two tensors";
    QTest::newRow("an empty tree") << QStringList{"--tree", ""} << "--tree";
}

void CliKeysTest::wrongUse() {
    QFETCH(QStringList, options);
    QFETCH(QString, mentions);
    const auto refused = runCli(QStringList{"inspect", save(layers()), "--json"} + options);
    QCOMPARE(refused.exitCode, 2);
    const QJsonObject error = at(refused.json, {"error"});
    QCOMPARE(error.value("kind").toString(), QString("invalid_argument"));
    QVERIFY2(error.value("message").toString().contains(mentions),
             qPrintable(error.value("message").toString()));
}

void CliKeysTest::comparisonsOpenTheSameModel() {
    const QString model = save(layers("module."));
    QFile::rename(m_dir->filePath("net.tree.json"), m_dir->filePath("elsewhere.json"));
    const auto compared =
        runCli({"compare", model, "--gpus=none", "--methods=mmap,streamed", "--json", "--verify",
                "--rename=module.=", "--tree", m_dir->filePath("elsewhere.json"), "--prefix", ""});
    // Only files of nested dicts have parts, which is said once, before anything runs.
    QCOMPARE(compared.exitCode, 2);
    const auto both =
        runCli({"compare", model, "--gpus=none", "--methods=mmap,streamed", "--json", "--verify",
                "--rename=module.=", "--tree", m_dir->filePath("elsewhere.json")});
    QCOMPARE(both.exitCode, 0);
    const QJsonArray runs = both.json.value("runs").toArray();
    QCOMPARE(runs.size(), 2);
    for (const QJsonValue& run : runs) {
        QCOMPARE(run.toObject().value("tensors").toInt(), 4);
        QCOMPARE(run.toObject().value("verified").toBool(), true);
    }
}

void CliKeysTest::guessedBlocksAreKeptWhole() {
    QList<Stored> tensors;
    for (int i = 0; i < 4; ++i) {
        for (const char* part : {".a.weight", ".b.weight"}) {
            tensors.append({"net.blocks." + QByteArray::number(i) + part});
        }
    }
    writeFile(m_dir->filePath("net.safetensors"), fileOf(tensors));
    const QStringList command{"plan",           m_dir->filePath("net.safetensors"),
                              "--gpus",         "1GiB",
                              "--json",         "--max-memory",
                              "0=6300,cpu=1GiB"};
    const auto whole = runCli(command);
    const QStringList hints = problems(whole.json, "guessed_no_split");
    QCOMPARE(hints.size(), 1);
    QVERIFY2(hints.front().startsWith(goldenText("plan/hint-blocks-is-guessed-from-names")),
             qPrintable(hints.front()));
    QCOMPARE(bytesAt(at(whole.json, {"devices", "gpu:0"}), "weights"), 4096);
    const auto split = runCli(command + QStringList{"--no-split", ""});
    QCOMPARE(problems(split.json, "guessed_no_split"), QStringList());
    QCOMPARE(bytesAt(at(split.json, {"devices", "gpu:0"}), "weights"), 5120);  // half a block
    const auto empty = runCli(command + QStringList{"--no-split="});
    QCOMPARE(empty.json.value("device_map"), split.json.value("device_map"));
    const auto named = runCli(command + QStringList{"--no-split", "blocks.*"});
    QCOMPARE(named.json.value("device_map"), whole.json.value("device_map"));
    QCOMPARE(problems(named.json, "guessed_no_split"), QStringList());

    const auto text = runCli({"inspect", m_dir->filePath("net.safetensors")});
    QVERIFY2(text.output.contains("blocks.* (guessed)"), text.output.constData());
    const auto object = runCli({"inspect", m_dir->filePath("net.safetensors"), "--json"});
    QCOMPARE(strings(object.json.value("guessed_no_split_classes")), QStringList{"blocks.*"});
    QCOMPARE(strings(object.json.value("no_split_module_classes")), QStringList());
}

void CliKeysTest::aMissingParameterOfTheFromScratchGpt_data() {
    QTest::addColumn<QStringList>("convert");
    QTest::addColumn<bool>("hasConfig");
    QTest::newRow("a file of each tensor") << QStringList{} << true;
    QTest::newRow("without its config") << QStringList{} << false;
    QTest::newRow("one file") << QStringList{"--to", "safetensors"} << true;
    QTest::newRow("one .pth") << QStringList{"--to", "pth"} << true;
    QTest::newRow("shards") << QStringList{"--to", "safetensors", "--shard-size", "16KB"} << true;
}

/// The lesson's loop over NAME.pt only prints that one was not found, and goes on with whatever
/// lies in memory.
void CliKeysTest::aMissingParameterOfTheFromScratchGpt() {
    QFETCH(const QStringList, convert);
    QFETCH(const bool, hasConfig);
    const QString name = "final_norm.scale";
    QString model = incompleteGpt(name);
    if (!convert.isEmpty()) {
        const QString other = m_dir->filePath("other");
        const auto converted = runCli(QStringList{"convert", model, other} + convert);
        QVERIFY2(converted.exitCode == 0, converted.diagnostics.constData());
        QFile::copy(m_dir->filePath("config.json"), other + "/config.json");
        model = other;
    } else if (!hasConfig) {
        QVERIFY(QFile::remove(m_dir->filePath("config.json")));
    }
    const auto listed = runCli({"inspect", model, "--json"});
    QCOMPARE(strings(at(listed.json, {"keys"}).value("missing")), QStringList{name});
    const QStringList run{"run", model, "--gpus", "none", "--tokens", "1,2,3", "--json"};
    for (const auto& refused : {load(model), runCli(run)}) {
        QCOMPARE(refused.exitCode, 1);
        const QJsonObject error = at(refused.json, {"error"});
        QCOMPARE(error.value("kind").toString(), QString("key_mismatch"));
        QCOMPARE(error.value("key").toString(), name);
        const QString message = error.value("message").toString();
        QVERIFY2(message.contains("lacks 1 tensor of") && message.contains("--force"),
                 qPrintable(message));
    }
    const auto forced = load(model, {"--force", "--sha256"});
    QVERIFY2(forced.exitCode == 0, forced.diagnostics.constData());
    QVERIFY2(forced.diagnostics.contains(name.toUtf8() +
                                         goldenText("cli/initial-values-not-trained-ones")),
             forced.diagnostics.constData());
    QCOMPARE(strings(at(forced.json, {"keys"}).value("missing")), QStringList{name});
    QCOMPARE(strings(at(forced.json, {"keys"}).value("initialised")), QStringList{name});
    const float one = 1;
    const QByteArray ones = QByteArray(reinterpret_cast<const char*>(&one), 4).repeated(12);
    QCOMPARE(at(forced.json, {"digests"}).value(name).toString().toLatin1(),
             QCryptographicHash::hash(ones, QCryptographicHash::Sha256).toHex());
    const auto ran = runCli(run + QStringList{"--force"});
    QVERIFY2(ran.exitCode == 0, ran.diagnostics.constData());
    QCOMPARE(strings(at(ran.json, {"load"}).value("initialised")), QStringList{name});
    const auto people = runCli({"run", model, "--gpus", "none", "--tokens", "1,2,3", "--force"});
    QVERIFY2(people.output.startsWith(goldenText("cli/1-tensor-has-initial-values-not")),
             people.output.constData());
}

void CliKeysTest::masksAndASharedHeadAreNoWeights() {
    const QString model = incompleteGpt("out_head.weight");
    for (const char* block : {"0", "1", "2"}) {
        QVERIFY(QFile::remove(model + "/trf_blocks." + block + ".att.mask.pt"));
    }
    const auto complete = load(model);
    QVERIFY2(complete.exitCode == 0, complete.diagnostics.constData());
    // They are not what is missing where something is.
    QVERIFY(QFile::remove(model + "/trf_blocks.1.att.W_key.bias.pt"));
    const auto listed = runCli({"inspect", model, "--json"});
    QCOMPARE(strings(at(listed.json, {"keys"}).value("missing")),
             QStringList{"trf_blocks.1.att.W_key.bias"});
    QCOMPARE(load(model).exitCode, 1);
    QCOMPARE(load(model, {"--force"}).exitCode, 0);
}

QTEST_GUILESS_MAIN(CliKeysTest)
#include "tst_cli_keys.moc"
