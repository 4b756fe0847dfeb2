// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of a nested checkpoint is taken for the model.
#include "engine/checkpoint/formats/torch_document.h"

#include <QTest>

using namespace stowage;

namespace {

struct Part {
    QByteArray path;
    int dotted = 0;
    int plain = 0;
    int numbers = 0;
};

ModelLikelihood likelihoodOf(const Part& part) {
    const auto count = [](int number) { return static_cast<std::size_t>(number); };
    return modelLikelihood(part.path.toStdString(),
                           {count(part.dotted), count(part.plain), count(part.numbers)});
}

}  // namespace

Q_DECLARE_METATYPE(Part)

class TestModelPart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theLikelierPartIsTaken_data() {
        QTest::addColumn<Part>("better");
        QTest::addColumn<Part>("worse");
        const auto row = [](const char* name, const Part& better, const Part& worse) {
            QTest::newRow(name) << better << worse;
        };
        row("a model, not what Adam keeps", {"model", 0, 2}, {"optimizer.state.0", 0, 3});
        row("even under another name", {"generator", 4}, {"optimizer.state.0", 0, 300});
        row("not FSDP's optimizer by names", {"weights", 10}, {"optimizer_states.0.state", 20});
        row("not a scheduler's", {"x", 0, 1}, {"lr_scheduler", 9});
        row("the model, not its average with a counter", {"model", 100}, {"ema", 100, 1});
        row("the average, not what has no names", {"ema", 100}, {"buffers", 0, 0, 300});
        row("the average, not a normalisation's figures", {"ema_model", 100}, {"stats", 0, 20});
        row("the larger of two models", {"model.encoder", 9}, {"model.decoder", 8});
        row("a network, not a model's few figures", {"generator", 100}, {"model", 0, 1});
        row("a bare state dict, not a copy inside", {"", 100}, {"ema", 101});
        row("a module of plain names, not the counters around it", {"model", 0, 2}, {"", 0, 2});
        row("dotted names, not as many others", {"a", 10}, {"b", 0, 10});
        row("names, not a list", {"a", 0, 10}, {"b", 0, 0, 10});
        row("case does not matter", {"STATE_DICT", 10}, {"other", 10});
    }
    void theLikelierPartIsTaken() {
        QFETCH(Part, better);
        QFETCH(Part, worse);
        QVERIFY(likelihoodOf(better).exceeds(likelihoodOf(worse)));
        QVERIFY(!likelihoodOf(worse).exceeds(likelihoodOf(better)));
    }
};

QTEST_GUILESS_MAIN(TestModelPart)
#include "tst_model_part.moc"
