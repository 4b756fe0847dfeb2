// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare_models_dialog.h"

#include "engine/model/model_presets.h"
#include "widgets/models/compare_models_tables.h"
#include "widgets/session/compared_model.h"
#include "widgets/session/document.h"
#include "widgets/views/compare_models_choice.h"
#include "widgets/views/fact_table_view.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace stowage {
namespace {

constexpr QSize kSize(860, 640);

}  // namespace

CompareModelsDialog::CompareModelsDialog(Document* document, FileDialogs* dialogs,
                                         const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_theme(theme),
      m_first(new ComparedModel(this)),
      m_second(new ComparedModel(this)),
      m_firstChoice(new CompareModelsChoice(QStringLiteral("first"), tr("First model"), m_first,
                                            document, dialogs, theme, this)),
      m_secondChoice(new CompareModelsChoice(QStringLiteral("second"), tr("Second model"), m_second,
                                             document, dialogs, theme, this)),
      m_missing(new QLabel(this)),
      m_tabs(new QTabWidget(this)),
      m_facts(new FactTableView(QStringLiteral("compared_facts"), tr("Facts side by side"), theme,
                                m_tabs)),
      m_types(
          new FactTableView(QStringLiteral("compared_types"), tr("Bytes by type"), theme, m_tabs)),
      m_classes(new FactTableView(QStringLiteral("compared_classes"), tr("Parameters by class"),
                                  theme, m_tabs)),
      m_differentOnly(new QCheckBox(tr("Only what differs"), this)),
      m_copy(new QPushButton(tr("Copy the table"), this)) {
    setObjectName(QStringLiteral("compare_models_dialog"));
    setWindowTitle(tr("Compare models"));
    resize(kSize);
    makeTabs();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->setSpacing(10);
    layout->addWidget(makeHead());
    layout->addWidget(m_missing, 1);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(makeFoot());
    if (const auto presets = modelPresets()) {
        m_firstChoice->setPresets(*presets);
        m_secondChoice->setPresets(*presets);
    }
    for (ComparedModel* model : {m_first, m_second}) {
        connect(model, &ComparedModel::changed, this, &CompareModelsDialog::showTables);
    }
    connect(m_differentOnly, &QCheckBox::toggled, this, &CompareModelsDialog::showTables);
    connect(theme, &Theme::changed, this, &CompareModelsDialog::applyTheme);
    m_firstChoice->useOpenModel();
    applyTheme();
    showTables();
}

QWidget* CompareModelsDialog::makeHead() {
    auto* head = new QWidget(this);
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(24);
    layout->addWidget(m_firstChoice, 1, Qt::AlignTop);
    layout->addWidget(m_secondChoice, 1, Qt::AlignTop);
    return head;
}

void CompareModelsDialog::makeTabs() {
    m_missing->setObjectName(QStringLiteral("compare_models_missing"));
    m_missing->setAlignment(Qt::AlignCenter);
    m_missing->setWordWrap(true);
    m_missing->setText(
        tr("Choose two models: a file, a folder with a config.json, or a known "
           "model, which needs no file at all."));
    m_tabs->setObjectName(QStringLiteral("compare_models_tabs"));
    m_tabs->tabBar()->setAccessibleName(tr("What is compared"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    for (const FactTableView* view : {m_facts, m_types, m_classes}) {
        view->table()->horizontalHeader()->setStretchLastSection(true);
    }
    m_tabs->addTab(m_facts, tr("Facts"));
    m_tabs->addTab(m_types, tr("Bytes by type"));
    m_tabs->addTab(m_classes, tr("Parameters by class"));
}

QWidget* CompareModelsDialog::makeFoot() {
    auto* foot = new QWidget(this);
    m_differentOnly->setObjectName(QStringLiteral("compare_models_different_only"));
    m_copy->setObjectName(QStringLiteral("compare_models_copy"));
    m_copy->setAutoDefault(false);
    auto* menu = new QMenu(m_copy);
    QAction* markdown = menu->addAction(tr("As Markdown"));
    markdown->setObjectName(QStringLiteral("compare_models_copy_markdown"));
    connect(markdown, &QAction::triggered, this, [this] { copyTable(Copied::Markdown); });
    QAction* csv = menu->addAction(tr("As CSV"));
    csv->setObjectName(QStringLiteral("compare_models_copy_csv"));
    connect(csv, &QAction::triggered, this, [this] { copyTable(Copied::Csv); });
    m_copy->setMenu(menu);
    auto* close = new QPushButton(tr("Close"), foot);
    close->setObjectName(QStringLiteral("compare_models_close"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_differentOnly);
    layout->addStretch(1);
    layout->addWidget(m_copy);
    layout->addWidget(close);
    return foot;
}

void CompareModelsDialog::showTables() {
    const bool both = m_first->facts() != nullptr && m_second->facts() != nullptr;
    m_missing->setVisible(!both);
    m_tabs->setVisible(both);
    m_differentOnly->setEnabled(both);
    m_copy->setEnabled(both);
    if (!both) {
        return;
    }
    const ComparedFacts first{m_first->name(), m_first->facts()};
    const ComparedFacts second{m_second->name(), m_second->facts()};
    const ComparedRows rows =
        m_differentOnly->isChecked() ? ComparedRows::DifferentOnly : ComparedRows::All;
    m_facts->setTable(comparedFactsTable(first, second, rows));
    m_types->setTable(comparedTypesTable(first, second, rows));
    m_classes->setTable(comparedClassesTable(first, second, rows));
}

void CompareModelsDialog::copyTable(Copied form) {
    const auto* shown = qobject_cast<FactTableView*>(m_tabs->currentWidget());
    if (shown != nullptr) {
        const FactTable& table = shown->model()->table();
        QGuiApplication::clipboard()->setText(form == Copied::Csv ? factTableCsv(table)
                                                                  : factTableMarkdown(table));
    }
}

void CompareModelsDialog::applyTheme() {
    const QFont font = m_theme->font(TextRole::Tree);
    m_tabs->tabBar()->setFont(font);
    m_missing->setFont(font);
    m_missing->setForegroundRole(QPalette::PlaceholderText);
    m_differentOnly->setFont(font);
    m_copy->setFont(font);
}

}  // namespace stowage
