import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { waitingQuery } from '../waiting-plans.ts';
import classes from './inbox-indicator.module.css';

/** Shown on every screen while plans wait for a decision. */
export function InboxIndicator() {
  const { data: waiting = 0 } = useQuery(waitingQuery(useApi()));
  if (waiting === 0) return null;
  const words = waiting === 1 ? '1 plan to decide' : `${waiting} plans to decide`;
  return (
    <Link to={paths.inbox} className={classes.pill} title={words}>
      <IconInbox size={15} stroke={1.8} aria-hidden />
      <span aria-hidden>{waiting}</span>
      <span className="sr-only">{words}</span>
    </Link>
  );
}
