import { Checkbox } from '@mantine/core';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import type { ImportMatches, ImportOpenRow, ImportSuggestion } from '@storefleet/contract/edits/imports';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageSteps } from '../../../components/data-table/paging/page-steps.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { nearQuery } from '../api.ts';
import type { Picked } from '../use-picks.ts';
import classes from './open-rows.module.css';

const ON_A_PAGE = 10;

type Props = {
  matches: ImportMatches;
  storeIds: readonly string[] | null;
  inEachStore: boolean;
  picked: Picked;
  onPick: (rowNumber: number, variantIds: readonly string[], isPicked: boolean) => void;
};

/** Rows with an unclear match, each with suggestions. */
export function OpenRows({ matches, storeIds, inEachStore, picked, onPick }: Props) {
  const [page, setPage] = useState(1);
  const { open, rows, matched } = matches;
  const shown = open.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  const near = useQuery(
    nearQuery(useApi(), {
      rows: shown.map(({ keys, variant_ids }) => ({ keys, variant_ids })),
      store_ids: storeIds === null ? null : [...storeIds],
      in_each_store: inEachStore,
    }),
  );
  const left = rows - matched - picked.size;
  return (
    <section className={classes.open} aria-label="Rows to decide about">
      <ul className={classes.rows}>
        {shown.map((row, index) => (
          <OpenRow
            key={row.row_number}
            row={row}
            suggestions={near.data?.rows[index]?.suggestions}
            failure={near.error ? describeError(near.error) : null}
            picked={picked.get(row.row_number) ?? NONE}
            onPick={(ids, isPicked) => onPick(row.row_number, ids, isPicked)}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <p className={classes.left}>
          {left > 0
            ? `${formatCount(left)} ${left === 1 ? 'is' : 'are'} left out. The preview offers them as a file to correct and import again.`
            : 'Every row is matched.'}
          {rows - matched > open.length && ` The first ${formatCount(open.length)} are listed here.`}
        </p>
        <PageSteps
          name="Pages of rows"
          page={page}
          pages={Math.ceil(open.length / ON_A_PAGE)}
          onPage={setPage}
        />
      </div>
    </section>
  );
}

const NONE: ReadonlySet<string> = new Set();

type RowProps = {
  row: ImportOpenRow;
  /** Undefined until loaded. */
  suggestions: readonly ImportSuggestion[] | undefined;
  failure: React.ReactNode;
  picked: ReadonlySet<string>;
  onPick: (variantIds: readonly string[], isPicked: boolean) => void;
};

function OpenRow({ row, suggestions, failure, picked, onPick }: RowProps) {
  return (
    <li className={classes.row} data-picked={picked.size > 0 || undefined}>
      <p className={classes.said}>
        <span className={classes.number}>Row {row.row_number}</span> {row.cells.filter(Boolean).join(' · ')}
      </p>
      <p className={classes.reason}>{row.reason}</p>
      {suggestions === undefined ? (
        <p className={classes.reason}>{failure ?? 'Looking for similar products…'}</p>
      ) : (
        <fieldset className={classes.choices} aria-label={`What row ${row.row_number} means`}>
          {suggestions.map((suggestion) => (
            <Checkbox
              key={suggestion.variant_ids.join()}
              label={nameOf(suggestion)}
              description={detailOf(suggestion)}
              checked={suggestion.variant_ids.every((id) => picked.has(id))}
              onChange={(event) => onPick(suggestion.variant_ids, event.currentTarget.checked)}
            />
          ))}
          {suggestions.length === 0 && <p className={classes.reason}>No similar products.</p>}
        </fieldset>
      )}
    </li>
  );
}

function nameOf({ product_title, variant_title, reason }: ImportSuggestion): string {
  const variant = variant_title === 'Default Title' ? '' : ` / ${variant_title}`;
  return `${product_title}${variant}${reason === null ? '' : `: ${reason}`}`;
}

function detailOf({ sku, barcode, price, currency, store_names }: ImportSuggestion): string {
  const amount = price === null ? null : formatMoney(price, currency ?? DEFAULT_CURRENCY);
  return [sku, barcode, amount, store_names.join(', ')].filter(Boolean).join(' · ');
}
