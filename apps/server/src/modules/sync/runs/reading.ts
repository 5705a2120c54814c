import type { SyncMethod } from '@storefleet/contract/constants';
import {
  type CatalogueReading,
  type Connector,
  type RestReading,
  SourceError,
} from '../../../connectors/connector.ts';

/** How a run of this method reads its source. */
export function readingFor(connector: Connector, method: SyncMethod): CatalogueReading {
  return method === 'rest' ? restReading(connector) : connector;
}

export function restReading({ rest }: Connector): RestReading {
  if (rest === undefined) {
    throw new SourceError({ kind: 'rejected', message: 'This store cannot be read through REST.' });
  }
  return rest;
}
