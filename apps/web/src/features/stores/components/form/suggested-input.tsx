import { TextInput, type TextInputProps } from '@mantine/core';
import { useId, useState } from 'react';

type Props = Omit<TextInputProps, 'list'> & {
  /** Of which kind of name the browser knows the values. */
  suggest: 'currency' | 'timeZone';
};

/** A field for a name of which there are hundreds: any can be typed, and the known ones are offered. */
export function SuggestedInput({ suggest, onFocus, ...props }: Props) {
  const listId = useId();
  const [isUsed, setIsUsed] = useState(false);
  return (
    <>
      <TextInput
        {...props}
        list={listId}
        onFocus={(event) => {
          setIsUsed(true);
          onFocus?.(event);
        }}
      />
      <datalist id={listId}>
        {isUsed && Intl.supportedValuesOf(suggest).map((name) => <option key={name} value={name} />)}
      </datalist>
    </>
  );
}
