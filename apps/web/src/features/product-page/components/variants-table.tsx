import {
  attributeWord,
  declared,
  type EditableAttribute,
  PLAIN_VARIANT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import { metafieldLabel, metafieldName, shownMetafield } from '@storefleet/contract/attributes/metafields';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import { valueIn } from '@storefleet/contract/values/attribute-value';
import { marginPercent } from '@storefleet/contract/values/money/decimal';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { type ReactNode, useMemo } from 'react';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { CellDetail } from '../../../components/data-table/table-row.tsx';
import { deferred } from '../../../components/deferred.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { Margin } from '../../../components/text/margin.tsx';
import { formatValue } from '../../../lib/format/format-value.ts';
import { PastValue } from '../../as-of/components/past-value.tsx';
import { provenanceOf } from '../../history/provenance/shown-value.ts';
import { Amount } from './amount.tsx';
import classes from './product-page.module.css';
import { StockTable } from './stock-table.tsx';

const ListPriceTable = deferred(() => import('./list-price-table.tsx'), 'ListPriceTable');

const cards = {
  areas: '"title title" "sku barcode" "price compare_at_price" "cost margin" "stock weight"',
};

/** From this many variants on, the table scrolls and renders only visible rows. */
const SCROLLS_FROM = 30;

type Told = (variant: Variant, attribute: EditableAttribute, shown: ReactNode) => ReactNode;

const toldIn =
  (productId: string, currency: string): Told =>
  (variant, attribute, shown) => (
    <PastValue past={variant.past} attribute={attribute} currency={currency} roomy>
      <span {...(variant.past ? {} : provenanceOf({ productId, variantId: variant.id, attribute }))}>
        {shown}
      </span>
    </PastValue>
  );

function columnsIn(currency: string, told: Told): Column<Variant>[] {
  const amount = (id: 'price' | 'compare_at_price' | 'cost', label: string) =>
    numberColumn<Variant>(id, label, {
      width: '5.5rem',
      cardLabel: label,
      cell: (variant) =>
        told(variant, id, <Amount value={variant[id]} currency={currency} what={label.toLowerCase()} />),
    });
  return [
    {
      id: 'title',
      label: 'Variant',
      namesRow: true,
      look: 'strong',
      width: 'minmax(7rem, 1.4fr)',
      cell: ({ title, past }) => (
        <>
          {title === DEFAULT_VARIANT_TITLE ? 'Only variant' : title}
          {past?.existed === false && <CellDetail>Not in the catalogue then</CellDetail>}
        </>
      ),
    },
    {
      id: 'sku',
      label: 'SKU',
      look: 'code',
      cardLabel: 'SKU',
      width: 'minmax(6.5rem, 1fr)',
      cell: (variant) => told(variant, 'sku', variant.sku ?? <Absent what="SKU" />),
    },
    {
      id: 'barcode',
      label: 'Barcode',
      look: 'code',
      cardLabel: 'Barcode',
      width: 'minmax(7rem, 1fr)',
      cell: (variant) => told(variant, 'barcode', variant.barcode ?? <Absent what="barcode" />),
    },
    amount('price', 'Price'),
    amount('compare_at_price', 'Compare-at'),
    amount('cost', 'Cost'),
    numberColumn('margin', 'Margin', {
      width: '4rem',
      cardLabel: 'Margin',
      cell: ({ price, cost, past }) => (
        <Margin percent={past?.existed === false ? null : marginPercent(price, cost)} />
      ),
    }),
    numberColumn('stock', 'Stock', {
      width: '3.5rem',
      cardLabel: 'Stock',
      cell: ({ inventory_quantity: stock }) =>
        stock === null ? <Absent what="stock" /> : formatCount(stock).replace('-', '−'),
    }),
    numberColumn('weight', 'Weight', {
      width: '4.5rem',
      cardLabel: 'Weight',
      cell: (variant) =>
        told(
          variant,
          'weight',
          variant.weight === null ? (
            <Absent what="weight" />
          ) : (
            [variant.weight, variant.weight_unit].filter(Boolean).join(' ')
          ),
        ),
    }),
  ];
}

const stockCards = {
  areas:
    '"title title" "inventory_policy tracked" "taxable requires_shipping" "hs_code country_of_origin" "unit_price unit_price"',
};

function stockColumnsIn([title, ...others]: Column<Variant>[], told: Told): Column<Variant>[] {
  const columns = PLAIN_VARIANT_ATTRIBUTES.map((attribute): Column<Variant> => {
    const { label } = declared(attribute);
    return {
      id: attribute,
      label,
      cardLabel: label,
      width: 'minmax(6rem, 1fr)',
      cell: (variant) => {
        const value = valueIn(variant, attribute);
        const shown = value == null ? null : formatValue(attribute, value, null);
        return told(
          variant,
          attribute,
          shown ?? <Absent what={attributeWord(attribute)} notRead={value === undefined} />,
        );
      },
    };
  });
  return title && others ? [title, ...columns] : columns;
}

function metafieldColumnsIn(
  [title]: readonly Column<Variant>[],
  { metafield_definitions = [] }: ProductDetail,
  told: Told,
): Column<Variant>[] {
  const own = metafield_definitions.filter(({ owner }) => owner === 'variant');
  const columns = own.map((definition, index): Column<Variant> => {
    const { key } = definition;
    const name = metafieldLabel(definition);
    return {
      id: `metafield_${index}`,
      label: name,
      cardLabel: name,
      width: 'minmax(6rem, 1fr)',
      cell: (variant) => {
        const value = variant.metafields?.[key];
        const shown = shownMetafield(definition, value ?? null);
        const absent = <Absent what={name} notRead={value === undefined} />;
        return told(variant, metafieldName('variant', key), shown ?? absent);
      },
    };
  });
  return title && columns.length > 0 ? [title, ...columns] : [];
}

/** The name above the values, two in a line. */
function areasOf([, ...columns]: readonly Column<Variant>[]): string {
  const lines = columns.flatMap(({ id }, index) =>
    index % 2 === 0 ? [`"${id} ${columns[index + 1]?.id ?? id}"`] : [],
  );
  return ['"title title"', ...lines].join(' ');
}

type Table = { rows: readonly Variant[]; columns: Column<Variant>[]; place?: 'panel' };

/** Without the provenance of a single variant. */
const toldOfAll: Told = (_variant, _attribute, shown) => shown;

/** One row for all variants if their values are equal. */
function together(
  { variants, past }: ProductDetail,
  columnsBy: (told: Told) => Column<Variant>[],
  told: Told,
  valuesOf: ValuesOf,
): Table {
  // 0 for what was never read, which JSON would write as null, like what is empty.
  const texts = new Set(
    variants.map((variant) =>
      JSON.stringify(valuesOf(variant).map((value) => (value === undefined ? 0 : value))),
    ),
  );
  const [title, ...others] = columnsBy(toldOfAll);
  if (!title || past || variants.length < 2 || texts.size > 1)
    return { rows: variants, columns: columnsBy(told) };
  const all = { ...title, cell: () => `All ${formatQuantity(variants.length, 'variant')}` };
  return { rows: variants.slice(0, 1), columns: [all, ...others], place: 'panel' };
}

type ValuesOf = (variant: Variant) => readonly unknown[];

export function VariantsTable({ product }: { product: ProductDetail }) {
  const [columns, stock, metafields] = useMemo(() => {
    const told = toldIn(product.id, product.store_currency);
    const sold = columnsIn(product.store_currency, told);
    const definitions = product.metafield_definitions ?? [];
    return [
      sold,
      together(
        product,
        (by) => stockColumnsIn(sold, by),
        told,
        (variant) => PLAIN_VARIANT_ATTRIBUTES.map((attribute) => valueIn(variant, attribute)),
      ),
      together(
        product,
        (by) => metafieldColumnsIn(sold, product, by),
        told,
        (variant) => definitions.map(({ key }) => variant.metafields?.[key]),
      ),
    ] as const;
  }, [product]);
  if (product.variants.length === 0) return <p className={classes.none}>This product has no variants.</p>;
  const shared = {
    place: product.variants.length > SCROLLS_FROM ? ('region' as const) : ('panel' as const),
    rows: product.variants,
    keyOf: ({ id }: Variant) => id,
  };
  const { ownAttributes } = kindOf(product);
  // A source without stock returns none.
  const hasStock = product.variants.some((variant) =>
    PLAIN_VARIANT_ATTRIBUTES.some((attribute) => valueIn(variant, attribute) !== undefined),
  );
  return (
    <>
      <DataTable {...shared} label="Variants of this product" columns={columns} cards={cards} />
      {hasStock && (
        <>
          <h3 className={classes.subtitle}>Inventory, tax and customs</h3>
          <DataTable {...shared} {...stock} label="Inventory, tax and customs" cards={stockCards} />
        </>
      )}
      {metafields.columns.length > 0 && (
        <>
          <h3 className={classes.subtitle}>{ownAttributes}</h3>
          <DataTable
            {...shared}
            {...metafields}
            label={ownAttributes}
            cards={{ areas: areasOf(metafields.columns) }}
          />
        </>
      )}
      <ListPriceTable product={product} place={shared.place} />
      {product.past === undefined && <StockTable product={product} place={shared.place} />}
    </>
  );
}
