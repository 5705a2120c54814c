import { Button, Checkbox } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconChevronDown } from '@tabler/icons-react';
import { loadPopover, useDropdown } from '../../../components/dropdown/use-dropdown.ts';
import classes from './compare.module.css';

type Props = {
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Empty means all. */
  chosen: readonly string[];
  /** Button label when nothing is chosen; omitted if a choice is required. */
  all?: string;
  onChange: (chosen: string[]) => void;
};

/** A multi-select that keeps the order of its list. */
export function ChoiceButton({ label, choices, chosen, all, onChange }: Props) {
  const { Panel, panel, button } = useDropdown('dialog', loadPopover);
  const isChosen = (value: string) => chosen.includes(value) || (chosen.length === 0 && all !== undefined);
  const toggle = (value: string) => {
    const next = choices
      .filter((choice) => (choice.value === value ? !isChosen(value) : isChosen(choice.value)))
      .map((choice) => choice.value);
    if (next.length === 0) return;
    onChange(all !== undefined && next.length === choices.length ? [] : next);
  };
  const [first, ...others] = choices.filter(({ value }) => chosen.includes(value));
  const summary = first ? first.label + (others.length > 0 ? ` +${formatCount(others.length)}` : '') : all;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        {...button}
      >
        <span className={classes.choiceLabel}>{label} </span>
        {summary}
      </Button>
      {Panel && (
        <Panel {...panel} position="bottom-start" width={260} padding="sm">
          <fieldset className={classes.choices} aria-label={label}>
            {choices.map((choice) => (
              <Checkbox
                key={choice.value}
                label={choice.label}
                checked={isChosen(choice.value)}
                onChange={() => toggle(choice.value)}
              />
            ))}
          </fieldset>
        </Panel>
      )}
    </>
  );
}
