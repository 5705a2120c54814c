import { TextInput } from '@mantine/core';
import {
  EDITABLE_ATTRIBUTE_LABELS,
  type EditableAttribute,
} from '@storefleet/contract/attributes/attributes';
import {
  type MetafieldDefinition,
  metafieldLabel,
  metafieldName,
} from '@storefleet/contract/attributes/metafields';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type Column, numberColumn } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { indexOfRow, type TableHandle } from '../../../../components/data-table/table-rows.tsx';
import { SOLD_ATTRIBUTES, STOCK_ATTRIBUTES, type VariantAttribute } from '../../fields.ts';
import { VariantRow } from './variant-row.tsx';
import classes from './variants-table.module.css';

const METAFIELD_WIDTH = 'minmax(7rem, 1fr)';
const widths: Record<VariantAttribute, string> = {
  price: 'minmax(5.25rem, 0.85fr)',
  compare_at_price: 'minmax(5.25rem, 0.85fr)',
  cost: 'minmax(5.25rem, 0.85fr)',
  sku: 'minmax(6.5rem, 1.2fr)',
  barcode: 'minmax(7rem, 1.2fr)',
  weight: 'minmax(4.75rem, 0.7fr)',
  inventory_policy: 'minmax(8.5rem, 1.2fr)',
  tracked: 'minmax(5.5rem, 0.8fr)',
  taxable: 'minmax(5rem, 0.7fr)',
  requires_shipping: 'minmax(5rem, 0.8fr)',
  hs_code: 'minmax(6.5rem, 1fr)',
  country_of_origin: 'minmax(5rem, 0.7fr)',
  unit_price: 'minmax(8rem, 1fr)',
};
const fieldColumns = (attributes: readonly VariantAttribute[]): Column<Variant>[] => [
  { id: 'title', label: 'Variant', width: 'minmax(7rem, 1.5fr)', namesRow: true, look: 'strong' },
  ...attributes.map((attribute) => ({
    id: attribute,
    label: EDITABLE_ATTRIBUTE_LABELS[attribute],
    width: widths[attribute],
  })),
];
const STOCK_AREAS =
  '"title title" "inventory_policy tracked" "taxable requires_shipping" "hs_code country_of_origin" "unit_price unit_price"';
const TABLES = {
  sold: {
    label: 'Variants',
    attributes: SOLD_ATTRIBUTES,
    columns: [
      ...fieldColumns(SOLD_ATTRIBUTES),
      numberColumn<Variant>('margin', 'Margin', { width: '4.5rem', cardLabel: 'Margin' }),
      numberColumn<Variant>('stock', 'Stock', { width: '3.25rem', cardLabel: 'Stock' }),
    ],
    areas: '"title title" "price compare_at_price" "cost sku" "barcode weight" "margin stock"',
  },
  stock: {
    label: 'Inventory, tax and customs',
    attributes: STOCK_ATTRIBUTES,
    columns: fieldColumns(STOCK_ATTRIBUTES),
    areas: STOCK_AREAS,
  },
} as const;

/** The variants' metafields that are read; null if there are none. */
function metafieldsTable(product: ProductDetail): Fields | null {
  const { metafield_definitions = [] } = product;
  const own = metafield_definitions.filter(({ owner }) => owner === 'variant');
  const named = own.map((definition, index) => ({
    attribute: metafieldName('variant', definition.key),
    id: `metafield_${index}`,
    label: metafieldLabel(definition),
    width: METAFIELD_WIDTH,
  }));
  const [title] = fieldColumns([]);
  if (title === undefined || named.length === 0) return null;
  return {
    label: kindOf(product).ownAttributes,
    attributes: named.map(({ attribute }) => attribute),
    definitions: own,
    columns: [title, ...named.map(({ attribute: _, ...column }) => column)],
    areas: ['"title title"', ...named.map(({ id }) => `"${id} ${id}"`)].join(' '),
  };
}

/** From this many variants on, a filter is offered. */
const FILTERED_FROM = 12;

