// SPDX-License-Identifier: GPL-3.0-or-later
// The convolution and the scan of state spaces: by their formulas, in one go and row by row, in the
// memory that they should take, and refused where shapes do not fit.
#include "tests/run/memory_case.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::int64_t kStates = 4;

/// What MemoryCase::weight() has at a place.
double numberAt(std::int64_t at) {
    return static_cast<double>(std::sin(static_cast<float>(at)));
}

}  // namespace

class RunScanTest : public MemoryCase {
    Q_OBJECT

private Q_SLOTS:
    void theConvolutionIsItsFormula_data() {
        QTest::addColumn<qint64>("kernel");
        QTest::addColumn<bool>("hasBias");
        for (const qint64 kernel : {1, 2, 4, 30}) {
            for (const bool hasBias : {false, true}) {
                QTest::addRow("%lld rows, %s", kernel, hasBias ? "bias" : "no bias")
                    << kernel << hasBias;
            }
        }
    }

    /// Over columns of something wider, which lie apart.
    void theConvolutionIsItsFormula() {
        QFETCH(qint64, kernel);
        QFETCH(bool, hasBias);
        const WeightPtr weights = weight("filters", {kWidth, 1, kernel});
        const WeightPtr offsets = weight("offsets", {kWidth});
        const ActivationPtr x = columnsOf(kWidth);
        const auto whole =
            m_compute->causalConvolution(*x, *weights, hasBias ? offsets.get() : nullptr, nullptr);
        QVERIFY2(whole, whole ? "" : whole.error().message.english().c_str());
        const std::vector<float> found = numbersOf(*whole->made);
        for (std::int64_t row = 0; row < kRows; ++row) {
            for (std::int64_t column = 0; column < kWidth; ++column) {
                double sum = hasBias ? numberAt(column) : 0;
                for (std::int64_t k = 0; k < kernel; ++k) {
                    const std::int64_t from = row + k - kernel + 1;
                    sum += from < 0 ? 0 : numberAt(column * kernel + k) * columnAt(from, column);
                }
                const double made = found[static_cast<std::size_t>(row * kWidth + column)];
                QVERIFY2(std::abs(made - sum) < 1e-5, qPrintable(QString::number(made - sum)));
            }
        }
        inParts(
            [&](std::int64_t first, std::int64_t count, const Activation* state) {
                const auto part = m_compute->rowRange(*x, first, count);
                return m_compute->causalConvolution(**part, *weights,
                                                    hasBias ? offsets.get() : nullptr, state);
            },
            found);
    }

    void theScanIsItsFormula_data() {
        QTest::addColumn<bool>("hasD");
        QTest::newRow("all") << true;
        QTest::newRow("without D") << false;
    }

    void theScanIsItsFormula() {
        QFETCH(bool, hasD);
        const Parts parts = makeParts();
        const auto whole = m_compute->selectiveScan(parts.input(hasD));
        QVERIFY2(whole, whole ? "" : whole.error().message.english().c_str());
        const std::vector<float> found = numbersOf(*whole->made);
        std::vector<double> states(kWidth * kStates);
        for (std::int64_t row = 0; row < kRows; ++row) {
            for (std::int64_t channel = 0; channel < kWidth; ++channel) {
                const double x = columnAt(row, channel);
                const double step = std::log1p(std::exp(columnAt(row, channel)));
                double sum = hasD ? x * numberAt(channel) : 0;
                for (std::int64_t n = 0; n < kStates; ++n) {
                    const std::int64_t at = channel * kStates + n;
                    double& state = states[static_cast<std::size_t>(at)];
                    state = std::exp(-std::exp(numberAt(at)) * step) * state +
                            step * columnAt(row, n) * x;
                    sum += state * columnAt(row, n);
                }
                const double wanted = sum * x / (1 + std::exp(-x));
                const double made = found[static_cast<std::size_t>(row * kWidth + channel)];
                QVERIFY2(std::abs(made - wanted) < 2e-5 * (1 + std::abs(wanted)),
                         qPrintable(QString::number(made - wanted)));
            }
        }
        inParts(
            [&](std::int64_t first, std::int64_t count, const Activation* state) {
                const Parts some = parts.rows(*m_compute, first, count);
                ScanInput input = some.input(hasD);
                input.state = state;
                return m_compute->selectiveScan(input);
            },
            found);
    }

