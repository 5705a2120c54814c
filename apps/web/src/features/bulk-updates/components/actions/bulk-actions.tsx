import { Button, Tooltip } from '@mantine/core';
import { attributeWord } from '@storefleet/contract/attributes/attributes';
import { isListPrice, listOf } from '@storefleet/contract/attributes/list-prices';
import { isEditedType, isMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock, locationOf } from '@storefleet/contract/attributes/stock';
import { messages } from '@storefleet/contract/messages';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { Permitted } from '../../../auth/components/permitted.tsx';
import { type KnownMetafield, knownMetafields } from '../../../metafields/known-metafields.ts';
import { useDefinitions } from '../../../metafields/use-definitions.ts';
import type { Selection } from '../../../products/selection/selection-store.ts';
import { useSelectionVersion } from '../../../products/selection/use-selection.ts';
import { locationsQuery } from '../../../stock/locations-query.ts';
import { storesQuery } from '../../../stores/api/queries.ts';
import { useCurrency } from '../../../stores/use-currency.ts';
import { usePreview } from '../../api/changes.ts';
import {
  type BulkAction,
  baseOf,
  canUpdateBoth,
  FIRST_ACTION,
  readAction,
  withAttribute,
} from '../../bulk-action.ts';
import { type CurrencyOf, commonValue, currentValue, knownSelection } from '../../common-value.ts';
import { previewRequest, touchedStores } from '../../preview-request.ts';
import { describeExample, TYPICAL_AMOUNT } from '../../price-example.ts';
import { ValueText } from '../items/value-text.tsx';
import { PlannedPreview } from '../preview/planned-preview.tsx';
import { ActionFields, hintOf, UpdateBoth } from './action-fields.tsx';
import classes from './bulk-actions.module.css';
import { SelectionHead } from './selection-head.tsx';

type Props = { selection: Selection; onApplied: (batchId: string) => void };

/** Sticky panel while rows are selected. */
export function BulkActions({ selection, onApplied }: Props) {
  useSelectionVersion(selection);
  const metafields = useMetafieldsOf(selection);
  const locations = useLocationsOf(selection);
  const priceLists = usePriceListsOf(selection);
  const [chosen, setAction] = useState<BulkAction>(FIRST_ACTION);
  const isOffered =
    isMetafieldOffered(chosen, metafields) &&
    isStockOffered(chosen, locations) &&
    isListOffered(chosen, priceLists);
  const action = isOffered ? chosen : withAttribute(chosen, FIRST_ACTION.attribute);
  const [attempted, setAttempted] = useState(false);
  /** On phones the panel is an expandable bottom sheet. */
  const [opened, setOpened] = useState(false);
  const preview = usePreview();
  const read = readAction(action, metafields);
  const blockedBecause = preview.isPending
    ? 'The preview is being calculated.'
    : read.ok
      ? null
      : read.message;

  const change = (next: BulkAction) => {
    setAction(next);
    setAttempted(false);
    if (preview.isError) preview.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (read.ok && !preview.isPending) preview.mutate(previewRequest(selection, read.request));
  };

  return (
    <section className={classes.panel} aria-label="Bulk Actions" data-at-foot>
      <SelectionHead
        selection={selection}
        label="Bulk Actions"
        controls="bulk-actions"
        opened={opened}
        onToggle={() => setOpened(!opened)}
      />
      <form
        id="bulk-actions"
        className={classes.form}
        data-opened={opened || undefined}
        noValidate
        onSubmit={submit}
      >
        {preview.error && (
          <div className={classes.wide}>
            <Banner tone="danger" title={messages.bulkUpdate.failed} onDismiss={preview.reset}>
              {describeError(preview.error)}
            </Banner>
          </div>
        )}
        <Permitted call="bulkUpdates.preview" explained>
          <ActionFields
            action={action}
            metafields={metafields}
            locations={locations}
            priceLists={priceLists}
            onChange={change}
            error={!read.ok && (attempted || !read.isBlank) ? read.message : null}
          />
          <Tooltip label={blockedBecause} disabled={blockedBecause === null}>
            <Button
              type="submit"
              className={classes.submit}
              loading={preview.isPending}
              data-disabled={blockedBecause !== null || undefined}
              aria-disabled={blockedBecause !== null}
              aria-describedby={blockedBecause ? 'bulk-actions-blocked' : undefined}
            >
              Preview changes
            </Button>
          </Tooltip>
        </Permitted>
        <div className={classes.notes}>
          {!isChange(action) && <UpdateBoth action={action} onChange={change} />}
          <p className={classes.note}>
            <Notes selection={selection} action={action} />
          </p>
          <span id="bulk-actions-blocked" hidden>
            {blockedBecause}
          </span>
        </div>
      </form>
      <PlannedPreview plan={preview} onApplied={onApplied} />
    </section>
  );
}

