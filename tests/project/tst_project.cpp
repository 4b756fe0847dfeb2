// SPDX-License-Identifier: GPL-3.0-or-later
// Project files: nothing is lost on the way, and what is broken is told.
#ifndef Q_MOC_RUN
#include "engine/base/json_reader.h"
#include "engine/project/project.h"
#include "tests/plan/plan_fixture.h"
#include "tests/project/project_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <random>

using namespace stowage;
using namespace stowage::test;
using Json = nlohmann::ordered_json;

class ProjectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void nothingIsLost();
    void keysOfTheFormat();
    void unknownMembersAreKept();
    void modelsOfOtherMachines();
    void variantsAreReplacedByName();
    void brokenProjects_data();
    void brokenProjects();
    void cutAnywhere();
    void anyByteElse();
    void tooLarge();
    void filesAreToldByContent();
    void pathsFromTheProject();
};

void ProjectTest::nothingIsLost() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("a.stowage")).toStdString();
    const Project project = sampleProject();
    QVERIFY(writeProject(path, project));
    const auto again = readProject(path);
    QVERIFY2(again.has_value(), again ? "" : again.error().message.english().c_str());
    Project expected = project;
    expected.model.relativePath = again->model.relativePath;  // told from where it was written
    QCOMPARE(projectToJson(*again), projectToJson(expected));
    QCOMPARE(again->current, std::size_t{1});
    QVERIFY(again->model == expected.model);
    QVERIFY(again->openOptions.renames == project.openOptions.renames);
    QCOMPARE(again->openOptions.prefix, project.openOptions.prefix);
    QVERIFY(again->variants[0].edits == project.variants[0].edits);
    QVERIFY(again->variants[0].request.workload == project.variants[0].request.workload);
    QVERIFY(!again->variants[1].request.workload);
    QVERIFY(QString::fromStdString(again->model.relativePath).endsWith("../models/gpt2"));
    // Only the file itself is there: nothing was left beside it.
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("a.stowage"));
}

void ProjectTest::keysOfTheFormat() {
    const Json object = Json::parse(projectToJson(sampleProject()));
    QStringList keys;
    for (const auto& member : object.items()) {
        keys << QString::fromStdString(member.key());
    }
    QCOMPARE(keys.join(' '),
             QStringLiteral("format version model variants current records notes window"));
    QVERIFY(object["format"] == "stowage.project");
    QVERIFY(object["version"] == 2);
    QVERIFY(object["current"] == "All on CPU");
    QVERIFY(object["model"]["files"][0]["bytes"] == 12);
    QVERIFY(object["variants"][0]["request"]["workload"].is_object());
}

void ProjectTest::unknownMembersAreKept() {
    Json object = Json::parse(projectToJson(sampleProject()));
    object["theme"] = {{"dark", true}};
    object["model"]["license"] = "mit";
    object["variants"][1]["colour"] = "#fff";
    const auto project = projectFromJson(object.dump(), "a.stowage");
    QVERIFY2(project.has_value(), project ? "" : project.error().message.english().c_str());
    QCOMPARE(Json::parse(projectToJson(*project)).dump(), object.dump());
}

void ProjectTest::modelsOfOtherMachines() {
    Project project = sampleProject();
    QVERIFY(!Json::parse(projectToJson(project))["model"].contains("elsewhere"));
    project.model.elsewhere = {"gpu1", "/models/gpt2"};
    const Json object = Json::parse(projectToJson(project));
    QVERIFY(object["model"]["elsewhere"]["machine"] == "gpu1");
    const auto read = projectFromJson(object.dump(), "a.stowage");
    QVERIFY(read.has_value());
    QVERIFY(read->model == project.model);
    QVERIFY(read->unknownModel == nullptr);
}

