import { Button } from '@mantine/core';
import { Banner } from '../../../components/feedback/banner.tsx';
import { goToMappings } from '../go-to-mappings.ts';
import classes from './mappings/mappings-panel.module.css';

/** Says what blocks syncing the store, with a link to fix it. */
export function SyncBlockedBanner({ reason }: { reason: string }) {
  return (
    <Banner tone="warning" title="This store cannot be synced yet">
      {reason}
      <div className={classes.actions}>
        <Button size="xs" onClick={goToMappings}>
          Go to the field mappings
        </Button>
      </div>
    </Banner>
  );
}
