import { TextInput } from '@mantine/core';
import { labelOf } from '@storefleet/contract/attributes/attributes';
import {
  attributesOnList,
  type ListPriceAttribute,
  type PriceList,
} from '@storefleet/contract/attributes/list-prices';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { withoutSpareDecimals } from '../../../lib/format/spare-decimals.ts';
import { PastValue } from '../../as-of/components/past-value.tsx';
import { provenanceOf } from '../../history/provenance/shown-value.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import { type ListPriceEdit, priceKey, useListPriceEdit } from '../use-list-price-edit.ts';
import { Amount } from './amount.tsx';
import { EditForm } from './edit-form.tsx';
import classes from './product-page.module.css';

type Props = { product: ProductDetail; place: 'panel' | 'region' };

const NO_LISTS: readonly PriceList[] = [];

/** The fixed prices of each variant on the price lists of markets, if the store reads them. */
export function ListPriceTable({ product, place }: Props) {
  const { data: stores } = useQuery(storesQuery(useApi()));
  const store = stores?.find(({ id }) => id === product.store_id);
  const lists = store?.price_lists ?? NO_LISTS;
  const edit = useListPriceEdit(product, lists);
  const columns = useMemo(() => columnsOf(product, lists, edit), [product, lists, edit]);
  if (!store?.reads_price_lists) return null;
  const isRead = product.variants.some(({ list_prices }) => list_prices !== undefined);
  return (
    <>
      <h3 className={classes.subtitle}>Market price lists</h3>
      {lists.length === 0 || !isRead ? (
        <p className={classes.none}>
          {lists.length === 0
            ? 'No market’s price list is known yet: the next sync reads them.'
            : 'Known after the next sync.'}
        </p>
      ) : (
        <EditForm
          edit={edit}
          what="market prices"
          failure="The prices could not be saved"
          isEditing={edit.typed !== null}
          onEdit={product.past === undefined ? edit.open : null}
        >
          <DataTable
            label="Fixed prices on market price lists"
            place={place}
            rows={product.variants}
            keyOf={({ id }) => id}
            columns={columns}
            cards={{ areas: cardAreas(lists) }}
          />
          <p className={classes.none}>{otherwise(lists)}</p>
        </EditForm>
      )}
    </>
  );
}

/** What is charged without a fixed price. */
function otherwise(lists: readonly PriceList[]): string {
  const rules = lists.map(({ name, adjustment }) => {
    if (adjustment === 0) return `${name} the shop’s price`;
    return `${name} ${Math.abs(adjustment)} % ${adjustment > 0 ? 'more' : 'less'}`;
  });
  return `Without a fixed price: ${rules.join(', ')}.`;
}

function columnsOf(
  product: ProductDetail,
  lists: readonly PriceList[],
  edit: ListPriceEdit,
): Column<Variant>[] {
  return [
    {
      id: 'title',
      label: 'Variant',
      namesRow: true,
      look: 'strong',
      width: 'minmax(7rem, 1.4fr)',
      cell: ({ title }) => (title === DEFAULT_VARIANT_TITLE ? 'Only variant' : title),
    },
    ...lists.flatMap(({ name, currency }, index) =>
      attributesOnList(name).map((attribute, place) =>
        numberColumn<Variant>(areaOf(index, place), labelOf(attribute), {
          width: 'minmax(7rem, 1fr)',
          cardLabel: labelOf(attribute),
          cell: (variant) => <Cell {...{ product, variant, attribute, currency, edit }} />,
        }),
      ),
    ),
  ];
}

type CellProps = {
  product: ProductDetail;
  variant: Variant;
  attribute: ListPriceAttribute;
  currency: string;
  edit: ListPriceEdit;
};

function Cell({ product, variant, attribute, currency, edit }: CellProps) {
  const { typed, type, problemOf, isSaving } = edit;
  const held = variant.list_prices?.[attribute];
  const label = labelOf(attribute);
  if (typed !== null && held !== undefined) {
    const key = priceKey(variant.id, attribute);
    return (
      <TextInput
        size="xs"
        classNames={{ input: classes.amount }}
        aria-label={`${label} of ${variant.title} in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder="None"
        value={typed[key] ?? withoutSpareDecimals(held ?? '', currency)}
        error={problemOf(key)}
        disabled={isSaving}
        onChange={({ currentTarget }) => type(key, currentTarget.value)}
      />
    );
  }
  return (
    <PastValue past={variant.past} attribute={attribute} currency={currency} roomy>
      <span
        {...(variant.past ? {} : provenanceOf({ productId: product.id, variantId: variant.id, attribute }))}
      >
        <Amount value={held ?? null} currency={currency} what={label} />
      </span>
    </PastValue>
  );
}

const areaOf = (list: number, place: number) => `list-${list}-${place}`;

/** A list per line. */
const cardAreas = (lists: readonly PriceList[]): string =>
  ['"title title"', ...lists.map((_, index) => `"${areaOf(index, 0)} ${areaOf(index, 1)}"`)].join(' ');
