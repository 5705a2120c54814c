import { messages } from '@storefleet/contract/messages';
import type { CatalogueReading, Connector, RestReading } from '../../../connectors/connector.ts';
import type { JsonValue } from '../../../connectors/json-value.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { SyncRun } from './sync-run.repository.ts';

/** The read method for a run. */
export function readingFor(
  connector: Connector,
  {
    method,
    scope,
    since_mark: since,
    mark: until,
  }: Pick<SyncRun, 'method' | 'scope' | 'since_mark' | 'mark'>,
): CatalogueReading {
  if (scope === 'everything') return method === 'rest' ? restReading(connector) : connector;
  const refusal = refusalOfChanges(connector, since);
  if (refusal !== null) throw new SourceError({ kind: 'rejected', message: refusal });
  const { changesSince } = connector;
  return {
    async *readCatalogue(options) {
      const nothing = { sourceProducts: null, sourceVariants: null, notices: [] };
      return changesSince ? yield* changesSince.readChanges({ ...options, since, until }) : nothing;
    },
  };
}

/** Why changes since this mark cannot be read, as a sentence; null if they can. */
export function refusalOfChanges({ changesSince }: Connector, since: JsonValue): string | null {
  if (changesSince === undefined) return messages.sync.changesUnknown;
  return since === null ? messages.sync.changesNeedFull : changesSince.refusalOf(since);
}

export function restReading({ rest }: Connector): RestReading {
  if (rest === undefined) {
    throw new SourceError({ kind: 'rejected', message: 'This store cannot be read through REST.' });
  }
  return rest;
}
