import { EDITABLE_ATTRIBUTE_LABELS, type EditableAttribute } from '@storefleet/contract/constants';
import type { Variant } from '@storefleet/contract/products';
import { formatCount } from '@storefleet/contract/quantity';
import { type KeyboardEvent, memo, type Ref } from 'react';
import { Absent } from '../../../components/absent.tsx';
import { marginPercent } from '../../bulk-price/amounts.ts';
import { isMoneyAttribute, VARIANT_ATTRIBUTES } from '../fields.ts';
import { FieldInput } from './field-input.tsx';
import { Notes } from './notes.tsx';
import { tableRoles } from './table-roles.ts';
import { useFieldText, useNotes } from './use-editor.ts';
import classes from './variants-table.module.css';

type Props = {
  variant: Variant;
  index: number;
  /** From the top of the rows, in pixels; null where all rows are drawn, one below the other. */
  offset: number | null;
  name: string;
  currency: string;
  lockOf: (attribute: EditableAttribute) => string | null;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref: Ref<HTMLTableRowElement> | undefined;
};

export const VariantRow = memo(function VariantRow(props: Props) {
  const { variant, index, offset, name, currency, lockOf, onKeyDown, ref } = props;
  const notesId = `notes-${variant.id}`;
  const hasNotes = useNotes(variant.id).length > 0;
  return (
    <tr
      ref={ref}
      {...tableRoles.row}
      aria-rowindex={index + 2}
      data-index={index}
      className={`${classes.row} ${classes.bodyRow}`}
      style={offset === null ? undefined : { position: 'absolute', transform: `translateY(${offset}px)` }}
    >
      <th {...tableRoles.rowheader} scope="row" className={classes.cell} data-column="title">
        {name}
      </th>
      {VARIANT_ATTRIBUTES.map((attribute) => (
        <td
          key={attribute}
          {...tableRoles.cell}
          className={classes.cell}
          data-column={attribute}
          data-label={labelOf(attribute, variant, currency)}
        >
          <FieldInput
            field={{ owner: variant.id, attribute }}
            label={`${EDITABLE_ATTRIBUTE_LABELS[attribute]} of ${name}${unitOf(attribute, variant, currency)}`}
            lockedBecause={lockOf(attribute)}
            notesId={notesId}
            onKeyDown={onKeyDown}
          />
          {attribute === 'weight' && variant.weight_unit && (
            <span className={classes.weightUnit} aria-hidden>
              {variant.weight_unit}
            </span>
          )}
        </td>
      ))}
      <td {...tableRoles.cell} className={`${classes.cell} tabular`} data-column="margin" data-label="Margin">
        <Margin variant={variant} />
      </td>
      <td {...tableRoles.cell} className={`${classes.cell} tabular`} data-column="stock" data-label="Stock">
        {variant.inventory_quantity === null ? (
          <Absent what="stock" />
        ) : (
          formatCount(variant.inventory_quantity)
        )}
      </td>
      {hasNotes && (
        <td {...tableRoles.cell} className={classes.notes}>
          <Notes id={notesId} owner={variant.id} ownerName={name} currency={currency} />
        </td>
      )}
    </tr>
  );
});

function labelOf(attribute: EditableAttribute, { weight_unit: unit }: Variant, currency: string): string {
  if (isMoneyAttribute(attribute)) return `${EDITABLE_ATTRIBUTE_LABELS[attribute]}, ${currency}`;
  return attribute === 'weight' && unit ? `Weight, ${unit}` : EDITABLE_ATTRIBUTE_LABELS[attribute];
}

function unitOf(attribute: EditableAttribute, { weight_unit: unit }: Variant, currency: string): string {
  if (isMoneyAttribute(attribute)) return ` in ${currency}`;
  return attribute === 'weight' && unit ? ` in ${unit}` : '';
}

/** Follows what the two fields say. */
function Margin({ variant }: { variant: Variant }) {
  const price = useFieldText({ owner: variant.id, attribute: 'price' });
  const cost = useFieldText({ owner: variant.id, attribute: 'cost' });
  const margin = marginPercent(price || null, cost || null);
  if (margin === null) return <Absent what="margin" />;
  return <span data-loss={margin.startsWith('-') || undefined}>{margin.replace('-', '−')}%</span>;
}
