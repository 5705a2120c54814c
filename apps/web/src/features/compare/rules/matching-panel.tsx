import { Button, Checkbox, Group, NativeSelect, TagsInput } from '@mantine/core';
import type { Matching, StoreMatching } from '@storefleet/contract/articles/articles';
import {
  MATCHING_MODE_LABELS,
  MATCHING_MODES,
  type MatchingMode,
} from '@storefleet/contract/articles/compared';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Overtaken, useTypedOver } from '../../../components/unsaved/typed-over.tsx';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { matchingQuery, useSaveMatching } from '../compare-queries.ts';
import classes from './rules.module.css';

type Props = { stores: readonly { id: string; shop_name: string }[] };

/** How variants of different stores are matched to articles. */
export function MatchingPanel({ stores }: Props) {
  const query = useQuery(matchingQuery(useApi()));
  const { data } = query;
  return (
    <Panel
      title="Matching"
      description="Variants in different stores are the same article if these match. GTINs of 8, 12, 13 and 14 digits are compared as one number."
    >
      {query.error && !data && <QueryErrorBanner title="The matching could not be read." query={query} />}
      {data?.progress && (
        <p className="note" role="status">
          Matching products: {formatCount(data.progress.done)} of{' '}
          {formatQuantity(data.progress.total, 'variant')}
        </p>
      )}
      {data && <MatchingForm matching={data} stores={stores} />}
    </Panel>
  );
}

function MatchingForm({ matching, stores }: Props & { matching: Matching }) {
  const draft = useTypedOver({ mode: matching.mode, stores: matching.stores }, matching.version);
  const { mode, stores: ofStores } = draft.value;
  const saving = useSaveMatching();
  useUnsavedWork(draft.isDirty);
  const change = (id: string, part: Partial<StoreMatching>) =>
    draft.type({
      mode,
      stores: ofStores.map((store) => (store.store_id === id ? { ...store, ...part } : store)),
    });
  return (
    <Permitted call="articles.saveMatching">
      <div className={classes.form}>
        <NativeSelect
          label="Match by"
          className={classes.mode}
          value={mode}
          data={MATCHING_MODES.map((value) => ({ value, label: MATCHING_MODE_LABELS[value] }))}
          onChange={(event) =>
            draft.type({ ...draft.value, mode: event.currentTarget.value as MatchingMode })
          }
        />
        {ofStores.map((store) => (
          <Fold
            key={store.store_id}
            label={`${stores.find(({ id }) => id === store.store_id)?.shop_name ?? 'Store'}${wordsOf(store)}`}
          >
            <div className={classes.form}>
              <Checkbox
                label="Leave this store out"
                checked={store.is_left_out}
                onChange={(event) => change(store.store_id, { is_left_out: event.currentTarget.checked })}
              />
              <div className={classes.pair}>
                <TagsInput
                  label="SKU prefixes to ignore"
                  placeholder="DE-"
                  acceptValueOnBlur
                  value={store.ignored_prefixes}
                  onChange={(ignored_prefixes) => change(store.store_id, { ignored_prefixes })}
                />
                <TagsInput
                  label="SKU suffixes to ignore"
                  placeholder="-OLD"
                  acceptValueOnBlur
                  value={store.ignored_suffixes}
                  onChange={(ignored_suffixes) => change(store.store_id, { ignored_suffixes })}
                />
              </div>
              <Checkbox
                label="Ignore upper and lower case"
                checked={store.ignores_case}
                onChange={(event) => change(store.store_id, { ignores_case: event.currentTarget.checked })}
              />
              <Checkbox
                label="Ignore leading zeros"
                checked={store.ignores_leading_zeros}
                onChange={(event) =>
                  change(store.store_id, { ignores_leading_zeros: event.currentTarget.checked })
                }
              />
            </div>
          </Fold>
        ))}
        {draft.isOvertaken && !saving.isPending && <Overtaken saveLabel="Save matching" />}
        <FailureBanner title="Failed to save the matching." error={saving.error} onDismiss={saving.reset} />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={!draft.isDirty}
            onClick={() => {
              draft.reset();
              saving.reset();
            }}
          >
            Reset
          </Button>
          <Button
            size="xs"
            disabled={!draft.isDirty}
            loading={saving.isPending}
            onClick={() =>
              saving.mutate(
                { mode, stores: ofStores, version: matching.version },
                {
                  onSuccess: () => {
                    draft.reset();
                    announce('Products are being rematched.');
                  },
                },
              )
            }
          >
            Save matching
          </Button>
        </Group>
      </div>
    </Permitted>
  );
}

function wordsOf({ is_left_out, ignored_prefixes, ignored_suffixes }: StoreMatching): string {
  if (is_left_out) return ': left out';
  const ignored = [
    ...ignored_prefixes.map((text) => `${text}…`),
    ...ignored_suffixes.map((text) => `…${text}`),
  ];
  return ignored.length === 0 ? '' : `: without ${ignored.join(', ')}`;
}
