import { Button } from '@mantine/core';
import type { FieldMapping, FieldMappingInput } from '@storefleet/contract/stores/mssql';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { useUnsavedWork } from '../../../../components/feedback/unsaved-work.tsx';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import type { MappingSource } from '../../mapping-form.ts';
import {
  fieldOf,
  isSameMapping,
  type MappingFormField,
  type MappingFormValues,
  type MappingRemarks,
  mappingRemarks,
  toMappingInput,
} from '../../mapping-form.ts';
import classes from './mapping-editor.module.css';
import { MappingFields } from './mapping-fields.tsx';
import { MappingTrial } from './mapping-trial.tsx';

type Props = {
  /** The name of the form. */
  name: string;
  source: MappingSource;
  /** The mapping that is changed; null for a new one. */
  edited: FieldMapping | null;
  initial: MappingFormValues;
  saveLabel: string;
  failedTitle: string;
  save: UseMutationResult<FieldMapping, Error, FieldMappingInput>;
  onSaved: () => void;
  onCancel: () => void;
};

/** The inputs of one mapping. Enter saves, Escape cancels, and what was typed outlives a failure. */
export function MappingEditor({
  name,
  source,
  edited,
  initial,
  saveLabel,
  failedTitle,
  save,
  onSaved,
  onCancel,
}: Props) {
  const [values, setValues] = useState(initial);
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<MappingRemarks>({});
  const form = useRef<HTMLFormElement>(null);
  const isChanged = !isSameMapping(values, initial);
  useUnsavedWork(isChanged);
  const remarks = { ...refused, ...(attempted ? mappingRemarks(values) : {}) };

  useEffect(() => focusFirst(form.current, ['source_field']), []);

  const change = (next: MappingFormValues) => {
    const touched = (Object.keys(next) as MappingFormField[]).filter(
      (field) => next[field] !== values[field],
    );
    setValues(next);
    // What the server refused is refused until something else stands there; a target decides on the rest as well.
    setRefused(touched.includes('target_field') ? {} : without(refused, touched));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (edited !== null && !isChanged) return onCancel();
    setAttempted(true);
    const found = mappingRemarks(values);
    if (Object.keys(found).length > 0) return focusFirst(form.current, Object.keys(found));
    save.mutate(toMappingInput(values), {
      onSuccess: onSaved,
      onError: (error) => {
        const refusal = refusalOf(error, values);
        setRefused(refusal);
        focusFirst(form.current, Object.keys(refusal));
      },
    });
  };

  const cancelByEscape = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || save.isPending) return;
    // The first Escape closes an open list of choices.
    const isListOpen = event.target instanceof HTMLElement && event.target.ariaExpanded === 'true';
    if (!isListOpen) onCancel();
  };

  const isPlaced = Object.keys(refused).length > 0;
  return (
    <form
      ref={form}
      noValidate
      aria-label={name}
      className={classes.form}
      onSubmit={submit}
      onKeyDown={cancelByEscape}
    >
      {save.error && (
        <Banner tone="danger" title={failedTitle} onDismiss={save.reset}>
          {!isPlaced && describeError(save.error)}
        </Banner>
      )}
      <MappingFields values={values} remarks={remarks} source={source} edited={edited} onChange={change} />
      <div className={classes.foot}>
        <Button type="submit" size="xs" loading={save.isPending}>
          {saveLabel}
        </Button>
        <Button variant="default" size="xs" disabled={save.isPending} onClick={onCancel}>
          Cancel
        </Button>
        {source.table !== null && (
          <MappingTrial
            storeId={source.storeId}
            table={source.table}
            values={values}
            onBlocked={() => setAttempted(true)}
          />
        )}
      </div>
    </form>
  );
}

/** The server's sentences, each at its input. */
function refusalOf(error: Error, values: MappingFormValues): MappingRemarks {
  const refusal: MappingRemarks = {};
  if (!(error instanceof ApiError)) return refusal;
  for (const { path, message } of error.errors) {
    const field = fieldOf(path, values);
    if (field !== null) refusal[field] ??= message;
  }
  return refusal;
}

function without(remarks: MappingRemarks, fields: readonly MappingFormField[]): MappingRemarks {
  return Object.fromEntries(
    Object.entries(remarks).filter(([field]) => !fields.includes(field as MappingFormField)),
  );
}

/** Takes a person to the first of the inputs, in the order of the form. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  [...fields].find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus();
}
