import { Button } from '@mantine/core';
import type { Store } from '@storefleet/contract/stores/stores';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { TextLink } from '../../../../components/text/links.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { paths } from '../../../../lib/paths.ts';
import { useAuthorizeStore } from '../../api/authorize-store.ts';
import { isAuthorized } from '../../form/shopify-store-values.ts';
import classes from './authorization-banner.module.css';

type Props = {
  store: Store;
  /** The outcome at Shopify's consent page, if the browser returned from there. */
  ended: 'connected' | 'failed' | null;
  onDismiss: () => void;
};

/** The state of a store's connection through Shopify's consent page. */
export function AuthorizationBanner({ store, ended, onDismiss }: Props) {
  if (store.connection_method !== 'oauth') return null;
  const isConnected = isAuthorized(store);
  const button = store.store_status !== 'archived' && (
    <div className={classes.below}>
      <ConnectButton store={store} />
    </div>
  );
  if (ended === 'connected' && store.authorization_error === null && isConnected) {
    return (
      <Banner tone="success" title={`${store.shop_name} is connected with Shopify.`} onDismiss={onDismiss}>
        Test the connection, or sync its products.
      </Banner>
    );
  }
  if (store.authorization_error !== null) {
    return (
      <Banner
        tone="danger"
        title="The store could not be connected with Shopify"
        {...(isConnected && ended !== null ? { onDismiss } : {})}
      >
        {store.authorization_error}
        {button}
      </Banner>
    );
  }
  if (isConnected) return null;
  return (
    <Banner tone="warning" title="This store is not connected with Shopify yet">
      Its products can be synced and edited once the app is approved on Shopify’s consent page.
      {button}
    </Banner>
  );
}

/** Redirects to Shopify's consent page, or says why that is not possible. */
export function ConnectButton({ store, variant = 'filled' }: { store: Store; variant?: string }) {
  const connect = useAuthorizeStore(store.id);
  return (
    <div className={classes.action}>
      <Button
        size="xs"
        variant={variant}
        loading={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate()}
      >
        {isAuthorized(store) ? 'Connect with Shopify again' : 'Connect with Shopify'}
      </Button>
      {connect.error && (
        <span role="alert" className="danger">
          {describeError(connect.error)} <TextLink to={paths.settings}>Go to Settings</TextLink>
        </span>
      )}
    </div>
  );
}
