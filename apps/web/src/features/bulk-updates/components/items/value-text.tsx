import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { DefinitionOf } from '@storefleet/contract/attributes/metafields';
import { capitalised } from '../../../../lib/format/capitalised.ts';
import { formatValue, valueFace } from '../../../../lib/format/format-value.ts';
import classes from './value-text.module.css';

type Props = {
  attribute: EditableAttribute;
  value: string | null;
  currency: string | null;
  /** The value that it is shown beside, of which a long one says how it differs. */
  beside?: string | null;
  definitionOf: DefinitionOf;
};

/** A formatted value: money in its currency, codes in monospace, and a word for none. */
export function ValueText({ attribute, value, currency, beside = null, definitionOf }: Props) {
  const text = formatValue(attribute, value, currency, beside, definitionOf);
  if (text === null) return <span className={classes.empty}>(empty)</span>;
  return <span className={valueFace(attribute)}>{attribute === 'status' ? capitalised(text) : text}</span>;
}