void ProjectTest::variantsAreReplacedByName() {
    Project project = sampleProject();
    ProjectVariant plan{"Plan", requestFor(nullptr, {kGiB})};
    setVariant(project, plan);
    QCOMPARE(project.variants.size(), std::size_t{2});
    QCOMPARE(project.current, std::size_t{0});
    QCOMPARE(project.variants[0].request.devices.size(), plan.request.devices.size());
    plan.name = "New";
    setVariant(project, plan);
    QCOMPARE(project.variants.size(), std::size_t{3});
    QCOMPARE(project.current, std::size_t{2});
    QVERIFY(findVariant(project, "New") == &project.variants[2]);
    QVERIFY(findVariant(project, "new") == nullptr);
}

void ProjectTest::brokenProjects_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("code");
    const auto row = [](const char* pointer, const char* value, const char* message,
                        ErrorCode code = ErrorCode::Malformed) {
        QTest::newRow(pointer) << pointer << value << message << static_cast<int>(code);
    };
    row("/format", "\"stowage.run\"", goldenText("project/a-stowage-is-no-project-of"));
    row("/version", "3", goldenText("project/a-stowage-was-written-by-a"), ErrorCode::Unsupported);
    row("/version", "0", goldenText("project/its-version-is-no-number"));
    row("/version", "\"1\"", goldenText("project/its-version-is-no-number"));
    row("/model", "null", "\"model\" is missing");
    row("/model", "[]", goldenText("project/model-is-no-object"));
    row("/model/path", "1", goldenText("project/model-path-is-no-text"));
    row("/model/digest", "null", "\"model.digest\" is missing");
    row("/model/files/0/bytes", "-3", goldenText("project/model-files-0-bytes-is-no"));
    row("/model/elsewhere", "{}", "\"model.elsewhere.machine\" is missing");
    row("/model/open/renames", "[[\"a\"]]", goldenText("project/model-open-renames-0-is-no"));
    row("/variants", "{}", goldenText("project/variants-is-no-list"));
    row("/variants/0", "3", goldenText("project/variants-0-is-no-object"));
    row("/variants/0/name", "\"\"", goldenText("project/variants-0-name-is-empty-every"));
    row("/variants/0/name", "\"All on CPU\"", goldenText("project/variants-1-name-is-all-on"));
    row("/variants/1/request", "null", "\"variants[1].request\" is missing");
    row("/variants/1/request/strategy", "\"x\"", "\"variants[1].request.strategy\" is \"x\"");
    row("/variants/0/request/workload/prompt", "0",
        goldenText("project/variants-0-workload-cannot-be-carried"));
    row("/variants/0/edits", "[{}]", "\"variants[0].edits[0].text\" is missing");
    row("/current", "\"Third\"", goldenText("project/current-is-third-which-none-of"));
    row("/records", "[1]", goldenText("project/records-0-is-no-text"));
}

