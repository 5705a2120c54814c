import { missingScopes } from '@storefleet/contract/stores/scopes';
import type { Store } from '@storefleet/contract/stores/stores';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { Field, FieldList } from '../../../../components/text/field-list.tsx';
import { TextLink } from '../../../../components/text/links.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { paths } from '../../../../lib/paths.ts';
import { isAuthorized } from '../../form/shopify-store-values.ts';
import classes from '../form/store-form.module.css';

type Props = {
  store: Store | null;
  /** Whether the settings have the Shopify app; null while unknown. */
  appIsEntered: boolean | null;
};

/** Instead of credentials: the state of a store's connection through the consent page. */
export function OAuthConnection({ store, appIsEntered }: Props) {
  const granted = isAuthorized(store) ? store?.granted_scopes : null;
  const missing = granted ? missingScopes(granted) : [];
  return (
    <div className={classes.sections}>
      {appIsEntered === false && (
        <Banner tone="warning" title="The Shopify app is not entered yet">
          OAuth connects stores through your own app. Enter its API key and secret in the{' '}
          <TextLink to={paths.settings} underline="always">
            Settings
          </TextLink>{' '}
          first.
        </Banner>
      )}
      {store?.authorization_error && (
        <Banner tone="danger" title="The last attempt to connect with Shopify failed">
          {store.authorization_error}
        </Banner>
      )}
      {isAuthorized(store) ? (
        <FieldList>
          <Field label="Approved">
            {store?.authorized_at && <RelativeTime value={store.authorized_at} />}
          </Field>
          <Field label="Granted scopes" code>
            {granted?.join(', ')}
          </Field>
          <Field label="Missing scopes" code>
            {missing.join(', ')}
          </Field>
        </FieldList>
      ) : (
        appIsEntered !== false && (
          <Banner tone="info" title="Shopify asks you to approve the app">
            There is no token to copy: saving the store opens Shopify’s consent page, which then returns you
            to the connected store.
          </Banner>
        )
      )}
    </div>
  );
}
