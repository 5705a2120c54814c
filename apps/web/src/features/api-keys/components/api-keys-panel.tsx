import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { usePermission } from '../../auth/use-permission.ts';
import { apiKeysQuery } from '../api-keys-api.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import classes from './api-keys.module.css';
import { ApiKeysTable } from './api-keys-table.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const LOAD_FAILED = 'Failed to load the API keys. Please try again later.';

/** Credentials for scripts. */
export function ApiKeysPanel() {
  const query = useQuery(apiKeysQuery(useApi()));
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const notAllowed = usePermission('apiKeys.create');
  const keys = query.data?.keys;

  if (query.error && !keys) return <QueryErrorState title={LOAD_FAILED} query={query} />;
  return (
    <Panel
      title="API keys"
      description="Scripts sign in with a key and can do what its role allows. The history and the audit log name the key."
    >
      <FailureBanner spaced title={LOAD_FAILED} error={query.error} />
      {keys?.length !== 0 && <ApiKeysTable keys={keys} />}
      {notAllowed === null ? (
        <ApiKeyForm onCreated={setCreated} />
      ) : (
        <p className={classes.note}>{notAllowed}</p>
      )}
      {created && <SecretDialog apiKey={created} onClose={() => setCreated(null)} />}
    </Panel>
  );
}
