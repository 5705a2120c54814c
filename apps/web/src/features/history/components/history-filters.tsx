import { Button, Checkbox, TextInput } from '@mantine/core';
import {
  EDITABLE_ATTRIBUTE_LABELS,
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
} from '@storefleet/contract/attributes/attributes';
import { HISTORY_SOURCES, type HistorySource } from '@storefleet/contract/constants';
import type { Person } from '@storefleet/contract/people/person';
import type { Store } from '@storefleet/contract/stores/stores';
import { type FormEvent, useState } from 'react';
import { DayRange, FilterSelect } from '../../../components/form/filter-fields.tsx';
import classes from '../../../components/form/filter-form.module.css';
import { knownMetafields } from '../../metafields/known-metafields.ts';
import { metafieldGroups } from '../../metafields/metafield-choice.ts';
import { dayPresets, isDay, presetRange, rangeError } from '../filters/calendar-days.ts';
import { type HistoryChoice, hasChoice, NO_CHOICE } from '../filters/history-address.ts';
import { personName, SOURCE_LABELS } from '../record-names.ts';

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
          className={classes.words}
          placeholder="Name, SKU or barcode"
          value={draft.search ?? ''}
          onChange={(event) => change({ search: event.currentTarget.value || null })}
        />
        <FilterSelect
          label="Store"
          all="All stores"
          value={draft.store}
          onChange={(store) => change({ store: store || null })}
          options={options(
            stores?.map(({ id, shop_name }) => ({ value: id, label: shop_name })),
            draft.store,
            'Unlisted store',
          )}
        />
        <FilterSelect
          label="User"
          all="All users"
          value={draft.user}
          onChange={(user) => change({ user: user || null })}
          options={options(
            users?.map((user) => ({ value: user.id, label: userLabel(user, users) })),
            draft.user,
            'A user without changes',
          )}
        />
        <FilterSelect
          label="Attribute"
          all="All attributes"
          value={draft.attribute}
          onChange={(attribute) => change({ attribute: (attribute as EditableAttribute | '') || null })}
          options={[
            ...EDITABLE_ATTRIBUTES.map((value) => ({ value, label: EDITABLE_ATTRIBUTE_LABELS[value] })),
            ...metafieldGroups(knownMetafields(stores ?? [])),
          ]}
        />
        <FilterSelect
          label="Source"
          all="All sources"
          value={draft.source}
          onChange={(source) => change({ source: (source as HistorySource | '') || null })}
          options={HISTORY_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))}
        />
        <DayRange
          from={draft.from}
          to={draft.to}
          error={badRange}
          onChange={(part) => change('from' in part ? { from: dayOf(part.from) } : { to: dayOf(part.to) })}
        />
        <Button type="submit" className={classes.apply}>
          Apply Filters
        </Button>
        <div className={classes.rest}>
          <Presets onChoose={(range) => apply({ ...draft, ...range })} />
          <Checkbox
            label="Include stock sold or restocked"
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

function Presets({ onChoose }: { onChoose: (range: ReturnType<typeof presetRange>) => void }) {
  return dayPresets.map((preset) => (
    <Button
      key={preset.label}
      variant="default"
      size="compact-sm"
      onClick={() => onChoose(presetRange(preset, new Date()))}
    >
      {preset.label}
    </Button>
  ));
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
