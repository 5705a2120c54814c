import { ApiError } from '@storefleet/client/api-error';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusFirst } from '../../lib/browser/focus-first.ts';
import { focusConflict, useEditConflicts } from '../feedback/edit-conflicts.tsx';

/** What is wrong, by field, as a sentence. */
export type Problems<Values> = { [Name in keyof Values]?: string };
export type Labels<Values> = { readonly [Name in keyof Values]?: string };

type FieldProps = { name: string; label: string | undefined; error: string | undefined };
/** Some inputs answer with an event, others with the text. */
type TextInput = string | { currentTarget: { value: string } };

/** The properties of inputs, by the name of their field. */
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

/** For inputs of names, addresses and code. */
export const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;

/** Of a stored secret, which a blank field keeps, by its last characters where they are known. */
export function keptSecret(hint: string | null): string {
  return hint ? `Set, ends in …${hint}. Leave blank to keep it.` : 'Set. Leave blank to keep it.';
}

type Options<Values> = {
  /** As they are saved: other ones than before are those that somebody else saved meanwhile. */
  saved: Values;
  labels: Labels<Values>;
  problemsOf: (values: Values) => Problems<Values>;
  /** The state of saving; nothing is sent while it is under way or once it is done. */
  change: { isPending: boolean; isSuccess: boolean; error: Error | null };
  /** The field that a path of the server's answer is about; the one of that name, unless said otherwise. */
  fieldOf?: (path: string, values: Values) => keyof Values | null;
  isSame?: (one: Values, other: Values) => boolean;
  /** `submitter` is the value of the button that was pressed. */
  onSave: (values: Values, submitter: string) => void;
};

export type Draft<Values extends object> = ReturnType<typeof useDraft<Values>>;

/** The values of a form. They stay until they are saved, and each problem is shown at its own field. */
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
  // What the server refused is refused until the field changes.
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
    /** Back to what is saved. */
    reset,
    /** Has the problems shown, as an attempt to save would. */
    showProblems: () => setAttempted(true),
    /** Why it was not saved, until every field that was refused has changed. */
    failure: isOver ? null : error,
    isDirty: !isSame(values, saved),
    /** What somebody else saved meanwhile. */
    conflicts: { conflicts, values, labels },
    form: { ref: form, noValidate: true, onSubmit },
  };
}

/** The server's sentences, by field. */
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
