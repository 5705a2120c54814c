import { Button } from '@mantine/core';
import { labelOf } from '@storefleet/contract/attributes/attributes';
import { IconAlertTriangle } from '@tabler/icons-react';
import { describeValue } from '../../../../lib/format/format-value.ts';
import type { Note } from '../../field-notes.ts';
import { definitionsOf, fieldOf } from '../../fields.ts';
import { keepMine, takeTheirs } from '../../product-draft.ts';
import { focusField } from '../focus-field.ts';
import { useEditor, useIsSaving } from '../use-editor.ts';
import classes from './notes.module.css';

type Props = {
  id: string;
  notes: readonly Note[];
  /** The owner's name, for button labels; null for the product itself. */
  ownerName: string | null;
  currency: string;
};

/** Notes and decisions about the values of a variant, or of the product. */
export function Notes({ id, notes, ownerName, currency }: Props) {
  const definitionOf = definitionsOf(useEditor().state().draft.product);
  if (notes.length === 0) return null;
  return (
    <ul id={id} className={classes.notes}>
      {notes.map((note) => (
        <li key={note.id} className={classes.note} data-tone={toneOf(note)}>
          <IconAlertTriangle size={15} stroke={1.7} aria-hidden className={classes.icon} />
          {note.kind === 'conflict' ? (
            <ConflictNote note={note} ownerName={ownerName} currency={currency} />
          ) : (
            <span>
              {'key' in note && note.kind !== 'warning' && (
                <b className={classes.what}>{labelOf(fieldOf(note.key).attribute, definitionOf)}: </b>
              )}
              {note.message}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

type ConflictProps = Pick<Props, 'ownerName' | 'currency'> & { note: Extract<Note, { kind: 'conflict' }> };

function ConflictNote({ note, ownerName, currency }: ConflictProps) {
  const store = useEditor();
  const saving = useIsSaving();
  const { attribute } = fieldOf(note.key);
  const definitionOf = definitionsOf(store.state().draft.product);
  const label = labelOf(attribute, definitionOf);
  const name = ownerName === null ? label : `${label} of ${ownerName}`;
  const shown = (value: string | null) => describeValue(attribute, value, currency, null, definitionOf);
  const decide = (how: typeof takeTheirs, button: Element) => {
    // The buttons disappear with the note.
    focusField(button, note.key);
    store.edit((draft) => how(draft, [note.key]));
  };
  return (
    <div className={classes.conflict}>
      <span>
        <b className={classes.what}>{label}: </b>
        the store holds <b>{shown(note.conflict.current)}</b> by now, you typed <b>{shown(note.typed)}</b>. It
        was {shown(note.conflict.seen)}.
      </span>
      <span className={classes.choice}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={saving}
          aria-label={`Take theirs: ${name} stays ${shown(note.conflict.current)}`}
          onClick={(event) => decide(takeTheirs, event.currentTarget)}
        >
          Take theirs
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={saving}
          aria-label={`Keep mine: ${name} becomes ${shown(note.typed)}`}
          onClick={(event) => decide(keepMine, event.currentTarget)}
        >
          Keep mine
        </Button>
      </span>
    </div>
  );
}

function toneOf({ kind }: Note): 'danger' | 'warning' {
  return kind === 'conflict' || kind === 'warning' ? 'warning' : 'danger';
}