type Props = {
  product: ProductDetail;
  lockOf: (attribute: EditableAttribute) => string | null;
  /** The scrolling element; null until it is rendered. */
  scroller: HTMLElement | null;
};

/** Every variant with its values in fields: first sales, then inventory and shipping. */
export function VariantsTables(props: Props) {
  return (
    <>
      <VariantsTable {...props} which="sold" />
      <VariantsTable {...props} which="stock" />
      {props.product.metafield_definitions?.some(({ owner }) => owner === 'variant') && (
        <VariantsTable {...props} which="metafields" />
      )}
    </>
  );
}

function VariantsTable({
  product,
  lockOf,
  scroller,
  which,
}: Props & { which: keyof typeof TABLES | 'metafields' }) {
  const ofMetafields = useMemo(() => metafieldsTable(product), [product]);
  const table = which === 'metafields' ? ofMetafields : TABLES[which];
  if (table === null) return null;
  return <FieldsTable product={product} lockOf={lockOf} scroller={scroller} which={which} table={table} />;
}

type Fields = {
  label: string;
  attributes: readonly EditableAttribute[];
  /** Of each of them, where they are metafields. */
  definitions?: readonly MetafieldDefinition[];
  columns: readonly Column<Variant>[];
  areas: string;
};

function FieldsTable({
  product,
  lockOf,
  scroller,
  which,
  table: { label, attributes, definitions, columns, areas },
}: Props & { which: string; table: Fields }) {
  const titleId = `${which}-title`;
  const { variants, store_currency: currency } = product;
  const [wanted, setWanted] = useState('');
  const shown = variants.filter((variant) => contains(variant, wanted));
  const table = useRef<TableHandle>(null);

  /** Enter and the vertical arrows move within a column; the horizontal arrows move in the text. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event);
    const at = indexOfRow(event.currentTarget);
    if (step === 0 || at === null || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = at + step;
    if (next < 0 || next >= shown.length) return;
    table.current?.focus(next, `input[data-attribute="${event.currentTarget.dataset.attribute}"]`);
  };

  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.bar}>
        <h3 id={titleId} className={classes.title}>
          {which === 'sold' ? formatQuantity(variants.length, 'variant') : label}
        </h3>
        {which === 'sold' && <span className="muted small tabular">Amounts in {currency}</span>}
        {variants.length >= FILTERED_FROM && (
          <TextInput
            size="xs"
            className={classes.filter}
            aria-label={which === 'sold' ? 'Filter variants' : `Filter variants of ${label}`}
            placeholder="Filter by name, SKU or barcode"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {wanted.trim() !== '' && (
          <span className="muted small tabular" role="status">
            {formatCount(shown.length)} of {formatCount(variants.length)} shown
          </span>
        )}
      </div>
      <DataTable
        label={label}
        place="inside"
        scroller={scroller}
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id}
        cards={{ areas, from: 'wide' }}
        className={classes.table}
        handle={table}
      >
        {(variant, position) => (
          <VariantRow
            {...position}
            variant={variant}
            name={variant.title === DEFAULT_VARIANT_TITLE ? product.title : variant.title}
            currency={currency}
            lockOf={lockOf}
            attributes={attributes}
            definitions={definitions}
            onKeyDown={onKeyDown}
          />
        )}
      </DataTable>
      {shown.length === 0 && variants.length > 0 && (
        <p className={classes.nothing}>No variant matches “{wanted.trim()}”.</p>
      )}
    </section>
  );
}

function contains({ title, sku, barcode }: ProductDetail['variants'][number], wanted: string): boolean {
  const text = `${title}\n${sku ?? ''}\n${barcode ?? ''}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function stepOf({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): 1 | -1 | 0 {
  if (altKey || ctrlKey || metaKey) return 0;
  if (key === 'ArrowUp' || (key === 'Enter' && shiftKey)) return -1;
  return key === 'ArrowDown' || key === 'Enter' ? 1 : 0;
}
