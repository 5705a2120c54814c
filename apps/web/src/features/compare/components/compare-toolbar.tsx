import '@mantine/core/styles/NumberInput.css';
import { NumberInput, TextInput } from '@mantine/core';
import {
  COMPARED_ATTRIBUTE_LABELS,
  COMPARED_ATTRIBUTES,
  type ComparedAttribute,
} from '@storefleet/contract/articles/compared';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { filterProblem } from '../../products/filters/conditions.ts';
import type { CompareView } from '../compare-address.ts';
import { ChoiceButton } from './choice-button.tsx';
import classes from './compare.module.css';

type ToolbarProps = {
  view: CompareView;
  stores: readonly { id: string; name: string }[];
  onChange: (part: Partial<CompareView>) => void;
  children?: ReactNode;
};

/** What is compared and in which stores; changes go to the URL. */
export function CompareToolbar({ view, stores, onChange, children }: ToolbarProps) {
  const [text, setText] = useState(view.text);
  const [problem, setProblem] = useState(() => filterProblem(view.text));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = filterProblem(text);
    setProblem(found);
    if (found === null && text !== view.text) onChange({ text });
  };
  return (
    <section className={classes.toolbar} aria-label="What is compared">
      <form className={classes.line} onSubmit={submit}>
        <TextInput
          className={classes.search}
          size="xs"
          aria-label="Words or filters"
          placeholder='Name, or a filter such as vendor:"Quarry Lane" price:<10'
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <ChoiceButton
          label="Compare"
          choices={COMPARED_ATTRIBUTES.map((value) => ({ value, label: COMPARED_ATTRIBUTE_LABELS[value] }))}
          chosen={view.attributes}
          onChange={(attributes) => onChange({ attributes: attributes as ComparedAttribute[] })}
        />
        <ChoiceButton
          label="In"
          choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={view.stores}
          all="All stores"
          onChange={(chosen) => onChange({ stores: chosen, of: undefined })}
        />
        <NumberInput
          className={classes.apart}
          size="xs"
          aria-label="Minimum difference between prices in percent"
          placeholder="% apart, at least"
          min={0}
          max={1_000_000}
          suffix=" % apart"
          value={view.apart ?? ''}
          hideControls
          onBlur={(event) => {
            const apart = Number.parseFloat(event.currentTarget.value);
            const next = apart > 0 ? apart : undefined;
            if (next !== view.apart) onChange({ apart: next });
          }}
        />
      </form>
      {children}
    </section>
  );
}
