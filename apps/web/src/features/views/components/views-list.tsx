import { ActionIcon, Button } from '@mantine/core';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconArrowUp, IconChevronRight, IconPin, IconPinnedFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeRefusal } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { countQuery } from '../api/count-found.ts';
import { usePinView, viewsQuery } from '../api/views.ts';
import classes from './views-list.module.css';

/** The navigation's views, with their current counts. */
export function ViewsList({ onLeave }: { onLeave: () => void }) {
  const views = useQuery(viewsQuery(useApi()));
  if (views.error) {
    return (
      <p className={classes.none} role="alert">
        The views could not be read.{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void views.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!views.data) return <p className={classes.none}>Loading…</p>;
  if (views.data.length === 0) {
    return (
      <p className={classes.none}>
        No views yet. Search or filter, then choose <b>Save view</b> beside the title.
      </p>
    );
  }
  const section = (title: string, isIn: (view: SavedView) => boolean) => (
    <Section title={title} views={views.data.filter(isIn)} onLeave={onLeave} />
  );
  return (
    <div className={classes.list}>
      {section('Pinned', ({ is_pinned }) => is_pinned)}
      {section('Your views', ({ is_pinned, is_shared }) => !is_pinned && !is_shared)}
      {section('Shared views', ({ is_pinned, is_shared }) => !is_pinned && is_shared)}
    </div>
  );
}

type SectionProps = { title: string; views: readonly SavedView[]; onLeave: () => void };

function Section({ title, views, onLeave }: SectionProps) {
  const [opened, setOpened] = useState(true);
  const listId = useId();
  const pinning = usePinView();
  if (views.length === 0) return null;
  return (
    <section aria-label={title}>
      <button
        type="button"
        className={classes.title}
        aria-expanded={opened}
        aria-controls={listId}
        onClick={() => setOpened(!opened)}
      >
        <IconChevronRight size={13} aria-hidden className={classes.chevron} />
        {title}
      </button>
      <ul id={listId} className="plain-list" hidden={!opened}>
        {opened &&
          views.map((view, index) => (
            <li key={view.id} className={classes.row}>
              <ViewLink view={view} onLeave={onLeave} />
              <span className={classes.actions}>
                {view.is_pinned && index > 0 && (
                  <ActionIcon
                    aria-label={`Move ${view.name} up`}
                    title="Move up"
                    onClick={() => pinning.mutate({ view, is_pinned: true, before: views[index - 1]?.id })}
                  >
                    <IconArrowUp size={15} aria-hidden />
                  </ActionIcon>
                )}
                <ActionIcon
                  aria-label={`Pin ${view.name}`}
                  aria-pressed={view.is_pinned}
                  title={view.is_pinned ? 'Unpin' : 'Pin to the navigation'}
                  onClick={() => pinning.mutate({ view, is_pinned: !view.is_pinned })}
                >
                  {view.is_pinned ? (
                    <IconPinnedFilled size={15} aria-hidden />
                  ) : (
                    <IconPin size={15} aria-hidden />
                  )}
                </ActionIcon>
              </span>
            </li>
          ))}
      </ul>
      {pinning.error && (
        <p className={classes.none} role="alert">
          {describeRefusal(pinning.error)}
        </p>
      )}
    </section>
  );
}

const SCREEN_WORDS = {
  search: null,
  bulk_price: 'Bulk Price',
  history: 'History',
  compare: 'Compare',
} as const;

export function ViewLink({ view, onLeave }: { view: SavedView; onLeave?: () => void }) {
  const { saved } = useSearch({ strict: false });
  const count = useQuery(countQuery(useApi(), view)).data;
  const owner = view.is_shared && !view.is_mine ? (view.owner.name ?? view.owner.email) : null;
  const detail = [SCREEN_WORDS[view.screen], owner].filter(Boolean).join(' · ');
  return (
    <Link
      to={paths.view}
      params={{ viewId: view.id }}
      className={classes.view}
      aria-current={saved === view.id ? 'page' : undefined}
      onClick={onLeave}
    >
      <span className={classes.name}>{view.name}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      <span className={classes.count}>
        {count && `${formatCount(count.total)}${count.isMore ? '+' : ''}`}
      </span>
    </Link>
  );
}