void ProjectTest::brokenProjects() {
    QFETCH(const QString, pointer);
    QFETCH(const QString, value);
    QFETCH(const QString, message);
    QFETCH(const int, code);
    Json object = Json::parse(projectToJson(sampleProject()));
    object[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    const auto project = projectFromJson(object.dump(), "a.stowage");
    QVERIFY(!project);
    QCOMPARE(static_cast<int>(project.error().code), code);
    QCOMPARE(project.error().file, std::string("a.stowage"));
    QVERIFY2(project.error().message.english().find(message.toStdString()) != std::string::npos,
             project.error().message.english().c_str());
}

void ProjectTest::cutAnywhere() {
    const std::string text = projectToJson(sampleProject());
    for (std::size_t length = 0; length + 1 < text.size(); ++length) {
        const auto project = projectFromJson(std::string_view(text).substr(0, length), "a.stowage");
        // The last newline is all that may be missing.
        QVERIFY2(!project.has_value() && !project.error().message.empty(),
                 QByteArray::number(qulonglong(length)));
    }
    QVERIFY(projectFromJson(std::string_view(text).substr(0, text.size() - 1), "a.stowage"));
}

void ProjectTest::anyByteElse() {
    const std::string text = projectToJson(sampleProject());
    std::mt19937 random(1);
    unsigned refused = 0;
    constexpr std::string_view kBytes("\0\"\\{}[],:0-9eEtfn\xff\x80 ", 23);
    for (int i = 0; i < 4000; ++i) {
        std::string changed = text;
        for (auto count = 1 + random() % 3; count > 0; --count) {
            changed[random() % changed.size()] = kBytes[random() % kBytes.size()];
        }
        const auto project = projectFromJson(changed, "a.stowage");
        refused += project ? 0U : 1U;
        QVERIFY(project || !project.error().message.empty());
    }
    QVERIFY2(refused > 2000 && refused < 4000, QByteArray::number(refused));
}

void ProjectTest::tooLarge() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.stowage"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{1} << 40));  // without a page
    const auto read = readProject(path.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::LimitExceeded);
    const std::string deep = std::string(100, '[') + std::string(100, ']');
    const auto nested = projectFromJson(
        R"({"format": "stowage.project", "version": 1, "window": )" + deep + "}", "a.stowage");
    QVERIFY(!nested);
    QCOMPARE(nested.error().code, ErrorCode::LimitExceeded);
    std::string wide = R"({"format": "stowage.project", "version": 1, "window": [)";
    for (int i = 0; i < 4'000'000; ++i) {
        wide += "0,";
    }
    const auto many = projectFromJson(wide + "0]}", "a.stowage");
    QVERIFY(!many);
    QCOMPARE(many.error().code, ErrorCode::LimitExceeded);
    QCOMPARE(many.error().message,
             std::string(goldenText("project/a-stowage-has-more-than-4000000")));
    Project project = sampleProject();
    project.notes.assign(kProjectFileBytes, 'a');
    const auto written = writeProject(folder.filePath(QStringLiteral("b")).toStdString(), project);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::LimitExceeded);
}

void ProjectTest::filesAreToldByContent() {
    const QTemporaryDir folder;
    const auto is = [&folder](const char* name, const std::string& text) {
        const std::string path = folder.filePath(QString::fromUtf8(name)).toStdString();
        writeText(path, text);
        return isProjectFile(path);
    };
    QVERIFY(is("a.json", projectToJson(sampleProject())));
    QVERIFY(is("b", "{\"notes\": [{\"format\": \"x\"}], \"format\": \"stowage.project\""));
    QVERIFY(is("broken.stowage", "{"));
    QVERIFY(!is("c.json", "{\"format\": \"stowage.run\"}"));
    QVERIFY(!is("d.json", "{\"a\": {\"format\": \"stowage.project\"}}"));
    QVERIFY(!is("e.json", "[\"format\", \"stowage.project\"]"));
    QVERIFY(!is("f", std::string("{\0\0", 3)));
    QVERIFY(!is("g", ""));
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("model.stowage")));
    QVERIFY(!isProjectFile(folder.filePath(QStringLiteral("model.stowage")).toStdString()));
    QVERIFY(!isProjectFile(folder.filePath(QStringLiteral("absent.stowage")).toStdString()));
}

void ProjectTest::pathsFromTheProject() {
    QCOMPARE(projectFolder("/a/b/c.stowage"), std::string("/a/b"));
    QCOMPARE(projectFolder("/c.stowage"), std::string("/"));
    const std::string here = QDir::currentPath().toStdString();
    QCOMPARE(projectFolder("c.stowage"), here);
    QCOMPARE(projectFolder("d/../c.stowage"), here);
    QCOMPARE(recordPath("runs/1.json", "/a/c.stowage"), std::string("/a/runs/1.json"));
    QCOMPARE(recordPath("/gone/1.json", "/a/c.stowage"), std::string("/a/1.json"));
    QCOMPARE(recordPath("/proc/version", "/a/c.stowage"), std::string("/proc/version"));
}

QTEST_GUILESS_MAIN(ProjectTest)
#include "tst_project.moc"
