import { useState } from 'react';

/** The tick below warnings; it is for these only, and gone once they change. */
export function useLookedAt(warnings: readonly string[]) {
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const all = warnings.join('\n');
  return {
    warnings,
    confirmed: lookedAt === all,
    onConfirm: (confirmed: boolean) => setLookedAt(confirmed ? all : null),
  };
}
