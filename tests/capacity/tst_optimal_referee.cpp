// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of `optimal` beside those of a mixed-integer program: optimal_bench in short.
#include "tests/bench/optimal_referee.h"

#include <QTemporaryDir>
#include <QTest>

using namespace stowage;
using namespace stowage::bench;

class OptimalRefereeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
        if (!m_referee.isThere()) {
            QSKIP(("The referee needs Debian's python3-scipy: " + m_referee.version()).c_str());
        }
    }

    /// Where it is proven, no plan of the referee's that carries the work takes less.
    void isNotBeaten_data() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = kFirstSeed; seed < kFirstSeed + kCases; ++seed) {
            QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << seed;
        }
    }
    void isNotBeaten() {
        QFETCH(quint64, seed);
        const auto trial = tryReferee(seed, m_folder.path().toStdString(), m_referee, kNodes);
        QVERIFY2(trial, trial ? "" : trial.error().message.english().c_str());
        std::string failures;
        for (const std::string& failure : trial->found.failures) {
            failures += failure + "\n";
        }
        // A few plans of tiny models are missed, where an allocator's segments decide what holds.
        m_missed += failures.empty() ? 0 : 1;
        QVERIFY2(failures.empty() || !trial->found.isProven,
                 (trial->found.what + "\n" + failures).c_str());
        QVERIFY(trial->items <= 60 && trial->devices <= 4);
        m_fitting += trial->found.value ? 1 : 0;
        m_equal +=
            trial->found.value && trial->least && *trial->found.value <= *trial->least * (1 + 1e-6)
                ? 1
                : 0;
    }

    /// The referee knows neither windows nor the order in which things travel.
    void isRarelyBeaten() {
        QVERIFY(m_fitting * 2 > kCases);
        QVERIFY2(m_missed * 10 <= m_fitting, QByteArray::number(m_missed));
        QVERIFY2(m_equal * 5 > m_fitting, QByteArray::number(m_equal));
    }

private:
    static constexpr quint64 kFirstSeed = 1;
    static constexpr int kCases = 30;
    static constexpr std::uint64_t kNodes = 40;
    QTemporaryDir m_folder;
    PythonChild m_referee = refereeChild();
    int m_fitting = 0;
    int m_missed = 0;
    int m_equal = 0;
};

QTEST_GUILESS_MAIN(OptimalRefereeTest)
#include "tst_optimal_referee.moc"
