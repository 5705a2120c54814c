import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  EDITABLE_ATTRIBUTE_LABELS,
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  HISTORY_SOURCES,
  type HistorySource,
} from '@storefleet/contract/constants';
import type { Person } from '@storefleet/contract/people/person';
import type { Store } from '@storefleet/contract/stores/stores';
import { type FormEvent, useState } from 'react';
import { knownMetafields } from '../../metafields/known-metafields.ts';
import { metafieldGroups } from '../../metafields/metafield-choice.ts';
import { dayPresets, isDay, presetRange, rangeError } from '../filters/calendar-days.ts';
import { type HistoryChoice, hasChoice, NO_CHOICE } from '../filters/history-address.ts';
import { personName, SOURCE_LABELS } from '../record-names.ts';
import classes from './history-filters.module.css';

type Props = {
  /** The applied filters. */
  applied: HistoryChoice;
  stores: readonly Store[] | undefined;
  users: readonly Person[] | undefined;
  onApply: (choice: HistoryChoice) => void;
  /** Whatever is chosen. */
  stockIsShown: boolean;
};

/** Filters take effect on Apply. Remount when others are applied elsewhere. */
export function HistoryFilters({ applied, stores, users, onApply, stockIsShown }: Props) {
  const [draft, setDraft] = useState(applied);
  const change = (part: Partial<HistoryChoice>) => setDraft({ ...draft, ...part });
  const badRange = rangeError(draft.from, draft.to);

  const apply = (choice: HistoryChoice) => {
    setDraft(choice);
    onApply(choice);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (badRange === null) apply(draft);
  };

  return (
    <search>
      <form className={classes.form} aria-label="Filter changes" onSubmit={submit}>
        <TextInput
          type="search"
          label="Product"
          className={classes.product}
          placeholder="Name, SKU or barcode"
          value={draft.search ?? ''}
          onChange={(event) => change({ search: event.currentTarget.value || null })}
        />
        <NativeSelect
          label="Store"
          value={draft.store ?? ''}
          onChange={(event) => change({ store: event.currentTarget.value || null })}
          data={[
            { value: '', label: 'All stores' },
            ...options(
              stores?.map(({ id, shop_name }) => ({ value: id, label: shop_name })),
              draft.store,
              'Unlisted store',
            ),
          ]}
        />
        <NativeSelect
          label="User"
          value={draft.user ?? ''}
          onChange={(event) => change({ user: event.currentTarget.value || null })}
          data={[
            { value: '', label: 'All users' },
            ...options(
              users?.map((user) => ({ value: user.id, label: userLabel(user, users) })),
              draft.user,
              'A user without changes',
            ),
          ]}
        />
        <NativeSelect
          label="Attribute"
          value={draft.attribute ?? ''}
          onChange={(event) =>
            change({ attribute: (event.currentTarget.value as EditableAttribute | '') || null })
          }
          data={[
            { value: '', label: 'All attributes' },
            ...EDITABLE_ATTRIBUTES.map((value) => ({ value, label: EDITABLE_ATTRIBUTE_LABELS[value] })),
            ...metafieldGroups(knownMetafields(stores ?? [])),
          ]}
        />
        <NativeSelect
          label="Source"
          value={draft.source ?? ''}
          onChange={(event) => change({ source: (event.currentTarget.value as HistorySource | '') || null })}
          data={[
            { value: '', label: 'All sources' },
            ...HISTORY_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] })),
          ]}
        />
        <TextInput
          type="date"
          label="Start Date"
          value={draft.from ?? ''}
          onChange={(event) => change({ from: dayOf(event.currentTarget.value) })}
        />
        <TextInput
          type="date"
          label="End Date"
          value={draft.to ?? ''}
          error={badRange}
          onChange={(event) => change({ to: dayOf(event.currentTarget.value) })}
        />
        <Button type="submit" className={classes.apply}>
          Apply Filters
        </Button>
        <div className={classes.presets}>
          {dayPresets.map((preset) => (
            <Button
              key={preset.label}
              variant="default"
              size="compact-sm"
              onClick={() => apply({ ...draft, ...presetRange(preset, new Date()) })}
            >
              {preset.label}
            </Button>
          ))}
          <Checkbox
            size="xs"
            label="Stock sold or restocked"
            checked={stockIsShown || draft.stock !== null}
            disabled={stockIsShown}
            onChange={(event) => apply({ ...draft, stock: event.currentTarget.checked || null })}
          />
          {(hasChoice(applied) || hasChoice(draft)) && (
            <Button variant="subtle" size="compact-sm" onClick={() => apply(NO_CHOICE)}>
              Clear filters
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

type Option = { value: string; label: string };

/** A choice from the URL stays while the list loads, and if the list lacks it. */
function options(listed: readonly Option[] | undefined, chosen: string | null, unlisted: string): Option[] {
  const known = listed ?? [];
  if (chosen === null || known.some(({ value }) => value === chosen)) return [...known];
  return [{ value: chosen, label: listed ? unlisted : 'Loading…' }, ...known];
}

/** People with the same name are told apart by email address. */
function userLabel(user: Person, users: readonly Person[]): string {
  const name = personName(user);
  const shared = users.some((other) => other.id !== user.id && personName(other) === name);
  return shared && user.email !== name ? `${name} (${user.email})` : name;
}

function dayOf(value: string): string | null {
  return isDay(value) ? value : null;
}
