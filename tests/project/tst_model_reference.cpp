// SPDX-License-Identifier: GPL-3.0-or-later
// A project's model is found again, and what changed of it is told.
#ifndef Q_MOC_RUN
#include "engine/checkpoint/open/headers_only.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/module_tree_json.h"
#include "engine/project/model_reference.h"
#include "tests/project/project_fixture.h"
#endif

#include <QtCore/QDir>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <filesystem>

using namespace stowage;
using namespace stowage::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kShards = STOWAGE_TEST_DATA "/pretrained/llama_sharded";

/// A copy of a model in shards with a config.json, beside which a project could lie.
class ModelCopy {
public:
    ModelCopy() { fs::copy(kShards, path(), fs::copy_options::recursive); }

    [[nodiscard]] std::string folder() const { return m_folder.path().toStdString(); }
    [[nodiscard]] std::string path() const { return folder() + "/model"; }
    [[nodiscard]] Result<ModelReference> reference() const {
        const auto opened = openCheckpoint(path());
        return opened ? referenceOf(**opened) : opened.unexpected();
    }
    [[nodiscard]] Result<ReferencedModel> find(const ModelReference& reference) const {
        return openReferencedModel(reference, {}, folder());
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace

class ModelReferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void namesEveryFile();
    void otherBytesOfTensorsAreTheSame();
    void otherHeadersAreNot();
    void otherConfigIsNot();
    void otherTreeIsNot();
    void goneAndNewFiles();
    void movedFolders();
    void theSameWinsOverTheFirst();
    void missing();
    void modelsOfOtherMachines();
    void describedModels();
};

void ModelReferenceTest::namesEveryFile() {
    const ModelCopy model;
    const auto reference = model.reference();
    QVERIFY2(reference.has_value(), reference ? "" : reference.error().message.english().c_str());
    QCOMPARE(reference->path, model.path());
    QCOMPARE(reference->digest.size(), std::size_t{64});
    QStringList names;
    for (const ReferencedFile& file : reference->files) {
        names << QString::fromStdString(file.name);
        QCOMPARE(file.bytes, fs::file_size(model.path() + "/" + file.name));
    }
    QVERIFY2(names.contains(QStringLiteral("config.json")), qPrintable(names.join(' ')));
    QVERIFY(names.size() >= 3);
    const ModelCopy again;
    QCOMPARE(again.reference()->digest, reference->digest);
}

void ModelReferenceTest::otherBytesOfTensorsAreTheSame() {
    const ModelCopy model;
    const auto reference = model.reference();
    const std::string shard = model.path() + "/" + [&reference] {
        const auto found = std::ranges::find_if(reference->files, [](const ReferencedFile& file) {
            return file.name.ends_with(".safetensors");
        });
        return found->name;
    }();
    std::string text = readText(shard);
    text.back() = static_cast<char>(text.back() ^ 1);
    writeText(shard, text);
    QCOMPARE(model.find(*reference)->check.state, ModelCheck::State::Same);
}

void ModelReferenceTest::otherHeadersAreNot() {
    const ModelCopy model;
    const auto reference = model.reference();
    for (const ReferencedFile& file : reference->files) {
        std::string text = readText(model.path() + "/" + file.name);
        const std::size_t at = text.find("\"F32\"");
        if (at == std::string::npos || !file.name.ends_with(".safetensors")) {
            continue;
        }
        writeText(model.path() + "/" + file.name, text.replace(at, 5, "\"I32\""));
        const auto found = model.find(*reference);
        QVERIFY2(found.has_value(), found ? "" : found.error().message.english().c_str());
        QCOMPARE(found->check.state, ModelCheck::State::Changed);
        QCOMPARE(found->check.text.english(), goldenText("project/the-model-is-not-the-one") +
                                                  file.name +
                                                  goldenText("project/has-other-tensors"));
        return;
    }
    QFAIL("no shard of float32");
}

void ModelReferenceTest::otherConfigIsNot() {
    const ModelCopy model;
    const auto reference = model.reference();
    const std::string config = model.path() + "/config.json";
    writeText(config, readText(config) + "\n");
    const auto found = model.find(*reference);
    QCOMPARE(found->check.state, ModelCheck::State::Changed);
    QVERIFY(found->check.text.english().ends_with(
        goldenText("project/config-json-says-something-else")));
}

/// A .tree.json beside the weights decides the tree.
void ModelReferenceTest::otherTreeIsNot() {
    const ModelCopy model;
    const auto plain = model.reference();
    const std::string tree = model.path() + "/mine.tree.json";
    writeText(tree, writeModuleTreeJson(**buildModuleTree(**openCheckpoint(model.path())), "test"));
    const auto added = model.find(*plain);
    QVERIFY(added->check.text.english().ends_with(": \"mine.tree.json\" is new."));
    const auto reference = model.reference();
    QCOMPARE(model.find(*reference)->check.state, ModelCheck::State::Same);
    writeText(tree, readText(tree) + "\n");
    const auto found = model.find(*reference);
    QCOMPARE(found->check.state, ModelCheck::State::Changed);
    QVERIFY(found->check.text.english().ends_with(
        goldenText("project/mine-tree-json-says-something-else")));
}

void ModelReferenceTest::goneAndNewFiles() {
    const ModelCopy model;
    auto reference = model.reference();
    reference->files.push_back({"z.safetensors", 1, "x"});
    reference->files.erase(reference->files.begin());
    reference->digest = "another";
    const auto found = model.find(*reference);
    QCOMPARE(found->check.state, ModelCheck::State::Changed);
    QVERIFY2(found->check.text.english().find("\"z.safetensors\" is gone") != std::string::npos &&
                 found->check.text.english().find("\"config.json\" is new") != std::string::npos,
             found->check.text.english().c_str());
}

void ModelReferenceTest::movedFolders() {
    const ModelCopy model;
    auto reference = model.reference();
    reference->relativePath = "model";
    const std::string was = reference->path;
    reference->path = "/gone/elsewhere";
    const auto relative = model.find(*reference);
    QCOMPARE(relative->check.state, ModelCheck::State::Same);
    QCOMPARE(relative->found, goldenText("project/the-model-lies-at") + model.path() +
                                  goldenText("project/now-no-longer-at-gone-elsewhere"));
    reference->relativePath.clear();
    reference->path = "/gone/model";  // beside the project under its own name
    QCOMPARE(model.find(*reference)->check.state, ModelCheck::State::Same);
    reference->path = was;
    QVERIFY(model.find(*reference)->found.empty());
}

/// A copy that was changed is not taken where the very model lies beside the project.
void ModelReferenceTest::theSameWinsOverTheFirst() {
    const ModelCopy model;
    const ModelCopy other;
    auto reference = model.reference();
    writeText(other.path() + "/config.json", readText(other.path() + "/config.json") + " ");
    reference->path = other.path();
    reference->relativePath = "model";
    const auto found = model.find(*reference);
    QCOMPARE(found->check.state, ModelCheck::State::Same);
    QCOMPARE(found->checkpoint->path, model.path());
    fs::remove_all(model.path());
    QCOMPARE(model.find(*reference)->check.state, ModelCheck::State::Changed);
}

void ModelReferenceTest::missing() {
    const ModelCopy model;
    const auto reference = model.reference();
    fs::remove_all(model.path());
    const auto found = model.find(*reference);
    QVERIFY(found.has_value());
    QCOMPARE(found->check.state, ModelCheck::State::Missing);
    QVERIFY(found->checkpoint == nullptr);
    QVERIFY(found->check.text.english().starts_with(
        goldenText("project/the-model-is-not-there-any") + model.path() +
        "\" or under the same name next to the project"));
    writeText(model.path(), "no model");
    QVERIFY(!model.find(*reference));
}

/// Headers of another machine's model are found while they are there; no model of here is taken for
/// them, be it the very same.
void ModelReferenceTest::modelsOfOtherMachines() {
    const ModelCopy model;
    const QTemporaryDir folder;
    const std::string copy = folder.filePath(QStringLiteral("headers")).toStdString();
    const auto headers = headersOf(**openCheckpoint(model.path()));
    QVERIFY(headers && writeHeadersCopy(*headers, copy, {"gpu1", model.path()}, {}));
    const auto reference = referenceOf(**openCheckpoint(copy));
    QVERIFY(reference.has_value() && reference->isElsewhere());
    QCOMPARE(reference->elsewhere.machine, std::string("gpu1"));
    QCOMPARE(reference->elsewhere.path, model.path());
    QCOMPARE(reference->digest, model.reference()->digest);
    const auto find = [&] {
        return *openReferencedModel(*reference, {}, folder.path().toStdString());
    };
    QCOMPARE(find().checkpoint->path, copy);
    QVERIFY(find().found.empty());
    const std::string moved = folder.filePath(QStringLiteral("moved")).toStdString();
    fs::rename(copy, moved);
    fs::copy(model.path(), copy, fs::copy_options::recursive);
    const ReferencedModel missing = find();
    QCOMPARE(missing.check.state, ModelCheck::State::Missing);
    QVERIFY(missing.checkpoint == nullptr);
    QVERIFY(
        missing.check.text.english().starts_with(goldenText("project/the-model-of-the-project-is") +
                                                 model.path() + "\" on the machine \"gpu1\""));
}

/// A config.json alone is a model without weights; a pipe is none that could be named.
void ModelReferenceTest::describedModels() {
    const ModelCopy model;
    const auto opened = openCheckpoint(model.path() + "/config.json");
    QVERIFY(opened.has_value());
    const auto reference = referenceOf(**opened);
    QCOMPARE(reference->files.size(), std::size_t{1});
    QCOMPARE(reference->files[0].name, std::string("config.json"));
    Checkpoint typed = **opened;
    typed.path = "standard input";
    QVERIFY(!referenceOf(typed));
    QCOMPARE(referenceOf(typed).error().code, ErrorCode::FileNotFound);
}

QTEST_GUILESS_MAIN(ModelReferenceTest)
#include "tst_model_reference.moc"
