import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import type { PriceWarning } from '@storefleet/contract/edits/price-warnings';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { announce } from '../../components/feedback/announce.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { saveAsUpdate } from '../bulk-updates/api/follow-bulk-update.ts';
import { countWarnings } from '../bulk-updates/count-warnings.ts';

type Changes = {
  readonly references: ProductReference[];
  /** By the key of the field. */
  readonly problems?: ReadonlyMap<string, string>;
  readonly warnings?: readonly PriceWarning[];
};

/** Edits a part of a product in place, and saves it as one update. `saved`: what is announced then. */
export function useProductEdit<Edited>(saved: string, changesIn: (edited: Edited) => Changes) {
  const api = useApi();
  const queryClient = useQueryClient();
  /** Null while not editing. */
  const [edited, setEdited] = useState<Edited | null>(null);
  /** Whether it is asked about the warnings. */
  const [isAsked, setAsked] = useState(false);
  const {
    references,
    problems,
    warnings = [],
  }: Changes = edited === null ? { references: [] } : changesIn(edited);
  const canSave = references.length > 0 && !problems?.size;
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (changes: ProductReference[]) =>
      saveAsUpdate(api, changes, { signal: new AbortController().signal }),
    onSuccess: ({ items }) => {
      if (items === null) {
        setEdited(null);
        announce(saved);
      }
    },
    onSettled: () =>
      Promise.all(['products', 'history'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  return {
    edited,
    isSaving: isPending,
    canSave,
    error,
    /** Why rows were not written. */
    refusals: [...new Set((data?.items ?? []).flatMap((item) => item.error ?? []))],
    problemOf: (key: string) => problems?.get(key),
    open: (start: Edited) => setEdited(() => start),
    change: (next: (now: Edited) => Edited) => setEdited((now) => (now === null ? null : next(now))),
    close: () => {
      reset();
      setEdited(null);
    },
    save: (event: FormEvent) => {
      event.preventDefault();
      if (!canSave) return;
      if (warnings.length > 0) setAsked(true);
      else mutate(references);
    },
    question: isAsked && {
      warnings: countWarnings(warnings),
      changes: references.reduce((sum, { based_on }) => sum + Object.keys(based_on ?? {}).length, 0),
      onCancel: () => setAsked(false),
      onSave: () => {
        setAsked(false);
        mutate(references);
      },
    },
  };
}

type Typed = Readonly<Record<string, string>>;

/** Edits texts by their keys. */
export function useTypedEdit(saved: string, changesIn: (typed: Typed) => Changes) {
  const { edited, open, change, ...edit } = useProductEdit(saved, changesIn);
  return {
    ...edit,
    typed: edited,
    open: () => open({}),
    type: (key: string, text: string) => change((now) => ({ ...now, [key]: text })),
  };
}
