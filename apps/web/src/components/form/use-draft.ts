import { ApiError } from '@storefleet/client/api-error';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusFirst } from '../../lib/browser/focus-first.ts';
import { focusConflict, useEditConflicts } from '../feedback/edit-conflicts.tsx';

/** Error sentences by field. */
export type Problems<Values> = { [Name in keyof Values]?: string };
export type Labels<Values> = { readonly [Name in keyof Values]?: string };

type FieldProps = { name: string; label: string | undefined; error: string | undefined };
/** Inputs pass either an event or the text. */
type TextInput = string | { currentTarget: { value: string } };

/** Input props by field name. */
export type Fields<Name extends string> = {
  text: (name: Name) => FieldProps & {
    value: string;
    autoComplete: string;
    onChange: (input: TextInput) => void;
  };
  tick: (name: Name) => FieldProps & {
    checked: boolean;
    onChange: (event: { currentTarget: { checked: boolean } }) => void;
  };
};

/** For inputs of names, URLs and code. */
export const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;

/** Describes a stored secret, kept if left blank, by its last characters if known. */
export function keptSecret(hint: string | null): string {
  return hint ? `Set, ends in …${hint}. Leave blank to keep it.` : 'Set. Leave blank to keep it.';
}

type Options<Values> = {
  /** The saved values; a change means that somebody else saved in the meantime. */
  saved: Values;
  labels: Labels<Values>;
  problemsOf: (values: Values) => Problems<Values>;
  /** State of saving; nothing is sent while pending or once done. */
  change: { isPending: boolean; isSuccess: boolean; error: Error | null };
  /** Field for a path in the server's response. Default: the field of that name. */
  fieldOf?: (path: string, values: Values) => keyof Values | null;
  isSame?: (one: Values, other: Values) => boolean;
  /** `submitter`: value of the pressed button. */
  onSave: (values: Values, submitter: string) => void;
};

export type Draft<Values extends object> = ReturnType<typeof useDraft<Values>>;

/** Form values. They persist until saved, and each error is shown at its field. */
export function useDraft<Values extends object>({
  saved,
  labels,
  problemsOf,
  change: { isPending, isSuccess, error },
  fieldOf = (path) => (Object.hasOwn(saved, path) ? (path as keyof Values) : null),
  isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other),
  onSave,
}: Options<Values>) {
  const [values, setValues] = useState(saved);
  const [sent, setSent] = useState<Values | null>(null);
  const [attempted, setAttempted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const conflicts = useEditConflicts(saved, {
    read: () => values,
    write: setValues,
    wasSent: () => sent !== null,
  });
  const change = (part: Partial<Values>) => setValues((typed) => ({ ...typed, ...part }));

  const refusals = refusalsOf(error, (path) => fieldOf(path, sent ?? values));
  // A value refused by the server stays invalid until the field changes.
  const standing = Object.entries(refusals).filter(
    ([name]) => sent?.[name as keyof Values] === values[name as keyof Values],
  );
  const isOver = standing.length === 0 && Object.keys(refusals).length > 0;
  const problems: Problems<Values> = {
    ...(Object.fromEntries(standing) as Problems<Values>),
    ...(attempted ? problemsOf(values) : {}),
  };
  const focusRefused = useEffectEvent(() => focusFirst(form.current, Object.keys(refusals)));
  useEffect(() => {
    if (error) focusRefused();
  }, [error]);

  const reset = () => {
    setValues(saved);
    setSent(null);
    setAttempted(false);
    conflicts.forget();
  };
  const save = (submitter = '') => {
    if (isPending || isSuccess) return;
    if (conflicts.open > 0) return focusConflict();
    setAttempted(true);
    const wrong = Object.keys(problemsOf(values));
    if (wrong.length > 0) return focusFirst(form.current, wrong);
    setSent(values);
    onSave(values, submitter);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(event.nativeEvent.submitter?.getAttribute('value') ?? '');
  };

  const props = (name: keyof Values & string) => ({ name, label: labels[name], error: problems[name] });
  const fields: Fields<keyof Values & string> = {
    text: (name) => ({
      ...props(name),
      value: String(values[name]),
      autoComplete: 'off',
      onChange: (input) =>
        change({ [name]: typeof input === 'string' ? input : input.currentTarget.value } as Partial<Values>),
    }),
    tick: (name) => ({
      ...props(name),
      checked: values[name] === true,
      onChange: (event) => change({ [name]: event.currentTarget.checked } as Partial<Values>),
    }),
  };
  return {
    values,
    setValues,
    change,
    fields,
    problems,
    save,
    /** Resets to the saved values. */
    reset,
    /** Shows all errors, as a save attempt would. */
    showProblems: () => setAttempted(true),
    /** Why the save failed, until every refused field has changed. */
    failure: isOver ? null : error,
    isDirty: !isSame(values, saved),
    /** What somebody else saved in the meantime. */
    conflicts: { conflicts, values, labels },
    form: { ref: form, noValidate: true, onSubmit },
  };
}

/** The server's error sentences by field. */
function refusalsOf<Values>(
  error: Error | null,
  fieldOf: (path: string) => keyof Values | null,
): Problems<Values> {
  const refusals: Problems<Values> = {};
  for (const { path, message } of error instanceof ApiError ? error.errors : []) {
    const field = fieldOf(path);
    if (field !== null) refusals[field] ??= message;
  }
  return refusals;
}
