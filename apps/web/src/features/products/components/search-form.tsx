import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  SEARCH_QUERY_MAX_LENGTH,
  SEARCH_TYPE_LABELS,
  SEARCH_TYPES,
  type SearchType,
} from '@storefleet/contract/catalogue/catalogue-constants';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import classes from './search-form.module.css';

type Props = {
  query: string;
  type: SearchType;
  /** With a filter, the search term is optional. */
  filtered: boolean;
  onSearch: (query: string, type: SearchType) => void;
};

/** What is chosen and the placeholder say enough to the eye. */
const HIDDEN = { className: 'sr-only' };

/** Scanners end a code with Enter: the box keeps focus with its text selected for the next scan. */
export function SearchForm({ query, type, filtered, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query);
  const [chosenType, setChosenType] = useState(type);
  const [error, setError] = useState<string | null>(null);
  // Back, Forward and shared links change the search externally.
  useEffect(() => setTyped(query), [query]);
  useEffect(() => setChosenType(type), [type]);
  useHotkeys([['/', () => input.current?.focus()]]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const term = typed.trim();
    const problem = problemOf(term, filtered);
    setError(problem);
    if (problem) {
      input.current?.focus();
      return;
    }
    input.current?.select();
    onSearch(term, chosenType);
  };

  return (
    <search>
      <form className={classes.form} onSubmit={submit} noValidate>
        <NativeSelect
          className={classes.type}
          labelProps={HIDDEN}
          label="Search by"
          value={chosenType}
          data={SEARCH_TYPES.map((value) => ({ value, label: SEARCH_TYPE_LABELS[value] }))}
          onChange={(event) => {
            const next = SEARCH_TYPES.find((candidate) => candidate === event.currentTarget.value);
            if (next) setChosenType(next);
          }}
        />
        <TextInput
          ref={input}
          labelProps={HIDDEN}
          label="Search term"
          placeholder={placeholders[chosenType]}
          value={typed}
          error={error}
          required
          withAsterisk={false}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          rightSection={<kbd className={classes.key}>/</kbd>}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(null);
          }}
        />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          Search
        </Button>
      </form>
    </search>
  );
}

const placeholders: Record<SearchType, string> = {
  name: 'Words of a product or variant name',
  sku: 'A SKU, or part of one',
  barcode: 'Scan or type a barcode',
};

function problemOf(term: string, filtered: boolean): string | null {
  if (term === '' && !filtered) return 'Enter a search term.';
  if (term.length > SEARCH_QUERY_MAX_LENGTH)
    return `Search for at most ${SEARCH_QUERY_MAX_LENGTH} characters.`;
  return null;
}
