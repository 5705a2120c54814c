import { declared, isPlainAttribute, nameOfChoice } from '@storefleet/contract/attributes/attributes';
import { choicesOf, shownMetafield } from '@storefleet/contract/attributes/metafields';
import { PRICE_STEP } from '@storefleet/contract/constants';
import { currencyDecimals } from '@storefleet/contract/edits/price-change';
import { isAmount } from '@storefleet/contract/values/attribute-value';
import { stepDecimal } from '@storefleet/contract/values/money/decimal';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { readNumber } from '../../../../lib/format/read-amount.ts';
import { cellName, currencyOf, type EditCell } from '../../edit-cell.ts';
import { parseClipboardTable } from '../../grid/clipboard-table.ts';
import classes from './sheet-cell.module.css';

/** How an editor is closed. `away`: focus moved elsewhere; `gone`: the field was unmounted. */
export type EditorExit = 'enter' | 'shift-enter' | 'tab' | 'shift-tab' | 'away' | 'gone';

type Props = {
  cell: EditCell;
  /** Initial text. */
  text: string;
  /** Selects the text, so that typing replaces it. */
  selected: boolean;
  onSave: (text: string, exit: EditorExit) => void;
  onCancel: () => void;
  /** More than one value was pasted: forwarded to the grid. */
  onPasteTable: (table: string[][]) => void;
  watch: (isTyped: () => boolean) => () => void;
};

/** Only one cell is open at a time. */
const CHOICES = 'choices-of-a-cell';

/** Keeps typed text in local state, so that nothing else re-renders. */
export function CellEditor({ cell, text, selected, onSave, onCancel, onPasteTable, watch }: Props) {
  const field = useRef<HTMLInputElement>(null);
  /** Closing the field blurs it, which must not save twice. */
  const left = useRef(false);
  const isMoney = isAmount(cell.field);
  const isNumber = isMoney || cell.field === 'weight';
  const choices = choicesIn(cell);

  useFieldFocus(field, selected);

  const leave = (act: () => void) => {
    if (left.current) return;
    left.current = true;
    act();
  };
  const saveGone = useEffectEvent((value: string) => leave(() => onSave(value, 'gone')));

  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    const isTyped = () => input.value !== input.defaultValue;
    const unwatch = watch(isTyped);
    return () => {
      unwatch();
      // Another cell was opened without a click, or Back replaced the rows.
      if (isTyped()) saveGone(input.value);
    };
  }, [watch]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const input = event.currentTarget;
    switch (event.key) {
      case 'Enter':
      case 'Tab':
        // During IME composition the key belongs to the input method.
        if (event.nativeEvent.isComposing) return;
        event.preventDefault();
        leave(() => onSave(input.value, exitBy(event)));
        return;
      case 'Escape':
        leave(onCancel);
        return;
      case 'ArrowUp':
      case 'ArrowDown': {
        if (!isNumber) return;
        event.preventDefault();
        const next = stepped(cell, input.value, event.key === 'ArrowUp' ? 1 : -1);
        if (next) input.value = next;
      }
    }
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const text = event.clipboardData.getData('text/plain');
    const table = parseClipboardTable(text);
    if (table.length > 1 || (table[0]?.length ?? 0) > 1) {
      event.preventDefault();
      leave(() => onPasteTable(table));
    }
  };

  return (
    <>
      <input
        ref={field}
        className={classes.editor}
        data-number={isNumber || undefined}
        aria-label={isMoney ? `${cellName(cell)} in ${currencyOf(cell)}` : cellName(cell)}
        defaultValue={shownText(cell, text)}
        list={choices === null ? undefined : CHOICES}
        inputMode={isNumber || cell.definition?.type.startsWith('number_') ? 'decimal' : 'text'}
        enterKeyHint="done"
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={(event) => event.stopPropagation()}
        onBlur={(event) => {
          // The window lost focus, not the field: do not save half a number.
          if (document.activeElement === event.currentTarget) return;
          const { value } = event.currentTarget;
          leave(() => onSave(value, 'away'));
        }}
      />
      {choices && (
        <datalist id={CHOICES}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  );
}

function useFieldFocus(field: RefObject<HTMLInputElement | null>, selected: boolean): void {
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    input.focus({ preventScroll: true });
    if (selected) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }, [field, selected]);
}

/** What is offered, as people read it; null where any text may be typed. */
function choicesIn({ field, definition }: EditCell): readonly string[] | null {
  if (definition) return definition.type === 'boolean' ? ['Yes', 'No'] : choicesOf(definition);
  const { choices } = declared(field);
  return choices === undefined ? null : field === 'status' ? Object.keys(choices) : Object.values(choices);
}

function shownText({ field, definition }: EditCell, text: string): string {
  if (definition) return shownMetafield(definition, text || null) ?? '';
  return isPlainAttribute(field) ? (nameOfChoice(field, text) ?? text) : text;
}

function stepped(cell: EditCell, text: string, direction: 1 | -1): string | null {
  const isWhole = isAmount(cell.field) && currencyDecimals(currencyOf(cell)) === 0;
  const amount = readNumber(text);
  return amount.ok ? stepDecimal(amount.value, isWhole ? '1' : PRICE_STEP, direction) : null;
}

function exitBy({ key, shiftKey }: KeyboardEvent): EditorExit {
  if (key === 'Enter') return shiftKey ? 'shift-enter' : 'enter';
  return shiftKey ? 'shift-tab' : 'tab';
}
