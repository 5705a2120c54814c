import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../app/paths.ts';
import {
  addressOf,
  type DashboardFilters,
  defaultFilters,
  filtersOf,
  savedFilters,
  saveFilters,
} from './dashboard-filters.ts';

const route = getRouteApi('/guarded/layout/dashboard');

/**
 * The dashboard's filters. They stand in the address, so that Back, reload and a shared link work; whoever comes
 * without any gets them as this browser last had them.
 */
export function useDashboardFilters() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const [restored, setRestored] = useState<DashboardFilters | null>(() => {
    const saved = savedFilters();
    return Object.keys(address).length === 0 && Object.keys(addressOf(saved)).length > 0 ? saved : null;
  });

  useEffect(() => {
    if (!restored) return;
    void navigate({ to: paths.dashboard, search: addressOf(restored), replace: true }).then(() =>
      setRestored(null),
    );
  }, [restored, navigate]);

  const filters = restored ?? filtersOf(address);
  const setFilters = (next: DashboardFilters) => {
    saveFilters(next);
    // Letter by letter would be as many steps back.
    const replace = next.find !== filters.find;
    void navigate({ to: paths.dashboard, search: addressOf(next), replace });
  };
  return {
    filters,
    setFilters,
    resetFilters: () => setFilters(defaultFilters),
  };
}
