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

type Kinds<Edited, Held> = {
  /** What `edited` changes of the values it is based on. */
  readonly changesIn: (edited: Edited, basedOn: Held) => Changes;
  /** The same changes of newer values. By default, what is edited does not depend on them. */
  readonly rebase?: (edited: Edited, from: Held, to: Held) => Edited;
};

/**
 * Edits a part of a product in place, and saves it as one update. `saved`: what is announced then. An edit stays based
 * on the values held when it was opened, so that the server finds a conflict; once that was shown, on those of now.
 */
export function useProductEdit<Edited, Held>(
  saved: string,
  held: Held,
  { changesIn, rebase = (edited) => edited }: Kinds<Edited, Held>,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  /** Null while not editing. */
  const [editing, setEditing] = useState<{ edited: Edited; basedOn: Held; isRefused: boolean } | null>(null);
  /** Whether it is asked about the warnings. */
  const [isAsked, setAsked] = useState(false);
  const {
    references,
    problems,
    warnings = [],
  }: Changes = editing === null ? { references: [] } : changesIn(editing.edited, editing.basedOn);
  const canSave = references.length > 0 && !problems?.size;
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (changes: ProductReference[]) =>
      saveAsUpdate(api, changes, { signal: new AbortController().signal }),
    onSuccess: ({ items }) => {
      if (items === null) {
        setEditing(null);
        announce(saved);
      } else setEditing((now) => now && { ...now, isRefused: true });
    },
    onSettled: () =>
      Promise.all(['products', 'history'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  // The values were read again meanwhile.
  if (editing?.isRefused && !isPending) {
    const { edited, basedOn } = editing;
    setEditing({ edited: rebase(edited, basedOn, held), basedOn: held, isRefused: false });
  }
  return {
    edited: editing === null ? null : editing.edited,
    isSaving: isPending,
    canSave,
    hasChanges: isPending || references.length > 0 || Boolean(problems?.size),
    error,
    /** Why rows were not written. */
    refusals: [...new Set((data?.items ?? []).flatMap((item) => item.error ?? []))],
    problemOf: (key: string) => problems?.get(key),
    open: (start: Edited) => setEditing({ edited: start, basedOn: held, isRefused: false }),
    change: (next: (now: Edited) => Edited) =>
      setEditing((now) => now && { ...now, edited: next(now.edited) }),
    close: () => {
      reset();
      setEditing(null);
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
export function useTypedEdit<Held>(
  saved: string,
  held: Held,
  changesIn: (typed: Typed, basedOn: Held) => Changes,
) {
  const { edited, open, change, ...edit } = useProductEdit(saved, held, { changesIn });
  return {
    ...edit,
    typed: edited,
    open: () => open({}),
    type: (key: string, text: string) => change((now) => ({ ...now, [key]: text })),
  };
}
