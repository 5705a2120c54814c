import { informationSchema } from './information-schema.ts';
import { sysColumns } from './sys-columns.ts';
import { sysIndexes } from './sys-indexes.ts';
import { sysObjects } from './sys-objects.ts';
import { sysServer } from './sys-server.ts';
import type { SystemView } from './system-view.ts';

export type { SystemView, SystemViewContext } from './system-view.ts';

const views = new Map<string, SystemView>([
  ...named('information_schema', informationSchema),
  ...named('sys', { ...sysServer, ...sysObjects, ...sysColumns, ...sysIndexes }),
]);

function named(schema: string, all: Readonly<Record<string, SystemView>>): [string, SystemView][] {
  return Object.entries(all).map(([name, view]) => [`${schema}.${name.toLowerCase()}`, view]);
}

/** A view of `sys` or `INFORMATION_SCHEMA` by its name, in any case; null when there is none. */
export function systemView(schema: string, name: string): SystemView | null {
  return views.get(`${schema}.${name}`.toLowerCase()) ?? null;
}
