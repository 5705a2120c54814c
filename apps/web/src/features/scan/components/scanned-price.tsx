import '@mantine/core/styles/Radio.css';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import { equalAmounts } from '@storefleet/contract/values/attribute-value';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { readAmount } from '../../../lib/format/read-amount.ts';
import type { CellEdits } from '../../bulk-price/cell-edits.ts';
import type { EditCell } from '../../bulk-price/edit-cell.ts';
import { textToEdit } from '../../bulk-price/grid/grid-actions.ts';
import { type PastePlan, planTyped } from '../../bulk-price/grid/paste-plan.ts';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import classes from './scan-dialog.module.css';

type Props = {
  rows: readonly GridRow[];
  edits: CellEdits;
  /** Updated with whether something was typed. */
  typed: RefObject<boolean>;
  onPlan: (plan: PastePlan) => void;
  onSkip: () => void;
};

/** Target of a price: one variant, or all in stores of one currency. */
type Target = { readonly key: string; readonly label: string; readonly rows: readonly GridRow[] };

/** Price input for the scanned variant. */
export function ScannedPrice({ rows, edits, typed, onPlan, onSkip }: Props) {
  const targets = targetsIn(rows, edits);
  const [chosen, setChosen] = useState(targets[0]?.key);
  const target = targets.find(({ key }) => key === chosen) ?? targets[0];
  const cells = (target?.rows ?? []).map((row): EditCell => ({ row, field: 'price' }));
  const [first] = cells;
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  if (!first) return null;
  const { item, variant } = first.row;
  const shown = text ?? textToEdit(edits, first);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = readAmount(shown, item.store_currency);
    if (!amount.ok) {
      setError(amount.message);
      return;
    }
    const plan = planFor(cells, amount.value, edits);
    if (plan) onPlan(plan);
    else onSkip();
  };
  return (
    <form className={classes.found} onSubmit={submit} noValidate>
      <div>
        <p className={classes.name}>{item.product.title}</p>
        <p className={classes.detail}>
          {[
            variant && ![DEFAULT_VARIANT_TITLE, variant.sku].includes(variant.title) ? variant.title : null,
            variant?.sku,
            targets.length === 1 ? item.store_name : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {targets.length > 1 && (
        <Radio.Group label="Change the price in" value={chosen ?? ''} onChange={setChosen}>
          <Stack gap={6} mt={6}>
            {targets.map(({ key, label }) => (
              <Radio key={key} value={key} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        ref={field}
        size="lg"
        label={`Price in ${item.store_currency}`}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        data-autofocus
        value={shown}
        error={error}
        onChange={(event) => {
          const { value } = event.currentTarget;
          typed.current = value !== textToEdit(edits, first);
          setText(value);
          setError(null);
        }}
      />
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" flex="none" onClick={onSkip}>
          Skip
        </Button>
        <Button type="submit" flex={1}>
          Save and scan next
        </Button>
      </Group>
    </form>
  );
}

function targetsIn(rows: readonly GridRow[], edits: CellEdits): Target[] {
  const single = rows.map((row): Target => {
    const price = edits.shownValue({ row, field: 'price' });
    const { product, store_name, store_currency } = row.item;
    const name = rows.some((other) => other !== row && other.item.store_id === row.item.store_id)
      ? `${store_name}, ${product.title}${row.variantTitle === null ? '' : ` / ${row.variantTitle}`}`
      : store_name;
    return {
      key: row.key,
      label: `${name}: ${price === null ? 'no price' : formatMoney(price, store_currency)}`,
      rows: [row],
    };
  });
  // Amounts are not comparable across currencies.
  const together = [...Map.groupBy(rows, ({ item }) => item.store_currency)].flatMap(([currency, all]) =>
    all.length > 1 ? { key: currency, label: `All ${all.length} in ${currency}`, rows: all } : [],
  );
  return [...single, ...together];
}

/** The shared price; null if they differ. */
function planFor(cells: readonly EditCell[], value: string, edits: CellEdits): PastePlan | null {
  const plans = cells.flatMap((cell) => {
    const shown = edits.shownValue(cell);
    return equalAmounts(value, shown) ? [] : planTyped({ cell, value, shown }, edits.shownValue);
  });
  const [first] = plans;
  if (!first) return null;
  return {
    ...first,
    changes: plans.flatMap(({ changes }) => changes),
    warnings: plans.flatMap(({ warnings }) => warnings),
  };
}
