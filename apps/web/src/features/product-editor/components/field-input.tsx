import { declared } from '@storefleet/contract/attributes/attributes';
import {
  choicesOf,
  type MetafieldDefinition,
  shownMetafield,
} from '@storefleet/contract/attributes/metafields';
import { isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import type { KeyboardEvent } from 'react';
import { valueFace } from '../../../lib/format/format-value.ts';
import { type Field, keyOf } from '../fields.ts';
import classes from './field-input.module.css';
import { useEditor, useFieldStatus, useFieldText, useIsSaving } from './use-editor.ts';

type Props = {
  field: Field;
  /** Of a metafield. */
  definition?: MetafieldDefinition | undefined;
  /** The label with variant and unit: `Price of Red in USD`. */
  label: string;
  /** Why it cannot be edited, or null. */
  lockedBecause: string | null;
  /** The id of the element with its error. */
  notesId?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

/** One value as text. The border shows whether it was changed or saved; notes explain why. */
export function FieldInput({ field, definition, label, lockedBecause, notesId, onKeyDown }: Props) {
  const store = useEditor();
  const text = useFieldText(field);
  const status = useFieldStatus(field);
  const saving = useIsSaving();
  const isMoney = isMoneyAttribute(field.attribute);
  const isNumber = isMoney || field.attribute === 'weight' || definition?.type.startsWith('number_') === true;
  const hasNote = status === 'warning' || status === 'danger';
  const choices = definition ? choicesIn(definition, text) : declared(field.attribute).choices;
  const shared = {
    className: classes.input,
    'data-field': keyOf(field),
    'data-attribute': field.attribute,
    'data-status': status,
    'aria-label': label,
    'aria-invalid': status === 'danger' || undefined,
    'aria-describedby': hasNote ? notesId : undefined,
    'aria-description': lockedBecause ?? undefined,
    'data-locked': lockedBecause !== null || undefined,
    title: lockedBecause ?? undefined,
  };
  if (choices) {
    return (
      <select
        {...shared}
        disabled={lockedBecause !== null || saving}
        value={text}
        onChange={(event) => store.type(field, event.currentTarget.value)}
        onBlur={() => store.leave(field)}
      >
        {definition && <option value="">None</option>}
        {!definition && text === '' && <option value="">Not read yet</option>}
        {Object.entries(choices).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      data-number={isNumber || undefined}
      data-code={valueFace(field.attribute) === 'code' || undefined}
      readOnly={lockedBecause !== null || saving}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => store.type(field, event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => store.leave(field)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        const text = pasted.trim();
        if (text === pasted || lockedBecause !== null || saving) return;
        event.preventDefault();
        const input = event.currentTarget;
        input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
        store.type(field, input.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** What there is to choose from, with what people call it; undefined where it is typed. */
function choicesIn(definition: MetafieldDefinition, held: string): Record<string, string> | undefined {
  const known = definition.type === 'boolean' ? ['true', 'false'] : choicesOf(definition);
  if (known === null) return undefined;
  const all = held === '' || known.includes(held) ? known : [held, ...known];
  return Object.fromEntries(all.map((value) => [value, shownMetafield(definition, value) ?? value]));
}
