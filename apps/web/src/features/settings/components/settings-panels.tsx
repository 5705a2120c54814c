import { APP_NAME_SETTING, DEFAULT_APP_NAME } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { NOTIFICATION_EMAIL_SETTING } from '@storefleet/contract/syncs/schedule-constants';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { settingsQuery } from '../settings-api.ts';
import { AddSettingForm } from './add-setting-form.tsx';
import { SettingsTable } from './settings-table.tsx';
import { ShopifyAppForm, ShopifyAppSkeleton } from './shopify-app-form.tsx';

const DESCRIPTION =
  `The setting ${APP_NAME_SETTING} is the title of the application, by default “${DEFAULT_APP_NAME}”. ` +
  `The address in ${NOTIFICATION_EMAIL_SETTING} gets a mail when a schedule stops after failures, ` +
  'and when a scheduled change needs somebody or leaves rows unchanged.';

type Props = {
  /** Shown between the forms and the table. */
  children: ReactNode;
};

/** Settings with their own form, then all settings by key. */
export function SettingsPanels({ children }: Props) {
  const query = useQuery(settingsQuery(useApi()));
  const settings = query.data?.settings;

  if (query.error && !settings) {
    return (
      <>
        {children}
        <QueryErrorState title={messages.settings.loadFailed} query={query} />
      </>
    );
  }
  return (
    <>
      <FailureBanner title={messages.settings.loadFailed} error={query.error} />
      <Panel title="Shopify app" description="Credentials of the app through which stores connect by OAuth.">
        <Permitted call="settings.saveShopify" explained>
          {query.data ? (
            <ShopifyAppForm
              settings={query.data.settings}
              defaultCallbackUrl={query.data.default_callback_url}
            />
          ) : (
            <ShopifyAppSkeleton />
          )}
        </Permitted>
      </Panel>
      {children}
      <Panel title="Application settings" description={DESCRIPTION}>
        {settings?.length === 0 ? (
          <p className="note">No settings yet. Add the first one below.</p>
        ) : (
          <Permitted call="settings.update">
            <SettingsTable settings={settings} />
          </Permitted>
        )}
      </Panel>
      <Panel title="Add New Setting">
        <Permitted call="settings.create" explained>
          <AddSettingForm />
        </Permitted>
      </Panel>
    </>
  );
}
