import { NativeSelect } from '@mantine/core';
import { attributesOnList, isListPrice } from '@storefleet/contract/attributes/list-prices';
import { isChannel } from '@storefleet/contract/attributes/memberships';
import { definitionsIn } from '@storefleet/contract/attributes/metafields';
import { isStock, stockAt } from '@storefleet/contract/attributes/stock';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { knownMetafields } from '../../metafields/known-metafields.ts';
import { metafieldGroups } from '../../metafields/metafield-choice.ts';
import { locationsQuery } from '../../stock/locations-query.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import {
  type ColumnChoices,
  columnWords,
  type ImportColumn,
  meaningOf,
  meaningOptions,
} from '../import-columns.ts';
import classes from './column-meanings.module.css';

type Props = {
  columns: readonly ImportColumn[];
  choices: ColumnChoices;
  onChange: (choices: ColumnChoices) => void;
};

/** The meaning of each column, expanded for unknown ones. */
export function ColumnMeanings({ columns, choices, onChange }: Props) {
  const { data: locations = [] } = useQuery(locationsQuery(useApi()));
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const options = meaningOptions([
    ...locations.map(({ name }) => stockAt(name)),
    ...stores.flatMap(({ price_lists }) => price_lists.flatMap(({ name }) => attributesOnList(name))),
    ...columns.flatMap(({ meaning }) =>
      meaning !== null && (isStock(meaning) || isListPrice(meaning) || isChannel(meaning)) ? [meaning] : [],
    ),
  ]);
  const metafields = knownMetafields(stores);
  const meanings = [...options.map(({ value }) => value), ...metafields.map((one) => one.attribute)];
  const unknown = columns.filter(({ meaning }) => meaning === null).length;
  // A choice applies to every column with the same heading.
  const distinct = new Map(columns.map((column) => [column.heading, column]));
  return (
    <details className={classes.fold} open={unknown > 0}>
      <summary>
        Columns: <span className={classes.words}>{columnWords(columns, choices, definitionsIn(stores))}</span>
      </summary>
      {unknown > 0 && (
        <p className={classes.hint}>
          {formatQuantity(unknown, 'heading')} {unknown === 1 ? 'is' : 'are'} not known yet. Your choices are
          remembered for next time.
        </p>
      )}
      <ul className={classes.columns} aria-label="Columns of the file">
        {[...distinct.values()].map((column) => (
          <li key={column.heading} data-unknown={column.meaning === null || undefined}>
            <div className={classes.column}>
              <span className={classes.heading}>{column.heading}</span>
              <span className={classes.samples}>{column.samples.join(' · ') || 'empty'}</span>
            </div>
            <NativeSelect
              aria-label={`Meaning of ${column.heading}`}
              size="xs"
              data={[...options, ...metafieldGroups(metafields)]}
              value={meaningOf(column, choices)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                const chosen = meanings.find((meaning) => meaning === value);
                if (chosen) onChange({ ...choices, [column.heading]: chosen });
              }}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
