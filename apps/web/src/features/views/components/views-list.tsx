import { Button } from '@mantine/core';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { paths } from '../../../app/paths.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { countQuery } from '../api/count-found.ts';
import { viewsQuery } from '../api/views.ts';
import classes from './views-list.module.css';

/** The views of the navigation, with how much each finds now. */
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
        No views yet. Search or filter, then choose <b>Save view</b> below the search.
      </p>
    );
  }
  const isShared = ({ is_shared }: SavedView) => is_shared;
  return (
    <div className={classes.list}>
      <Section title="Your views" views={views.data.filter((view) => !isShared(view))} onLeave={onLeave} />
      <Section title="Shared views" views={views.data.filter(isShared)} onLeave={onLeave} />
    </div>
  );
}

type SectionProps = { title: string; views: readonly SavedView[]; onLeave: () => void };

function Section({ title, views, onLeave }: SectionProps) {
  const [opened, setOpened] = useState(true);
  const listId = useId();
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
      <ul id={listId} className={classes.views} hidden={!opened}>
        {opened && views.map((view) => <ViewLink key={view.id} view={view} onLeave={onLeave} />)}
      </ul>
    </section>
  );
}

const SCREEN_WORDS = { search: null, bulk_price: 'Bulk Price', history: 'History' } as const;

function ViewLink({ view, onLeave }: { view: SavedView; onLeave: () => void }) {
  const { saved } = useSearch({ strict: false });
  const count = useQuery(countQuery(useApi(), view)).data;
  const owner = view.is_shared && !view.is_mine ? (view.owner.name ?? view.owner.email) : null;
  const detail = [SCREEN_WORDS[view.screen], owner].filter(Boolean).join(' · ');
  return (
    <li>
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
    </li>
  );
}
