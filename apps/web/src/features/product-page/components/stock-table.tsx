import { TextInput } from '@mantine/core';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import type { ProductStock } from '@storefleet/contract/catalogue/stock';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { stockQuery } from '../api/queries.ts';
import { levelKey, levelsOf, type StockEdit, useStockEdit } from '../use-stock-edit.ts';
import { EditForm } from './edit-form.tsx';
import classes from './product-page.module.css';

type Props = {
  product: ProductDetail;
  place: 'panel' | 'region';
};

/** The available stock of each variant at each location, if the store reads it. */
export function StockTable({ product, place }: Props) {
  const query = useQuery(stockQuery(useApi(), product.id));
  const stock = query.data;
  const edit = useStockEdit(product, stock);
  const columns = useMemo(() => (stock ? columnsOf(stock, edit) : []), [stock, edit]);
  if (query.error && !query.data) {
    return <QueryErrorBanner title="The stock per location could not be read" query={query} />;
  }
  if (!stock?.reads_stock) return null;
  return (
    <>
      <h3 className={classes.subtitle}>Available at each location</h3>
      {stock.locations.length === 0 ? (
        <p className={classes.none}>Known after the next sync.</p>
      ) : (
        <EditForm edit={edit} what="stock" isEditing={edit.typed !== null} onEdit={edit.open}>
          <DataTable
            label="Available at each location"
            place={place}
            rows={product.variants}
            keyOf={({ id }) => id}
            columns={columns}
            cards={{ areas: cardAreas(stock) }}
          />
        </EditForm>
      )}
    </>
  );
}

function columnsOf(stock: ProductStock, { typed, type, problemOf, isSaving }: StockEdit): Column<Variant>[] {
  const levels = levelsOf(stock);
  return [
    {
      id: 'title',
      label: 'Variant',
      namesRow: true,
      look: 'strong',
      width: 'minmax(7rem, 1.4fr)',
      cell: ({ title }) => (title === DEFAULT_VARIANT_TITLE ? 'Only variant' : title),
    },
    ...stock.locations.map(({ id, name, is_active }, index) =>
      numberColumn<Variant>(areaOf(index), is_active ? name : `${name} (no longer in use)`, {
        width: 'minmax(6rem, 1fr)',
        cardLabel: name,
        cell: (variant) => {
          const available = levels.get(variant.id)?.get(id);
          if (available === undefined) return <Absent what={`stock at ${name}`} />;
          if (typed !== null && is_active && variant.tracked !== false) {
            const key = levelKey(variant.id, id);
            return (
              <TextInput
                size="xs"
                classNames={{ input: classes.amount }}
                aria-label={`Stock of ${variant.title} at ${name}`}
                inputMode="numeric"
                maxLength={11}
                value={typed[key] ?? String(available)}
                error={problemOf(key)}
                disabled={isSaving}
                onChange={({ currentTarget }) => type(key, currentTarget.value)}
              />
            );
          }
          return formatCount(available).replace('-', '−');
        },
      }),
    ),
  ];
}

const areaOf = (index: number) => `location-${index}`;

/** Two locations per line. */
function cardAreas({ locations }: ProductStock): string {
  const lines = ['"title title"'];
  for (let index = 0; index < locations.length; index += 2) {
    const next = index + 1 < locations.length ? areaOf(index + 1) : areaOf(index);
    lines.push(`"${areaOf(index)} ${next}"`);
  }
  return lines.join(' ');
}
