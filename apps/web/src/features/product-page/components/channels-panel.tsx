import { Checkbox } from '@mantine/core';
import { publishedTo } from '@storefleet/contract/attributes/memberships';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { useQuery } from '@tanstack/react-query';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { PastValue } from '../../as-of/components/past-value.tsx';
import { channelsOfProductQuery } from '../api/queries.ts';
import { useMembershipEdit } from '../use-membership-edit.ts';
import { EditForm } from './edit-form.tsx';
import classes from './product-page.module.css';

/** The sales channels of the store, and whether the product is published to them. */
export function ChannelsPanel({ product, asOf }: { product: ProductDetail; asOf: string | null }) {
  const query = useQuery(channelsOfProductQuery(useApi(), product.id, asOf));
  const channels = query.data?.channels ?? null;
  const now = (channels ?? []).flatMap(({ name, is_published }) => (is_published ? [name] : []));
  const edit = useMembershipEdit(product, 'channels', asOf === null ? now : null);
  const { edited: chosen } = edit;
  if (query.error && !query.data) {
    return (
      <Panel title="Sales channels">
        <QueryErrorBanner title="The sales channels could not be read" query={query} />
      </Panel>
    );
  }
  if (!query.data?.reads_channels) return null;
  return (
    <Panel title="Sales channels">
      {channels === null ? (
        <p className={classes.none}>Known after the next sync.</p>
      ) : (
        <EditForm
          edit={edit}
          what="channels"
          isEditing={edit.edited !== null}
          onEdit={asOf === null ? edit.open : null}
        >
          {chosen !== null ? (
            <Checkbox.Group
              label="Published to"
              value={[...chosen]}
              readOnly={edit.isSaving}
              onChange={edit.choose}
            >
              <div className={classes.channels}>
                {channels.map(({ name }) => (
                  <Checkbox key={name} value={name} label={name} disabled={edit.isSaving} />
                ))}
              </div>
            </Checkbox.Group>
          ) : (
            <ul className={classes.channels} aria-label="Sales channels">
              {channels.map(({ name, is_published }) => (
                <li key={name} className={classes.channel}>
                  {name}
                  <PastValue
                    past={product.past}
                    attribute={publishedTo(name)}
                    currency={product.store_currency}
                    roomy
                  >
                    <StatusBadge tone={is_published ? 'success' : 'neutral'}>
                      {is_published ? 'Published' : 'Not published'}
                    </StatusBadge>
                  </PastValue>
                </li>
              ))}
            </ul>
          )}
        </EditForm>
      )}
    </Panel>
  );
}