const isMetafieldOffered = ({ attribute }: BulkAction, metafields: readonly KnownMetafield[]) =>
  !isMetafield(attribute) || metafields.some((metafield) => metafield.attribute === attribute);

const isStockOffered = ({ attribute }: BulkAction, locations: readonly string[]) =>
  !isStock(attribute) || locations.includes(locationOf(attribute));

const isListOffered = ({ attribute }: BulkAction, lists: readonly string[]) =>
  !isListPrice(attribute) || lists.includes(listOf(attribute));

/** Those that can be edited in the stores of the selection. */
function useMetafieldsOf(selection: Selection): KnownMetafield[] {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const isTouched = touchedStores(selection);
  return knownMetafields(stores.filter(({ id }) => isTouched(id))).filter(({ definitions }) =>
    definitions.some(({ type }) => isEditedType(type)),
  );
}

/** Where the stores of the selection keep stock. */
function useLocationsOf(selection: Selection): string[] {
  const { data: locations = [] } = useQuery(locationsQuery(useApi()));
  const isTouched = touchedStores(selection);
  return locations.filter(({ store_ids }) => store_ids.some(isTouched)).map(({ name }) => name);
}

/** Those of markets that the stores of the selection read. */
function usePriceListsOf(selection: Selection): string[] {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const touched = stores.filter(({ id }) => touchedStores(selection)(id));
  return [...new Set(touched.flatMap(({ price_lists }) => price_lists.map(({ name }) => name)))].sort();
}

/** The current value, an example of the change, and a warning about one code for many variants. */
function Notes({ selection, action }: { selection: Selection; action: BulkAction }) {
  const definitionOf = useDefinitions()([]);
  const currency = useCurrency();
  const currencyOf: CurrencyOf = ({ item }, attribute) => currency(item, attribute);
  const now = commonValue(selection, action.attribute, currencyOf);
  const count = selection.isEverything() ? null : selection.namedCount();
  const shared = canUpdateBoth(action.attribute) && action.kind === 'set' && (count === null || count > 1);
  const example = isChange(action) ? exampleOf(selection, action, currencyOf) : null;
  // There is room for one of them beside the fields, and the example says what is there now.
  if (example !== null) return example;
  return (
    <>
      {now.kind === 'mixed' && <>Now: mixed values. </>}
      {now.kind === 'common' && (
        <>
          Now:{' '}
          <ValueText
            attribute={action.attribute}
            value={now.value}
            currency={now.currency}
            definitionOf={definitionOf}
          />
          {'. '}
        </>
      )}
      {!isChange(action) && hintOf(action)}
      {shared &&
        `${count === null ? 'All the variants' : formatQuantity(count, 'variant')} will share one ${action.both ? 'barcode and SKU' : attributeWord(action.attribute)}.`}
    </>
  );
}

const isChange = ({ attribute, kind }: BulkAction) =>
  !isStock(attribute) && (kind === 'increase' || kind === 'decrease');

function exampleOf(selection: Selection, action: BulkAction, currencyOf: CurrencyOf): string | null {
  const read = readAction(action);
  if (!read.ok || !read.request.price_change) return null;
  const { operation, unit, value, rounding = 'none' } = read.request.price_change;
  const base = baseOf(action);
  const first = knownSelection(selection)?.find((shown) => currentValue(shown, base) !== '');
  const example = first && { amount: currentValue(first, base), currency: currencyOf(first, base) };
  return describeExample({ operation, unit, value: String(value), rounding }, example ?? TYPICAL_AMOUNT);
}
