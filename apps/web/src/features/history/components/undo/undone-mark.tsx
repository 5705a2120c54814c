import { IconCheck } from '@tabler/icons-react';
import { TextLink } from '../../../../components/text/links.tsx';
import { paths } from '../../../../lib/paths.ts';
import classes from '../history-table.module.css';

/** Links to the batch that undid a change. */
export function UndoneMark({ batchId }: { batchId: string }) {
  return (
    <TextLink to={paths.bulkUpdate} params={{ batchId }} size="xs" className={classes.undone}>
      <IconCheck size={13} aria-hidden />
      Undone
    </TextLink>
  );
}
