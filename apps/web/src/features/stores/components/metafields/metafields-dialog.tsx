import { Checkbox } from '@mantine/core';
import { METAFIELDS_READ, metafieldLabel, metafieldName } from '@storefleet/contract/attributes/metafields';
import type { StoreMetafields } from '@storefleet/contract/stores/metafields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../../components/dialogs/dialog-actions.tsx';
import { announce } from '../../../../components/feedback/announce.ts';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { Loading } from '../../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useReadMetafields } from '../../api/changes.ts';
import { metafieldsQuery } from '../../api/queries.ts';
import classes from './metafields.module.css';

type Props = { storeId: string; onClose: () => void };

const OWNERS = [
  ['product', 'Of products'],
  ['variant', 'Of variants'],
] as const;

/** The shop's definitions, fetched when it opens. */
export function MetafieldsDialog({ storeId, onClose }: Props) {
  const query = useQuery(metafieldsQuery(useApi(), storeId));
  return (
    <Dialog opened title="Choose metafields" size="34rem" onClose={onClose}>
      {query.isPending && <Loading label="Loading metafields" height={120} />}
      {query.error && !query.data && (
        <QueryErrorBanner title="The metafields could not be read" query={query} />
      )}
      {query.data && <Choice storeId={storeId} metafields={query.data} onClose={onClose} />}
    </Dialog>
  );
}

function Choice({ storeId, metafields, onClose }: Props & { metafields: StoreMetafields }) {
  const { definitions, unavailable_because } = metafields;
  const named = definitions.map((definition) => ({
    ...definition,
    attribute: metafieldName(definition.owner, definition.key),
  }));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(named.filter(({ is_read }) => is_read).map(({ attribute }) => attribute)),
  );
  const saving = useReadMetafields(storeId);
  const points = named.reduce((sum, one) => sum + (chosen.has(one.attribute) ? one.points : 0), 0);
  const isTooMany = OWNERS.some(
    ([owner]) =>
      named.filter((one) => one.owner === owner && chosen.has(one.attribute)).length > METAFIELDS_READ,
  );
  const toggle = (attribute: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(attribute)) next.add(attribute);
      return next;
    });
  const save = () =>
    saving.mutate(
      named.flatMap(({ attribute }) => (chosen.has(attribute) ? [attribute] : [])),
      {
        onSuccess: () => {
          announce('Metafields saved. The next sync reads their values.');
          onClose();
        },
      },
    );
  return (
    <div className={classes.stack}>
      {unavailable_because !== null && (
        <Banner tone="warning" title="The shop did not answer">
          {unavailable_because}
        </Banner>
      )}
      {named.length === 0 && unavailable_because === null && (
        <p className="note small">
          This shop defines no metafields. Add them in Shopify under Settings, Custom data.
        </p>
      )}
      {OWNERS.map(([owner, title]) => {
        const own = named.filter((one) => one.owner === owner);
        return (
          own.length > 0 && (
            <fieldset key={owner} className={classes.group}>
              <legend className={classes.legend}>{title}</legend>
              {own.map(({ attribute, points, ...definition }) => (
                <Checkbox
                  key={attribute}
                  label={metafieldLabel(definition)}
                  description={`${definition.key} · ${definition.type.replaceAll('_', ' ')} · ${points} points per page of 50 products`}
                  checked={chosen.has(attribute)}
                  onChange={() => toggle(attribute)}
                />
              ))}
            </fieldset>
          )
        );
      })}
      {named.length > 0 && (
        <p className="note small">
          {isTooMany
            ? `At most ${METAFIELDS_READ} of products and ${METAFIELDS_READ} of variants can be read.`
            : `Chosen: ${points} points per page. Large catalogues are exported, which costs no points.`}
        </p>
      )}
      <FailureBanner title="Failed to save the metafields." error={saving.error} />
      <DialogActions
        confirmLabel="Save"
        onConfirm={save}
        pending={saving.isPending}
        blocked={isTooMany || unavailable_because !== null || named.length === 0}
        onCancel={onClose}
        canLeave
        mt={0}
      />
    </div>
  );
}