    /// More threads than one share channels, and change no number.
    void threadsChangeNoNumber() {
        const unsigned before = m_compute->threads();
        const WeightPtr table = weight("long", {kLong, kWidth});
        std::vector<std::int64_t> rows(kLong);
        std::iota(rows.begin(), rows.end(), 0);
        const auto x = m_compute->embedding(rows, *table);
        QVERIFY(x);
        const auto few = m_compute->columns(**x, 0, kStates);
        const auto steps = m_compute->activation(**x, ActivationFunction::Softplus);
        QVERIFY(few && steps);
        const WeightPtr aLog = weight("A_log", {kWidth, kStates});
        std::vector<float> one;
        for (const unsigned threads : {1U, 2U, 3U}) {
            m_compute->setThreads(threads);
            const auto made = m_compute->selectiveScan(
                {**x, **steps, **few, **few, **x, *aLog, nullptr, nullptr});
            QVERIFY(made);
            one = one.empty() ? numbersOf(*made->made) : one;
            QCOMPARE(numbersOf(*made->made), one);
        }
        m_compute->setThreads(before);
    }

    /// Rows divided by the root of their mean square.
    void aNormWithoutAScaleIsItsFormula() {
        const auto normed = m_compute->normalize(*columnsOf(kWidth), 1e-3);
        QVERIFY(normed);
        const std::vector<float> found = numbersOf(**normed);
        for (std::int64_t row = 0; row < kRows; ++row) {
            double squares = 0;
            for (std::int64_t column = 0; column < kWidth; ++column) {
                squares += columnAt(row, column) * columnAt(row, column);
            }
            const double root = std::sqrt(squares / kWidth + 1e-3);
            for (std::int64_t column = 0; column < kWidth; ++column) {
                const double made = found[static_cast<std::size_t>(row * kWidth + column)];
                QVERIFY(std::abs(made - columnAt(row, column) / root) < 1e-5);
            }
        }
    }

    /// What is made and the state that goes on; nothing for operands that lie apart.
    void theyTakeWhatTheyMake() {
        const WeightPtr weights = weight("filters", {kWidth, 1, 4});
        const Parts parts = makeParts();
        const auto scope = m_compute->enter(gpu());
        const auto x = m_compute->embedding(allRows(), *parts.table);
        QVERIFY(x);
        const auto part = m_compute->columns(**x, kWidth, kWidth);
        QVERIFY(part);
        (void)gpu().takeRequests();
        const auto convolved = m_compute->causalConvolution(**part, *weights, nullptr, nullptr);
        QVERIFY(convolved);
        const std::uint64_t made = kRows * kWidth * kFloat;
        const std::uint64_t rows = 3 * kWidth * kFloat;
        QCOMPARE(sizesOf(gpu().takeRequests()), (std::vector<std::uint64_t>{rows, made}));
        const auto scanned = m_compute->selectiveScan(parts.input(true));
        QVERIFY(scanned);
        const std::uint64_t states = kWidth * kStates * kFloat;
        QCOMPARE(sizesOf(gpu().takeRequests()), (std::vector<std::uint64_t>{states, made}));
    }

    void whatDoesNotFitIsRefused_data() {
        QTest::addColumn<int>("row");
        const auto all = misfits();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].first) << static_cast<int>(i);
        }
    }

    void whatDoesNotFitIsRefused() {
        QFETCH(int, row);
        const Parts parts = makeParts();
        const Result<Carried> made = misfits()[static_cast<std::size_t>(row)].second(parts);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::Internal);
    }

