import { NativeSelect, type NativeSelectProps, Textarea, TextInput } from '@mantine/core';
import {
  choicesOf,
  type MetafieldDefinition,
  shownMetafield,
} from '@storefleet/contract/attributes/metafields';

type Props = Pick<NativeSelectProps, 'label' | 'className' | 'error' | 'title'> & {
  classNames?: { input?: string };
  onBlur?: () => void;
  definition: MetafieldDefinition;
  text: string;
  /** What stands for no value among those to choose from. */
  blank: string;
  isReadOnly?: boolean;
  /** Of several lines of text. */
  minRows?: number;
  onType: (text: string) => void;
};

/** By its definition: what there is to choose from, a date, or text. */
export function MetafieldInput({
  definition,
  text,
  blank,
  isReadOnly = false,
  minRows,
  onType,
  ...shared
}: Props) {
  const { type: kind } = definition;
  const known = kind === 'boolean' ? ['true', 'false'] : choicesOf(definition);
  if (known !== null) {
    const others = text === '' || known.includes(text) ? [] : [text];
    return (
      <NativeSelect
        {...shared}
        value={text}
        disabled={isReadOnly}
        data={[
          { value: '', label: blank },
          ...[...others, ...known].map((value) => ({
            value,
            label: shownMetafield(definition, value) ?? value,
          })),
        ]}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  if (kind === 'multi_line_text_field') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={minRows}
        maxRows={8}
        value={text}
        readOnly={isReadOnly}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind.startsWith('number_') ? 'decimal' : undefined}
      value={text}
      readOnly={isReadOnly}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
