import { Button } from '@mantine/core';
import { ApiError } from '@storefleet/client/api-error';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type EditConflict, rebase } from '../../lib/rebase.ts';
import { Banner } from './banner.tsx';
import classes from './edit-conflicts.module.css';

/** Whether nothing was saved because somebody else had changed the same values. */
export function isChangedMeanwhile(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'conflict' && error.errors.length > 0;
}

/** `found` is null until somebody else saves; `open` counts the undecided conflicts. */
type Conflicts<Values> = {
  found: readonly EditConflict<Values>[] | null;
  open: number;
  decide: (name: keyof Values, whose: 'mine' | 'theirs') => void;
  /** For a form that resets to the saved values. */
  forget: () => void;
};

/**
 * Rebases a form onto newly saved values.
 * @param wasSent whether a save was attempted; before anything is typed or sent, other values raise no
 * conflicts
 */
export function useEditConflicts<Values extends object>(
  saved: Values,
  form: { read: () => Values; write: (values: Values) => void; wasSent: () => boolean },
): Conflicts<Values> {
  const [found, setFound] = useState<readonly EditConflict<Values>[] | null>(null);
  const base = useRef(saved);
  const follow = useEffectEvent((theirs: Values) => {
    const typed = form.read();
    const isUntouched = !form.wasSent() && JSON.stringify(typed) === JSON.stringify(base.current);
    const moved = rebase(typed, base.current, theirs);
    setFound(isUntouched ? null : moved.conflicts);
    base.current = theirs;
    form.write(moved.values);
  });
  useEffect(() => {
    if (base.current !== saved) follow(saved);
  }, [saved]);

  const decide: Conflicts<Values>['decide'] = (name, whose) => {
    const conflict = found?.find((candidate) => candidate.name === name);
    if (whose === 'theirs' && conflict) form.write({ ...form.read(), [name]: conflict.theirs });
    setFound(found?.filter((candidate) => candidate !== conflict) ?? null);
  };
  return { found, open: found?.length ?? 0, decide, forget: () => setFound(null) };
}

/** Focuses the first undecided conflict. */
export function focusConflict(): void {
  document.querySelector<HTMLElement>('[data-conflicts] button')?.focus();
}

type Props<Values> = {
  conflicts: Conflicts<Values>;
  values: Values;
  labels: { readonly [Name in keyof Values]?: string };
  /** Label of the save button. */
  saveLabel: string;
  /** Formats a value that is not self-explanatory. */
  wordOf?: (name: keyof Values, value: unknown) => string | undefined;
};

/** Shows both values of everything changed both here and by somebody else, with a choice between them. */
export function EditConflicts<Values extends object>({
  conflicts: { found, decide },
  values,
  labels,
  saveLabel,
  wordOf,
}: Props<Values>) {
  const isAsked = found !== null && found.length > 0;
  useEffect(() => {
    if (isAsked) focusConflict();
  }, [isAsked]);
  if (found === null) return null;
  if (found.length === 0) {
    return (
      <Banner tone="info" title="Nothing has been saved yet.">
        Somebody else saved other values meanwhile; they are in the form now. {saveLabel} saves it as it
        stands.
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title="Someone else changed this in the meantime. Nothing has been saved yet.">
      <ul className={classes.list} data-conflicts>
        {found.map(({ name, seen, theirs }) => {
          const label = labels[name] ?? String(name);
          const show = (value: unknown) => wordOf?.(name, value) ?? shown(value);
          const [mine, other] = [show(values[name]), show(theirs)];
          return (
            <li key={String(name)} className={classes.conflict}>
              <span className={classes.value}>
                <b>{label}: </b>
                it is now <b>{other}</b>, you entered <b>{mine}</b>. It was {show(seen)}.
              </span>
              <span className={classes.choice}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Take theirs: ${label} stays ${other}`}
                  onClick={() => decide(name, 'theirs')}
                >
                  Take theirs
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Keep mine: ${label} becomes ${mine}`}
                  onClick={() => decide(name, 'mine')}
                >
                  Keep mine
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

function shown(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? '(empty)' : text;
}
