import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconFilter } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ProductSearch } from '../search-address.ts';
import { conditionsOf, filterProblem, withTyped } from './conditions.ts';
import { FacetLists } from './facet-lists.tsx';
import classes from './filter-bar.module.css';

type Props = {
  search: ProductSearch;
  onChange: (filter: string) => void;
  /** Expands the facets immediately: the user just asked for a filter. */
  startOpened: boolean;
  /** Incremented by each request to edit the filter. */
  edited: number;
};

/** Product filter, typed or chosen from facets; each condition can be removed. */
export function FilterBar(props: Props) {
  const unreadable = filterProblem(props.search.filter);
  return <Bar key={unreadable} {...props} unreadable={unreadable} />;
}

/** The invalid part of the URL is put in the field for correction. */
function Bar({ search, onChange, startOpened, edited, unreadable }: Props & { unreadable: string | null }) {
  const [typed, setTyped] = useState(unreadable ? search.filter : '');
  const [problem, setProblem] = useState(unreadable);
  const present = unreadable ? '' : search.filter;
  const [opened, setOpened] = useState(startOpened);
  const field = useRef<HTMLInputElement>(null);
  const conditions = conditionsOf(present);
  // The button that opened it is gone.
  useEffect(() => {
    if (startOpened) field.current?.focus();
  }, [startOpened]);
  useEffect(() => {
    const input = field.current;
    if (edited === 0 || input === null) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [edited]);

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    const result = withTyped(present, typed);
    if ('problem' in result) {
      setProblem(result.problem);
      return;
    }
    setTyped('');
    onChange(result.filter);
  };

  return (
    <section className={classes.bar} aria-label="Filters">
      {conditions.length > 0 && (
        <ul className={classes.chips} aria-label="Set filters">
          {conditions.map(({ text, without }) => (
            <li key={text} className={classes.chip}>
              {text}
              <CloseButton size="xs" aria-label={`Remove ${text}`} onClick={() => onChange(without)} />
            </li>
          ))}
          {conditions.length > 1 && (
            <li>
              <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange('')}>
                Clear all
              </Button>
            </li>
          )}
        </ul>
      )}
      <form className={classes.form} onSubmit={add}>
        <TextInput
          ref={field}
          data-action="Filter…"
          className={classes.input}
          aria-label="Add a filter"
          placeholder='vendor:"Quarry Lane" price:<10 -tag:clearance no:barcode'
          leftSection={<IconFilter size={15} aria-hidden />}
          value={typed}
          error={problem}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="default">
          Add filter
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} className={classes.chevron} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          Choose
        </Button>
      </form>
      {opened && !unreadable && <FacetLists search={search} onChange={onChange} />}
    </section>
  );
}
