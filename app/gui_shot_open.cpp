// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes about opening: the page on the open model, and a file that cannot be opened.
#include "app/gui_shots.h"
#include "widgets/dialogs/new_model_dialog.h"
#include "widgets/dialogs/save_dialog.h"
#include "widgets/session/document.h"
#include "widgets/views/facts_panel.h"
#include "widgets/views/main_window.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/open_error_card.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QtEndian>

namespace stowage {
namespace {

/// Two tensors of which the second begins before the first ends.
const char* const kOverlap =
    "{\"model.layers.0.mlp.down_proj.weight\":{\"dtype\":\"BF16\",\"shape\":[64,64],"
    "\"data_offsets\":[0,8192]},\"model.layers.1.mlp.down_proj.weight\":{\"dtype\":\"BF16\","
    "\"shape\":[64,64],\"data_offsets\":[8000,16192]}}";

/// Writes a file that breaks a rule of its format. "" where that failed.
QString writeBadFile(const QString& folder) {
    const QByteArray header(kOverlap);
    QByteArray size(sizeof(quint64), '\0');
    qToLittleEndian(static_cast<quint64>(header.size()), size.data());
    QFile file(QDir(folder).filePath(QStringLiteral("model-00002-of-00004.safetensors")));
    constexpr int kDataBytes = 16192;
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.write(size + header + QByteArray(kDataBytes, '\0')) > 0;
    return written ? file.fileName() : QString();
}

}  // namespace

void ShotSeries::planFacts(int page, const QString& file) {
    addStep(
        [this, page] {
            m_window->showFacts();
            m_window->facts()->showPage(static_cast<FactsPanel::Page>(page));
        },
        [] { return true; }, file);
}

void ShotSeries::planOpenError(const QString& file) {
    const auto planned = [this] { return isPlanned(); };
    addStep(
        [this] {
            m_failureIsWanted = true;
            m_window->openPath(writeBadFile(m_scratch.path()));
        },
        [this] { return m_window->modelPanel()->errorCard()->isShown(); }, file);
    addStep(
        [this] {
            m_window->modelPanel()->errorCard()->dismiss();
            m_failureIsWanted = false;
        },
        planned, {});
}

void ShotSeries::planNewModel(const QString& file, const char* hiddenSize) {
    addStep(
        [this, size = QString::fromLatin1(hiddenSize)] {
            m_window->showNewModel();
            NewModelDialog* dialog = m_window->newModel();
            dialog->startFrom(QStringLiteral("Llama-3.1-8B"));
            auto* field =
                dialog->findChild<QLineEdit*>(QStringLiteral("new_model_field_hidden_size"));
            field->setText(size);
            Q_EMIT field->textEdited(size);
        },
        [this] { return m_window->newModel() != nullptr && !m_window->newModel()->isChecking(); },
        file);
    addStep([this] { m_window->newModel()->reject(); }, [this] { return isPlanned(); }, {});
}

bool ShotSeries::planOpenScene(const QString& scene, const QString& file) {
    static const QStringList kPages{QStringLiteral("facts"),         QStringLiteral("facts-types"),
                                    QStringLiteral("facts-largest"), QStringLiteral("facts-files"),
                                    QStringLiteral("facts-tied"),    QStringLiteral("facts-keys"),
                                    QStringLiteral("facts-notes")};
    if (kPages.contains(scene)) {
        planFacts(static_cast<int>(kPages.indexOf(scene)), file);
        return true;
    }
    if (scene == QLatin1String("new-model") || scene == QLatin1String("new-model-error")) {
        planNewModel(file, scene == QLatin1String("new-model") ? "4096" : "-4096");
        return true;
    }
    if (scene == QLatin1String("save-as")) {
        addStep([this] { m_window->showSave(); },
                [this] { return m_window->saveDialog()->isVisible(); }, file);
        addStep([this] { m_window->saveDialog()->reject(); }, [this] { return isPlanned(); }, {});
        return true;
    }
    if (scene == QLatin1String("open-error")) {
        planOpenError(file);
        return true;
    }
    return false;
}

}  // namespace stowage
