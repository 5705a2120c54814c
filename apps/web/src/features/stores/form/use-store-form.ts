import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { focusConflict, useEditConflicts } from '../../../components/feedback/edit-conflicts.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { StoreDetailsValues } from '../store-details.ts';

/** The properties of an input, by the name of its field. */
export type Fields<Name extends string> = (
  name: Name,
  options?: { type: 'checkbox' },
) => GetInputPropsReturnType;

type Options<Values> = {
  /** As they are saved: other ones than before are those that somebody else saved meanwhile. */
  initialValues: Values;
  validate: (values: Values) => Partial<Record<keyof Values, string>>;
  /** Why the server did not save it. */
  error: Error | null;
  /** `submitter` is the value of the button that was pressed. */
  onSave: (values: Values, submitter: string) => void;
};

/** The state of a store form. What was typed stays until it is saved, and each remark stands at its own field. */
export function useStoreForm<Values extends StoreDetailsValues>({
  initialValues,
  validate,
  error,
  onSave,
}: Options<Values>) {
  const form = useForm<Values>({ initialValues, validate, validateInputOnBlur: false });
  const [sent, setSent] = useState<Values | null>(null);
  const conflicts = useEditConflicts(initialValues, {
    read: form.getValues,
    write: (values, saved) => {
      form.resetDirty(saved);
      form.setValues(values);
    },
  });
  const refused = error instanceof ApiError ? error : null;
  const fields: Fields<keyof Values & string> = (name, options) => {
    const props = form.getInputProps(name, options);
    // What the server refused is refused until something else stands there.
    const refusal = sent?.[name] === form.values[name] ? refused?.fieldError(name) : undefined;
    return { ...props, error: props.error ?? refusal };
  };
  const submit = form.onSubmit(
    (values, event) => {
      if (conflicts.open > 0) return focusConflict();
      setSent(values);
      const pressed = event?.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
      onSave(values, pressed?.getAttribute('value') ?? '');
    },
    (errors) => focusFirst(Object.keys(errors)),
  );

  useEffect(() => {
    if (error instanceof ApiError) focusFirst(error.errors.map(({ path }) => path));
  }, [error]);

  return { form, fields, submit, conflicts };
}

/** Takes a person to the first field that is wrong, in the order of the form. */
function focusFirst(names: readonly string[]): void {
  const fields = document.querySelectorAll<HTMLElement>('form [name]');
  for (const field of fields) {
    if (names.includes(field.getAttribute('name') ?? '')) {
      field.focus();
      return;
    }
  }
}
