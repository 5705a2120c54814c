import { Button, Text } from '@mantine/core';
import type { HeldRemovals } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { ConfirmedButton } from '../../../components/dialogs/confirmed-button.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { useApproveRemovals, useDismissRemovals } from '../api/changes.ts';
import { heldRemovalsQuery } from '../api/queries.ts';
import classes from './held-removals-panel.module.css';

/** Asks whether to remove products that vanished from the source in great number. */
export function HeldRemovalsPanel({ storeId, storeName }: { storeId: string; storeName: string }) {
  const { data } = useQuery(heldRemovalsQuery(useApi(), storeId));
  if (!data || data.held_back === 0) return null;
  return <Decision storeId={storeId} storeName={storeName} removals={data} />;
}

type Props = { storeId: string; storeName: string; removals: HeldRemovals };

function Decision({ storeId, storeName, removals }: Props) {
  const dismiss = useDismissRemovals(storeId, announce);
  const held = formatQuantity(removals.held_back, 'product');
  return (
    <Banner tone="warning" title={`${held} held back from removal`}>
      <Text size="sm">
        The last sync did not find {formatCount(removals.held_back)} of{' '}
        {formatQuantity(removals.total_products, 'product')} at {storeName} any more. That is unusually many,
        so they were kept. Everything else of that sync has been applied.
      </Text>
      <details className={classes.products}>
        <summary>Show the products</summary>
        <ul>
          {removals.products.map((product) => (
            <li key={product.id}>
              {product.title}{' '}
              <span className="muted">{formatQuantity(product.variants_count, 'variant')}</span>
            </li>
          ))}
          {removals.held_back > removals.products.length && (
            <li>and {formatCount(removals.held_back - removals.products.length)} more</li>
          )}
        </ul>
      </details>
      {dismiss.error && (
        <Text size="sm" role="alert">
          {describeError(dismiss.error)}
        </Text>
      )}
      <Permitted call="sync.approveRemovals">
        <div className={classes.actions}>
          <Button variant="default" size="xs" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
            Keep them
          </Button>
          <ConfirmedButton
            label={`Remove ${held}`}
            button={{ variant: 'filled', color: 'red.9' }}
            title={`Remove ${held} of ${storeName}?`}
            confirmLabel={`Remove ${held}`}
            tone="danger"
            change={useApproveRemovals(storeId, announce)}
            variables={undefined}
          >
            They are removed from this tool’s copy. The shop itself is not touched, and their change history
            stays. A product that is back at the shop comes back with the next sync.
          </ConfirmedButton>
        </div>
      </Permitted>
    </Banner>
  );
}
