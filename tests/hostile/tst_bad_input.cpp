// SPDX-License-Identifier: GPL-3.0-or-later
// The collection of hostile and of odd but valid checkpoints, opened in this process, so that the
// sanitizers see it. tst_hostile opens it from outside, under limits.
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/hostile/case_folder.h"

#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

class TestBadInput : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_place;
    std::vector<HostileCase> m_cases;

    void rows(bool isValid) {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            if (m_cases[i].error.has_value() != isValid) {
                QTest::newRow(m_cases[i].name.c_str()) << static_cast<int>(i);
            }
        }
    }

    Result<std::shared_ptr<const Checkpoint>> open(const HostileCase& one) const {
        OpenOptions options;
        if (!one.options.empty()) {
            options.prefix = one.options.back();
        }
        return openCheckpoint(pathOf(one), options);
    }

    [[nodiscard]] std::string pathOf(const HostileCase& one) const {
        return m_place.path().toStdString() + "/" + one.path;
    }

private Q_SLOTS:
    void initTestCase() {
        CaseFolder folder(m_place.path().toStdString());
        addEveryCase(folder, CaseSize::NoLarge);
        m_cases = folder.cases();
        QVERIFY(m_cases.size() > 250);
    }
    /// QTemporaryDir cannot remove a file whose name is no text.
    void cleanupTestCase() { std::filesystem::remove_all(m_place.path().toStdString()); }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// Each number that a file can show; 26 and 77 to 79 are the machine's: tst_hostile_machine.
    void everyNumberIsThere() {
        for (int number = 1; number <= 80; ++number) {
            const bool exceedsThisMachine = number == 26 || (number >= 77 && number <= 79) ||
                                            // Their files are large.
                                            number == 56;
            QVERIFY2(exceedsThisMachine ||
                         std::ranges::find(m_cases, number, &HostileCase::number) != m_cases.end(),
                     qPrintable(QString::number(number)));
        }
    }

    void hostileOnesAreRefused_data() { rows(false); }
    void hostileOnesAreRefused() {
        QFETCH(int, index);
        const HostileCase& one = m_cases[static_cast<std::size_t>(index)];
        const auto checkpoint = open(one);
        if (one.isListed) {
            QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
            QVERIFY((*checkpoint)->keyCheck && !(*checkpoint)->keyCheck->agrees());
            return;  // loading refuses it: tst_hostile
        }
        const auto tree = checkpoint
                              ? buildModuleTree(**checkpoint)
                              : Result<std::shared_ptr<const ModuleTree>>(checkpoint.unexpected());
        QVERIFY2(!tree, "opened");
        const Error& error = tree.error();
        const std::string found =
            std::string(errorCodeName(error.code)) + ": " + error.message.english();
        QVERIFY2(error.code == *one.error, found.c_str());
        QCOMPARE(exitStatusFor(error.code), 3);
        QVERIFY2(error.message.english().find(one.mentions) != std::string::npos, found.c_str());
        QVERIFY2(error.message.english().ends_with("."), found.c_str());
        const std::string name = error.file.substr(error.file.rfind('/') + 1);
        QVERIFY2(!name.empty() && error.message.english().find(name) != std::string::npos,
                 found.c_str());
    }

    void oddOnesAreRead_data() { rows(true); }
    void oddOnesAreRead() {
        QFETCH(int, index);
        const HostileCase& one = m_cases[static_cast<std::size_t>(index)];
        const auto checkpoint = open(one);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        const auto& warnings = (*checkpoint)->warnings;
        const bool isSaid = std::ranges::any_of(warnings, [&](const std::string& warning) {
            return warning.find(one.mentions) != std::string::npos;
        });
        QVERIFY(one.mentions.empty() || isSaid);
        QVERIFY(buildModuleTree(**checkpoint));
        if ((*checkpoint)->format == CheckpointFormat::TreeJson) {
            return;  // it has no tensors of its own
        }
        QCOMPARE((*checkpoint)->tensors.size(), one.tensors.size());
        for (const ExpectedTensor& expected : one.tensors) {
            const auto found =
                std::ranges::find((*checkpoint)->tensors, expected.name, &StoredTensor::name);
            QVERIFY2(found != (*checkpoint)->tensors.end(), expected.name.c_str());
            QCOMPARE(std::string(dtypeName(found->dtype)), expected.dtype);
            QCOMPARE(found->shape, expected.shape);
        }
    }
};

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_bad_input.moc"
