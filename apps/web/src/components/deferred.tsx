import { type ComponentType, lazy, Suspense } from 'react';

/** A component whose code is loaded when it is first drawn; nothing is there until then. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
