import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** A component whose code is loaded when it is first drawn; until then there is the fallback, or nothing. */
export function deferred<Module extends Record<Name, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
) {
  type Props = Module[Name] extends ComponentType<infer Given> ? Given : never;
  const Loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Loaded {...(props as object)} />
    </Suspense>
  );
}
