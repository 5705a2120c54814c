import { Button, TextInput } from '@mantine/core';
import { AUDIT_AREAS, AUDIT_OUTCOMES } from '@storefleet/contract/people/audit-areas';
import type { TeamMember } from '@storefleet/contract/people/team';
import { type FormEvent, useState } from 'react';
import { DayRange, FilterSelect } from '../../../components/form/filter-fields.tsx';
import classes from '../../../components/form/filter-form.module.css';
import { rangeError } from '../../history/filters/calendar-days.ts';
import { type AuditAddress, parseAuditAddress } from '../audit-address.ts';
import { AREA_LABELS, OUTCOMES } from '../audit-words.ts';

type Props = {
  applied: AuditAddress;
  members: readonly TeamMember[];
  onApply: (address: AuditAddress) => void;
};

/** Filters take effect on Apply. Remount when the URL changes elsewhere. */
export function AuditFilters({ applied, members, onApply }: Props) {
  const [draft, setDraft] = useState(applied);
  const badRange = rangeError(draft.from ?? null, draft.to ?? null);
  const change = (part: Record<string, string>) =>
    setDraft(parseAuditAddress({ ...draft, page: undefined, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (badRange === null) onApply({ ...draft, page: undefined });
  };
  return (
    <search>
      <form className={classes.form} aria-label="Filter the audit log" onSubmit={submit}>
        <TextInput
          type="search"
          label="Name or address"
          className={classes.words}
          placeholder="Store, setting, person, IP"
          value={draft.q ?? ''}
          onChange={(event) => setDraft({ ...draft, q: event.currentTarget.value })}
        />
        <FilterSelect
          label="Person"
          all="Everyone"
          value={draft.user}
          onChange={(user) => change({ user })}
          options={peopleOf(members, draft.user)}
        />
        <FilterSelect
          label="Kind"
          all="All kinds"
          value={draft.area}
          onChange={(area) => change({ area })}
          options={AUDIT_AREAS.map((value) => ({ value, label: AREA_LABELS[value] }))}
        />
        <FilterSelect
          label="Outcome"
          all="All outcomes"
          value={draft.outcome}
          onChange={(outcome) => change({ outcome })}
          options={AUDIT_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value].label }))}
        />
        <DayRange from={draft.from} to={draft.to} error={badRange} onChange={change} />
        <Button type="submit" className={classes.apply}>
          Apply Filters
        </Button>
        {Object.values(applied).some((value) => value !== undefined) && (
          <div className={classes.rest}>
            <Button variant="subtle" size="compact-sm" onClick={() => onApply({})}>
              Clear filters
            </Button>
          </div>
        )}
      </form>
    </search>
  );
}

/** Keeps a person from the URL selected who is not on the team. */
function peopleOf(members: readonly TeamMember[], chosen: string | undefined) {
  const people = members.map(({ id, email }) => ({ value: id, label: email }));
  if (chosen === undefined || people.some(({ value }) => value === chosen)) return people;
  return [{ value: chosen, label: 'Somebody else' }, ...people];
}
