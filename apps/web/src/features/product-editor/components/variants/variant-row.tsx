import { type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import {
  isMetafield,
  type MetafieldDefinition,
  metafieldLabel,
} from '@storefleet/contract/attributes/metafields';
import type { Variant } from '@storefleet/contract/catalogue/products/products';
import { isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import { marginPercent } from '@storefleet/contract/values/money/decimal';
import { formatCount } from '@storefleet/contract/values/quantity';
import { type KeyboardEvent, memo } from 'react';
import { Cell, type RowPosition, TableRow, WideCell } from '../../../../components/data-table/table-row.tsx';
import { Absent } from '../../../../components/text/absent.tsx';
import { Margin } from '../../../../components/text/margin.tsx';
import { fieldOf, SOLD_ATTRIBUTES, unreadReason } from '../../fields.ts';
import { FieldInput } from '../field-input.tsx';
import { useFieldText, useNotes } from '../use-editor.ts';
import { Notes } from './notes.tsx';
import classes from './variants-table.module.css';

type Props = RowPosition & {
  variant: Variant;
  name: string;
  currency: string;
  lockOf: (attribute: EditableAttribute) => string | null;
  /** The attributes of one of the two tables. */
  attributes: readonly EditableAttribute[];
  definitions: readonly MetafieldDefinition[] | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

export const VariantRow = memo(function VariantRow(props: Props) {
  const { variant, index, offset, name, currency, lockOf, attributes, definitions, onKeyDown, ref } = props;
  const isFirst = attributes === SOLD_ATTRIBUTES;
  const names: readonly string[] = attributes;
  const notesId = `notes-${isFirst ? 'sold' : 'stock'}-${variant.id}`;
  // Notes are next to their fields; those about the whole variant are in the first table.
  const notes = useNotes(variant.id).filter((note) =>
    'key' in note ? names.includes(fieldOf(note.key).attribute) : isFirst,
  );
  return (
    <TableRow index={index} offset={offset} ref={ref} className={classes.row}>
      <Cell column="title">{name}</Cell>
      {attributes.map((attribute, index) => (
        <Cell
          key={attribute}
          column={isMetafield(attribute) ? `metafield_${index}` : attribute}
          className={classes.field}
          data-label={labelIn(attribute, definitions?.[index], variant, currency)}
        >
          <FieldInput
            field={{ owner: variant.id, attribute }}
            definition={definitions?.[index]}
            label={`${nameIn(attribute, definitions?.[index])} of ${name}${unitOf(attribute, variant, currency)}`}
            lockedBecause={lockOf(attribute) ?? unreadReason(variant, attribute, () => definitions?.[index])}
            notesId={notesId}
            onKeyDown={onKeyDown}
          />
          {attribute === 'weight' && variant.weight_unit && (
            <span className={classes.weightUnit} aria-hidden>
              {variant.weight_unit}
            </span>
          )}
        </Cell>
      ))}
      {isFirst && (
        <>
          <Cell column="margin" className={classes.fact}>
            <VariantMargin variant={variant} />
          </Cell>
          <Cell column="stock" className={classes.fact}>
            {variant.inventory_quantity === null ? (
              <Absent what="stock" />
            ) : (
              formatCount(variant.inventory_quantity)
            )}
          </Cell>
        </>
      )}
      {notes.length > 0 && (
        <WideCell>
          <Notes id={notesId} notes={notes} ownerName={name} currency={currency} />
        </WideCell>
      )}
    </TableRow>
  );
});

const nameIn = (attribute: EditableAttribute, definition: MetafieldDefinition | undefined): string =>
  definition ? metafieldLabel(definition) : labelOf(attribute);

function labelIn(
  attribute: EditableAttribute,
  definition: MetafieldDefinition | undefined,
  { weight_unit: unit }: Variant,
  currency: string,
): string {
  if (isMoneyAttribute(attribute)) return `${labelOf(attribute)}, ${currency}`;
  return attribute === 'weight' && unit ? `Weight, ${unit}` : nameIn(attribute, definition);
}

function unitOf(attribute: EditableAttribute, { weight_unit: unit }: Variant, currency: string): string {
  if (isMoneyAttribute(attribute)) return ` in ${currency}`;
  return attribute === 'weight' && unit ? ` in ${unit}` : '';
}

/** Computed from the two fields. */
function VariantMargin({ variant }: { variant: Variant }) {
  const price = useFieldText({ owner: variant.id, attribute: 'price' });
  const cost = useFieldText({ owner: variant.id, attribute: 'cost' });
  return <Margin percent={marginPercent(price || null, cost || null)} />;
}
