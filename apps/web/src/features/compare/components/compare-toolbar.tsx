import { TextInput } from '@mantine/core';
import {
  COMPARED_ATTRIBUTE_LABELS,
  COMPARED_ATTRIBUTES,
  type ComparedAttribute,
} from '@storefleet/contract/articles/compared';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { readNumber } from '../../../lib/format/read-amount.ts';
import { filterProblem } from '../../products/filters/conditions.ts';
import { type CompareView, isApart } from '../compare-address.ts';
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
        <ApartField apart={view.apart} onChange={(apart) => onChange({ apart })} />
      </form>
      {children}
    </section>
  );
}

type ApartProps = { apart: number | undefined; onChange: (apart: number | undefined) => void };

/** Applied by Enter, or on leaving the field. */
function ApartField({ apart, onChange }: ApartProps) {
  const [typed, setTyped] = useState<{ over: number | undefined; text: string; problem: string | null }>();
  const isTyped = typed !== undefined && typed.over === apart;
  const text = isTyped ? typed.text : apart === undefined ? '' : `${apart} % apart`;
  const apply = () => {
    if (!isTyped) return;
    const number = readNumber(text.replace(/%.*$/, ''));
    const next = number.ok ? Number(number.value) : Number.NaN;
    if (next === 0 || isApart(next)) {
      setTyped(undefined);
      if ((next || undefined) !== apart) onChange(next || undefined);
    } else setTyped({ ...typed, problem: number.ok ? 'Enter a percentage such as 2.5.' : number.message });
  };
  return (
    <TextInput
      className={classes.apart}
      size="xs"
      aria-label="Minimum difference between prices in percent"
      placeholder="% apart, at least"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isTyped ? typed.problem : null}
      onChange={(event) => setTyped({ over: apart, text: event.currentTarget.value, problem: null })}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
