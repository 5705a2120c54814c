import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { paths } from '../../lib/paths.ts';
import { scannedQuery } from './find-scanned.ts';

/** Opens the product of a scanned code if it is unique; `missing`: a code no store has. */
export function useOpenScanned(code: string | null, onOpen: () => void) {
  const navigate = useNavigate();
  const found = useQuery(scannedQuery(useApi(), code));
  const products = found.data && [...new Set(found.data.map(({ item }) => item.product.id))];
  const only = products?.length === 1 ? products[0] : undefined;
  const open = useEffectEvent(async (productId: string) => {
    await navigate({ to: paths.product, params: { productId } });
    onOpen();
  });
  useEffect(() => {
    if (only !== undefined) void open(only);
  }, [only]);
  return {
    searching: code !== null && found.isFetching,
    missing: code !== null && found.data?.length === 0 ? code : null,
  };
}
