import { useState } from 'react';
import { Banner } from '../feedback/banner.tsx';

/** What is typed over saved values, which others may save meanwhile: it stays until it is saved or reset. */
export function useTypedOver<Value>(saved: Value, version: number | string) {
  const [typed, setTyped] = useState<{ value: Value; over: number | string } | null>(null);
  return {
    value: typed === null ? saved : typed.value,
    isDirty: typed !== null && JSON.stringify(typed.value) !== JSON.stringify(saved),
    isOvertaken: typed !== null && typed.over !== version,
    type: (value: Value) => setTyped((before) => ({ value, over: before?.over ?? version })),
    reset: () => setTyped(null),
  };
}

export function Overtaken({ saveLabel }: { saveLabel: string }) {
  return (
    <Banner tone="warning" title="Somebody else saved other values meanwhile">
      Reset shows them. {saveLabel} replaces them with yours.
    </Banner>
  );
}