private:
    static constexpr std::int64_t kLong = 500;
    static constexpr std::int64_t kAll = 3 * kWidth;  ///< numbers of a row of `table`

    /// Operands of a scan: the same columns of one table, lying apart, for all of them.
    struct Parts {
        WeightPtr table;
        WeightPtr aLog;
        WeightPtr d;
        ActivationPtr x;
        ActivationPtr steps;
        ActivationPtr few;

        [[nodiscard]] ScanInput input(bool hasD) const {
            return {*x, *steps, *few, *few, *x, *aLog, hasD ? d.get() : nullptr, nullptr};
        }
        [[nodiscard]] Parts rows(Compute& compute, std::int64_t first, std::int64_t count) const {
            const auto part = [&](const ActivationPtr& all) {
                return *compute.rowRange(*all, first, count);
            };
            return {table, aLog, d, part(x), part(steps), part(few)};
        }
    };

    Parts makeParts() {
        Parts parts;
        parts.table = weight("table", {kRows, kAll});
        parts.aLog = weight("A_log", {kWidth, kStates});
        parts.d = weight("D", {kWidth});
        parts.x = columnsOf(kWidth);
        parts.few = columnsOf(kStates);
        parts.steps = *m_compute->activation(*parts.x, ActivationFunction::Softplus);
        return parts;
    }

    static double columnAt(std::int64_t row, std::int64_t column) {
        return numberAt(row * kAll + kWidth + column);
    }

    ActivationPtr columnsOf(std::int64_t count) {
        const auto all = m_compute->embedding(allRows(), *weight("table", {kRows, kAll}));
        return *m_compute->columns(**all, kWidth, count);
    }

    std::vector<float> numbersOf(const Activation& x) {
        const std::vector<std::int64_t> shape = x.shape();
        std::vector<float> numbers(static_cast<std::size_t>(shape[0] * shape[1]));
        if (!m_compute->copyOut(x, numbers)) {
            return {};
        }
        return numbers;
    }

    /// Rows that come in parts are made as those that come together, to the bit; a state that went
    /// in is not changed.
    void inParts(const std::function<Result<Carried>(std::int64_t first, std::int64_t count,
                                                     const Activation* state)>& work,
                 const std::vector<float>& whole) {
        for (const std::int64_t size : {1, 2, 5, 23}) {
            std::vector<float> found;
            ActivationPtr state;
            for (std::int64_t first = 0; first < kRows; first += size) {
                const std::int64_t count = std::min<std::int64_t>(size, kRows - first);
                const std::vector<float> before = state ? numbersOf(*state) : std::vector<float>();
                const auto made = work(first, count, state.get());
                QVERIFY2(made, made ? "" : made.error().message.english().c_str());
                QCOMPARE(state ? numbersOf(*state) : std::vector<float>(), before);
                const std::vector<float> rows = numbersOf(*made->made);
                found.insert(found.end(), rows.begin(), rows.end());
                state = made->state;
            }
            QCOMPARE(found, whole);
        }
    }

    using Misfit = std::pair<const char*, std::function<Result<Carried>(const Parts&)>>;

    std::vector<Misfit> misfits() {
        const auto scan = [this](const std::function<void(Parts&)>& change) {
            return [this, change](Parts parts) {
                change(parts);
                return m_compute->selectiveScan(parts.input(true));
            };
        };
        const auto convolve = [this](std::vector<std::int64_t> filters,
                                     std::vector<std::int64_t> bias, std::int64_t stateRows) {
            return [=, this](const Parts& parts) {
                const WeightPtr weights = weight("filters", filters);
                const WeightPtr offsets = weight("offsets", bias);
                const ActivationPtr state =
                    stateRows > 0 ? *m_compute->rowRange(*parts.steps, 0, stateRows) : nullptr;
                return m_compute->causalConvolution(*parts.x, *weights, offsets.get(), state.get());
            };
        };
        return {
            {"A of other channels", scan([this](Parts& p) {
                 p.aLog = weight("A_log", {kWidth - 1, kStates});
             })},
            {"A of other states", scan([this](Parts& p) {
                 p.aLog = weight("A_log", {kWidth, kStates + 1});
             })},
            {"A of one dimension",
             scan([this](Parts& p) { p.aLog = weight("A_log", {kWidth * kStates}); })},
            {"D too short", scan([this](Parts& p) { p.d = weight("D", {kWidth - 1}); })},
            {"too few time steps",
             scan([this](Parts& p) { p.steps = *m_compute->rowRange(*p.steps, 0, 3); })},
            {"B too narrow",
             scan([this](Parts& p) { p.few = *m_compute->columns(*p.few, 0, kStates - 1); })},
            {"states of another model",
             [this](const Parts& parts) {
                 ScanInput input = parts.input(true);
                 input.state = parts.x.get();
                 return m_compute->selectiveScan(input);
             }},
            {"filters of other channels", convolve({kWidth + 1, 1, 4}, {kWidth}, 0)},
            {"filters of several channels", convolve({kWidth, 2, 4}, {kWidth}, 0)},
            {"filters of no row", convolve({kWidth, 4}, {kWidth}, 0)},
            {"a bias too short", convolve({kWidth, 1, 4}, {kWidth - 1}, 0)},
            {"rows of another kernel", convolve({kWidth, 1, 4}, {kWidth}, 4)},
        };
    }
};

QTEST_GUILESS_MAIN(RunScanTest)
#include "tst_run_scan.moc"
