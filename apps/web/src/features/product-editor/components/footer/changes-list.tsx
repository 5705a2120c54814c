import { CloseButton } from '@mantine/core';
import { labelOf } from '@storefleet/contract/attributes/attributes';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { describeValue } from '../../../../lib/format/format-value.ts';
import { warningOf } from '../../field-notes.ts';
import { definitionsOf, type Field, type FieldKey, keyOf } from '../../fields.ts';
import { type Change, type InvalidField, type ProductDraft, takeTheirs } from '../../product-draft.ts';
import { focusField } from '../focus-field.ts';
import { useEditor, useEditorState } from '../use-editor.ts';
import classes from './changes-list.module.css';

/** More would be too many to read. */
const MOST_LISTED = 200;

type Props = { changes: readonly Change[]; invalid: readonly InvalidField[] };

/** Every value to be written, with the one it replaces; each can be reverted. */
export function ChangesList({ changes, invalid }: Props) {
  const { draft } = useEditorState();
  const currency = draft.product.store_currency;
  const definitionOf = definitionsOf(draft.product);
  const all = [...invalid, ...changes];
  return (
    <section className={classes.list} {...{ 'aria-label': 'Changes', tabIndex: 0 }}>
      <ul className={classes.entries}>
        {all.slice(0, MOST_LISTED).map((entry) => {
          const warning = 'message' in entry ? entry.message : warningOf(draft, entry);
          return (
            <li key={keyOf(entry)} className={classes.entry}>
              <div className={classes.what}>
                <span className={classes.name}>{nameOf(draft, entry)}</span>
                {'message' in entry ? (
                  <span className="danger">“{entry.typed}”</span>
                ) : (
                  <span className={`${classes.values} tabular`}>
                    <span className={classes.from}>
                      {describeValue(entry.attribute, entry.from, currency, entry.to, definitionOf)}
                    </span>
                    <IconArrowRight size={13} aria-label="becomes" />
                    <span>
                      {describeValue(entry.attribute, entry.to, currency, entry.from, definitionOf)}
                    </span>
                  </span>
                )}
                {warning !== null && (
                  <span className={classes.warning} data-tone={'message' in entry ? 'danger' : 'warning'}>
                    <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
                    {warning}
                  </span>
                )}
              </div>
              <RevertButton field={entry} name={nameOf(draft, entry)} />
            </li>
          );
        })}
      </ul>
      {all.length > MOST_LISTED && (
        <p className={classes.more}>and {formatCount(all.length - MOST_LISTED)} more</p>
      )}
    </section>
  );
}

function RevertButton({ field, name }: { field: Field; name: string }) {
  const store = useEditor();
  return (
    <CloseButton
      size="sm"
      aria-label={`Revert ${name}`}
      onClick={(event) => {
        focusBeside(event.currentTarget, keyOf(field));
        store.edit((draft) => takeTheirs(draft, [keyOf(field)]));
      }}
    />
  );
}

/** The entry disappears: focuses the next one or, after the last, the value's field. */
function focusBeside(button: Element, key: FieldKey): void {
  const entry = button.closest('li');
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling;
  if (beside) beside.querySelector('button')?.focus();
  else focusField(button, key);
}

function nameOf({ variantTitles, product }: ProductDraft, { owner, attribute }: Field): string {
  const label = labelOf(attribute, definitionsOf(product));
  const variant = owner === 'product' ? undefined : variantTitles.get(owner);
  if (variant === undefined) return label;
  return `${label} of ${variant === DEFAULT_VARIANT_TITLE ? product.title : variant}`;
}
