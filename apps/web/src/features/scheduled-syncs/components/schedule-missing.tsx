import { IconCalendarOff } from '@tabler/icons-react';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { paths } from '../../../lib/paths.ts';

/** Shown for a deleted schedule. */
export function ScheduleMissing() {
  return (
    <EmptyState
      level={1}
      icon={<IconCalendarOff size={20} stroke={1.6} />}
      title="Scheduled sync not found"
      description="It may have been deleted, on its own or with its store."
      action={<ButtonLink to={paths.scheduledSyncs}>Return to Schedules</ButtonLink>}
    />
  );
}
