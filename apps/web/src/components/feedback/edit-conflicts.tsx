import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { type EditConflict, rebase } from '../../lib/rebase.ts';
import { Banner } from './banner.tsx';
import classes from './edit-conflicts.module.css';

/** Whether nothing was saved because somebody else had changed the same values. */
export function isChangedMeanwhile(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'conflict' && error.errors.length > 0;
}

/** `found` is null as long as nobody else saved anything; `open` counts what has to be decided before it is saved again. */
export type Conflicts<Values> = {
  found: readonly EditConflict<Values>[] | null;
  open: number;
  decide: (name: keyof Values, whose: 'mine' | 'theirs') => void;
};

/** The conflicts of a form; `take` puts somebody else's value into it. */
export function useConflictList<Values extends object>(take: (part: Partial<Values>) => void) {
  const [found, setFound] = useState<readonly EditConflict<Values>[] | null>(null);
  const decide: Conflicts<Values>['decide'] = (name, whose) => {
    const conflict = found?.find((candidate) => candidate.name === name);
    if (whose === 'theirs' && conflict) take({ [name]: conflict.theirs } as Partial<Values>);
    setFound(found?.filter((candidate) => candidate !== conflict) ?? null);
  };
  const conflicts: Conflicts<Values> = { found, open: found?.length ?? 0, decide };
  return { conflicts, setFound };
}

/** Moves a form onto other saved values as soon as it is given some. */
export function useEditConflicts<Values extends object>(
  saved: Values,
  { read, write }: { read: () => Values; write: (values: Values, saved: Values) => void },
): Conflicts<Values> {
  const base = useRef(saved);
  const access = useRef({ read, write });
  access.current = { read, write };
  const { conflicts, setFound } = useConflictList<Values>((part) => write({ ...read(), ...part }, saved));

  useEffect(() => {
    if (base.current === saved) return;
    const moved = rebase(access.current.read(), base.current, saved);
    base.current = saved;
    access.current.write(moved.values, saved);
    setFound(moved.conflicts);
  }, [saved, setFound]);

  return conflicts;
}

/** To the first thing that has to be decided. */
export function focusConflict(): void {
  document.querySelector<HTMLElement>('[data-conflicts] button')?.focus();
}

type Props<Values> = {
  conflicts: Conflicts<Values>;
  values: Values;
  labels: { readonly [Name in keyof Values]?: string };
  /** What saves the form, as its button says it. */
  saveLabel: string;
  /** A value in words, where it does not speak for itself. */
  wordOf?: (name: keyof Values, value: unknown) => string | undefined;
};

/** Both values of everything that was changed here and by somebody else, and the choice between them. */
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
    <Banner tone="warning" title="Somebody else changed this meanwhile. Nothing has been saved yet.">
      <ul className={classes.list} data-conflicts>
        {found.map(({ name, seen, theirs }) => {
          const label = labels[name] ?? String(name);
          const show = (value: unknown) => wordOf?.(name, value) ?? shown(value);
          const [mine, other] = [show(values[name]), show(theirs)];
          return (
            <li key={String(name)} className={classes.conflict}>
              <span className={classes.value}>
                <b>{label}: </b>
                it is <b>{other}</b> by now, you entered <b>{mine}</b>. It was {show(seen)}.
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
