import { CloseButton } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { ExportButton } from '../../../features/exports/components/export-button.tsx';
import { changesFilters, historyUsersQuery } from '../../../features/history/api/queries.ts';
import { Changes } from '../../../features/history/components/changes.tsx';
import { HistoryFilters } from '../../../features/history/components/history-filters.tsx';
import { HistoryTable } from '../../../features/history/components/history-table.tsx';
import { SelectionBar } from '../../../features/history/components/selection-bar.tsx';
import { UndoDialog } from '../../../features/history/components/undo/undo-dialog.tsx';
import { UndoRunWatch } from '../../../features/history/components/undo/undo-run-watch.tsx';
import {
  addressOf,
  type HistoryChoice,
  type HistorySubject,
  type HistoryView,
  NO_CHOICE,
  parseHistoryAddress,
  readAddress,
  saveChoice,
  viewOf,
} from '../../../features/history/filters/history-address.ts';
import { useUndoing } from '../../../features/history/undo/use-undoing.ts';
import { UpdatesPanel } from '../../../features/history/updates/updates-panel.tsx';
import { filtersOf, useHistorySelection } from '../../../features/history/use-history-selection.ts';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { ViewControl } from '../../../features/views/components/view-control.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './history.module.css';

export function HistoryScreen() {
  usePageTitle(messages.history.title);
  const api = useApi();
  const { view, change } = useHistoryView();
  const stores = useQuery(storesQuery(api));
  const users = useQuery(historyUsersQuery(api));
  const undo = useUndoing();
  const selection = useHistorySelection(view);

  const apply = (choice: HistoryChoice) => {
    saveChoice(choice);
    change(choice);
  };

  return (
    <>
      <PageHeader
        title={messages.history.title}
        aside={<ViewControl screen="history" read={readAddress} />}
        actions={
          <ExportButton
            label="Export"
            title="Export of the change history"
            order={(api, body) => api.call('files.exportHistory', { query: changesFilters(view), body })}
          />
        }
      />
      <div className={classes.banners}>
        {stores.error && <QueryErrorBanner title={messages.history.storesLoadFailed} query={stores} />}
        {users.error && <QueryErrorBanner title="Failed to load the users for the filter." query={users} />}
        <UndoFailures undo={undo} />
      </div>
      <Panel>
        <HistoryFilters
          key={JSON.stringify([
            view.store,
            view.user,
            view.attribute,
            view.source,
            view.search,
            view.from,
            view.to,
            view.stock,
          ])}
          applied={view}
          stores={stores.data}
          users={users.data}
          onApply={apply}
          stockIsShown={view.subject !== null}
        />
        {view.subject && <SubjectNote subject={view.subject} onRemove={() => change({ subject: null })} />}
      </Panel>
      <UpdatesPanel view={view} onUndo={undo.ask} />
      <Changes
        view={view}
        onChange={change}
        onClear={() => {
          saveChoice(NO_CHOICE);
          change({ ...NO_CHOICE, subject: null });
        }}
      >
        {({ records, batches, total, stale }) => (
          <>
            <HistoryTable
              records={records}
              batches={batches}
              filters={filtersOf(view)}
              selection={selection}
              undoing={undo.underWay}
              onUndo={undo.ask}
              stale={stale}
            />
            <SelectionBar
              selection={selection}
              view={view}
              records={records}
              total={total}
              onUndo={undo.ask}
            />
          </>
        )}
      </Changes>
      {undo.asked && <UndoDialog subject={undo.asked} onClose={undo.close} onStarted={undo.start} />}
      {undo.runs.map((run) => (
        <UndoRunWatch
          key={run.batchId}
          batchId={run.batchId}
          onEnd={(batch) => undo.end(run, batch)}
          onLost={(error) => undo.lose(run, error)}
        />
      ))}
    </>
  );
}

function UndoFailures({ undo }: { undo: ReturnType<typeof useUndoing> }) {
  return undo.failures.map(({ run, title, reason }) => (
    <Banner key={run.batchId} tone="danger" title={title} onDismiss={() => undo.dismiss(run)}>
      {reason}{' '}
      <TextLink to={paths.bulkUpdate} params={{ batchId: run.batchId }}>
        Details
      </TextLink>
    </Banner>
  ));
}

const subjectWords: Record<HistorySubject['kind'], string> = {
  batch: 'Showing the changes of one update only.',
  product: 'Showing the changes of one product only.',
  variant: 'Showing the changes of one variant only.',
};

function SubjectNote({ subject, onRemove }: { subject: HistorySubject; onRemove: () => void }) {
  return (
    <div className={classes.subject}>
      {subjectWords[subject.kind]}
      <CloseButton size="sm" aria-label="Show all changes" onClick={onRemove} />
    </div>
  );
}

/** The view as it stands in the address, filled in from this browser's preferences. */
function useHistoryView() {
  const address = useSearch({ strict: false });
  const view = useMemo(() => viewOf(parseHistoryAddress(address)), [address]);
  const navigate = useNavigate();

  /** Any change but the page itself begins at the first page. */
  const change = (changes: Partial<HistoryView>) => {
    const next = addressOf({ ...view, page: 1, ...changes });
    void navigate({ to: '.', search: { ...next, saved: address.saved }, resetScroll: false });
  };
  return { view, change };
}
