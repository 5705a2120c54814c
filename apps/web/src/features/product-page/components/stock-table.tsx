import type { ProductDetail, Variant } from '@storefleet/contract/catalogue/products';
import type { ProductStock } from '@storefleet/contract/catalogue/stock';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/constants';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { stockQuery } from '../api/queries.ts';
import classes from './product-page.module.css';

type Props = {
  product: ProductDetail;
  place: 'panel' | 'region';
};

/** What is available of each variant at each location, where the store has it read. */
export function StockTable({ product, place }: Props) {
  const query = useQuery(stockQuery(useApi(), product.id));
  const stock = query.data;
  const columns = useMemo(() => (stock ? columnsOf(stock) : []), [stock]);
  if (query.error) {
    return <QueryErrorBanner title="The stock per location could not be read" query={query} />;
  }
  if (!stock?.reads_stock) return null;
  return (
    <>
      <h3 className={classes.subtitle}>Available at each location</h3>
      {stock.locations.length === 0 ? (
        <p className={classes.none}>Known after the next sync.</p>
      ) : (
        <DataTable
          label="Available at each location"
          place={place}
          rows={product.variants}
          keyOf={({ id }) => id}
          columns={columns}
          cards={{ areas: cardAreas(stock) }}
        />
      )}
    </>
  );
}

function columnsOf({ locations, variants }: ProductStock): Column<Variant>[] {
  const levels = new Map(
    variants.map(({ variant_id, levels }) => [
      variant_id,
      new Map(levels.map(({ location_id, available }) => [location_id, available])),
    ]),
  );
  return [
    {
      id: 'title',
      label: 'Variant',
      namesRow: true,
      look: 'strong',
      width: 'minmax(7rem, 1.4fr)',
      cell: ({ title }) => (title === DEFAULT_VARIANT_TITLE ? 'Only variant' : title),
    },
    ...locations.map(({ id, name, is_active }, index) =>
      numberColumn<Variant>(areaOf(index), is_active ? name : `${name} (no longer in use)`, {
        width: 'minmax(6rem, 1fr)',
        cardLabel: name,
        cell: (variant) => {
          const available = levels.get(variant.id)?.get(id);
          if (available === undefined) return <Absent what={`stock at ${name}`} />;
          return formatCount(available).replace('-', '−');
        },
      }),
    ),
  ];
}

const areaOf = (index: number) => `location-${index}`;

/** Two locations a line. */
function cardAreas({ locations }: ProductStock): string {
  const lines = ['"title title"'];
  for (let index = 0; index < locations.length; index += 2) {
    const next = index + 1 < locations.length ? areaOf(index + 1) : areaOf(index);
    lines.push(`"${areaOf(index)} ${next}"`);
  }
  return lines.join(' ');
}
