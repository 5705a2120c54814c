import { labelOf } from '@storefleet/contract/attributes/attributes';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import { BULK_UPDATE_WARNINGS, type BulkUpdateWarningCode } from '@storefleet/contract/constants';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import { isAmount } from '@storefleet/contract/values/attribute-value';
import { compareDecimals, percentDifference } from '@storefleet/contract/values/money/decimal';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import { ProductName } from '../../../../components/data-table/product-name.tsx';
import { Cell } from '../../../../components/data-table/table-row.tsx';
import type { ShownItems } from '../../../batches/queries.ts';
import { useDefinitions } from '../../../metafields/use-definitions.ts';
import classes from './batch-items.module.css';
import { ValueText } from './value-text.tsx';

export const warningWords: Record<BulkUpdateWarningCode, string> = {
  zero_price: 'Price of 0',
  below_cost: 'Below the cost',
  large_change: 'Large change',
  compare_at_below_price: 'Compare-at below the price',
  negative_stock: 'Stock below 0',
  shared_identifier: 'Shared with others',
  cleared: 'Cleared',
  may_leave_store: 'May leave the store',
  left_store: 'Left the store',
  outlasts_sale: 'Stays after the sale',
  guard_rail: 'Breaks a guard rail',
};

/** Product and variant, or the file row if it matched none. */
export function nameOfItem(item: BulkUpdateItem): string {
  const variant = variantTitleOf(item);
  const name = [item.product_title, variant].filter((part) => part !== null).join(' / ');
  return name || item.sku || (item.row_number === null ? 'Unknown product' : `Row ${item.row_number}`);
}

function variantTitleOf({ variant_title }: BulkUpdateItem): string | null {
  return variant_title === DEFAULT_VARIANT_TITLE ? null : variant_title;
}

type ItemProps = {
  item: BulkUpdateItem;
  show: ShownItems;
  /** Whether rows of this update change different attributes. */
  named: boolean;
};

export function ItemCells({ item, show, named }: ItemProps) {
  return (
    <>
      <Cell column="name">
        <ProductName
          title={item.product_title ?? nameOfItem(item)}
          variant={variantTitleOf(item)}
          sku={item.product_title && item.sku}
        >
          {item.row_number !== null && <span>Row {item.row_number}</span>}
        </ProductName>
      </Cell>
      <Cell column="store">{item.store_name}</Cell>
      <Cell column="changes">
        <Changes item={item} show={show} named={named} />
        {item.status === 'cancelled' && <p className={classes.note}>Cancelled: left unchanged.</p>}
        {item.error && (
          <p className={classes.note} data-tone="danger">
            {item.error}
          </p>
        )}
        {item.status === 'planned' && item.warnings.length > 0 && (
          <p className={classes.note} data-tone="warning">
            {[
              ...BULK_UPDATE_WARNINGS.filter(
                (code) => code !== 'guard_rail' && item.warnings.includes(code),
              ).map((code) => warningWords[code]),
              ...item.guard_rails.map(({ message }) => message),
            ].join(' · ')}
          </p>
        )}
      </Cell>
    </>
  );
}

function Changes({ item, show, named }: ItemProps) {
  const currency = item.store_currency;
  const definitions = useDefinitions();
  const definitionOf = definitions(item.store_id === null ? [] : [item.store_id]);
  return item.changes.map(({ attribute, old_value, new_value, current_value }) => (
    <Fragment key={attribute}>
      <span className={classes.change}>
        {named && <span className={classes.attribute}>{labelOf(attribute, definitionOf)}</span>}
        {show !== 'unchanged' && (
          <>
            <span className="muted">
              <span className="sr-only">from </span>
              <ValueText
                attribute={attribute}
                value={old_value}
                currency={currency}
                beside={new_value}
                definitionOf={definitionOf}
              />
            </span>
            <IconArrowNarrowRight size={16} stroke={1.5} aria-hidden className={classes.arrow} />
          </>
        )}
        <span className={classes.new}>
          {show !== 'unchanged' && <span className="sr-only">to </span>}
          <ValueText
            attribute={attribute}
            value={new_value}
            currency={currency}
            beside={old_value}
            definitionOf={definitionOf}
          />
        </span>
      </span>
      {item.status === 'conflict' && current_value !== undefined && (
        <span className={classes.current}>
          The store has{' '}
          <ValueText
            attribute={attribute}
            value={current_value}
            currency={currency}
            definitionOf={definitionOf}
          />{' '}
          now.
        </span>
      )}
    </Fragment>
  ));
}

/** Change in percent of each amount, and the resulting margin. */
export function MoneyCells({ item: { changes, margin } }: { item: BulkUpdateItem }) {
  return (
    <>
      <Cell column="percent">
        {changes.map(({ attribute, old_value: from, new_value: to }) => (
          <span key={attribute} className={classes.percent}>
            {isAmount(attribute) && from !== null && to !== null ? percentWords(from, to) : ''}
          </span>
        ))}
      </Cell>
      <Cell column="margin">
        <span className={classes.margin} data-loss={margin?.startsWith('-') || undefined}>
          {margin ? `${margin}%` : '–'}
        </span>
      </Cell>
    </>
  );
}

const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function percentWords(from: string, to: string): string {
  if (compareDecimals(from, '0') === 0) return '';
  const percent = percentDifference(from, to);
  return `${percent > 0 ? '+' : ''}${oneDecimal.format(percent)}%`;
}
