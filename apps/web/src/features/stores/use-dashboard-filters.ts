import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
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
 * The dashboard's filters. They are in the address, so Back, reload and shared links work; without any, the
 * browser's last ones apply.
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
    // Otherwise every letter would be a step of Back.
    const replace = next.find !== filters.find;
    void navigate({ to: paths.dashboard, search: addressOf(next), replace });
  };
  return {
    filters,
    setFilters,
    resetFilters: () => setFilters(defaultFilters),
  };
}
