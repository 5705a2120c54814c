import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { useVisibleStores } from '../../auth/use-permission.ts';
import { retentionQuery } from '../queries.ts';
import { RETENTION_ID } from '../retention-place.ts';
import { RetentionForm } from './retention-form.tsx';

/** How long records are kept, and their size. */
export function RetentionPanel() {
  // Covers all stores together, so only people who see all of them request it.
  return useVisibleStores() === null ? <RetentionOfAllStores /> : null;
}

function RetentionOfAllStores() {
  const retention = useQuery(retentionQuery(useApi()));
  const { data } = retention;
  return (
    <div id={RETENTION_ID}>
      <Panel
        title="Retention"
        description="How long records are kept. Older ones are removed in small steps."
      >
        {retention.isPending && <Skeleton height="18rem" />}
        {!data && retention.isError && (
          <QueryErrorState title="The retention settings could not be loaded." query={retention} />
        )}
        {data && (
          <Permitted call="retention.save" explained>
            <RetentionForm retention={data} />
          </Permitted>
        )}
      </Panel>
    </div>
  );
}
