import type { EditableAttribute } from '@storefleet/contract/constants';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { isMoney } from '../bulk-action.ts';
import classes from './value-text.module.css';

type Props = {
  attribute: EditableAttribute;
  value: string | null;
  currency: string | null;
};

/** A value as it is kept: money in its currency, codes as codes, and a word where there is none. */
export function ValueText({ attribute, value, currency }: Props) {
  if (value === null || value === '') return <span className={classes.empty}>(empty)</span>;
  if (isMoney(attribute)) {
    return <span className="tabular">{currency ? formatMoney(value, currency) : value}</span>;
  }
  if (attribute === 'sku' || attribute === 'barcode') return <span className="code">{value}</span>;
  if (attribute === 'status') return `${value.charAt(0).toUpperCase()}${value.slice(1)}`;
  return value;
}
