import { Button } from '@mantine/core';
import type { GuardRail } from '@storefleet/contract/edits/guard-rails';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { guardRailsQuery } from '../guard-rails-api.ts';
import { GuardRailDialog } from './guard-rail-dialog.tsx';
import { GuardRailsTable } from './guard-rails-table.tsx';

const LOAD_FAILED = 'Failed to load the guard rails. Please try again later.';

/** Rules that apply to every change. */
export function GuardRailsPanel() {
  const query = useQuery(guardRailsQuery(useApi()));
  /** The guard rail being edited, or null for a new one. */
  const [edited, setEdited] = useState<GuardRail | null | undefined>(undefined);
  const guardRails = query.data?.guard_rails;

  if (query.error && !guardRails) return <QueryErrorState title={LOAD_FAILED} query={query} />;
  return (
    <Panel
      title="Guard rails"
      description="Rules that apply to every change: previews, in-place edits, files, the API, undo and scheduled changes."
      actions={
        <Permitted call="guardRails.create">
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setEdited(null)}
          >
            Add guard rail
          </Button>
        </Permitted>
      }
    >
      <FailureBanner spaced title={LOAD_FAILED} error={query.error} />
      {guardRails?.length === 0 ? (
        <p className="note">
          None yet. Examples: a minimum margin, prices ending in .99, at most 200 rows at once, or no changes
          during the day.
        </p>
      ) : (
        <GuardRailsTable guardRails={guardRails} onEdit={setEdited} />
      )}
      {edited !== undefined && (
        <GuardRailDialog key={edited?.id ?? 'new'} guardRail={edited} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}
