import { type DefinitionOf, definitionsIn } from '@storefleet/contract/attributes/metafields';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { storesQuery } from '../stores/api/queries.ts';

/** What is known of metafields, as these stores define them if they do. */
export type Definitions = (storeIds: readonly string[]) => DefinitionOf;

/** Stable until the stores are read anew. */
export function useDefinitions(): Definitions {
  const { data } = useQuery(storesQuery(useApi()));
  return useMemo(() => definitionsOf(data), [data]);
}

export const definitionsOf =
  (stores: readonly Store[] = []): Definitions =>
  (storeIds) =>
    definitionsIn(stores, storeIds);
