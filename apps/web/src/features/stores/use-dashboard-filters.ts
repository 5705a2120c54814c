import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../app/paths.ts';
import { type DashboardFilters, defaultFilters, effectiveFilters, saveFilters } from './dashboard-filters.ts';

const route = getRouteApi('/guarded/layout/dashboard');

/** The dashboard's filters: in the address, so that Back and a shared link work, and kept by this browser. */
export function useDashboardFilters() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const filters = effectiveFilters(address);

  const wanted = addressOf(filters);
  const isInAddress = JSON.stringify(wanted) === JSON.stringify(addressOf({ ...defaultFilters, ...address }));
  useEffect(() => {
    if (!isInAddress) void navigate({ to: paths.dashboard, search: wanted, replace: true });
  });

  const setFilters = (next: DashboardFilters) => {
    saveFilters(next);
    void navigate({ to: paths.dashboard, search: addressOf(next) });
  };
  return { filters, setFilters, resetFilters: () => setFilters(defaultFilters) };
}

/** Only what differs from the defaults stands in the address. */
function addressOf(filters: DashboardFilters): Partial<DashboardFilters> {
  const entries = Object.entries(filters).filter(
    ([name, value]) => value !== defaultFilters[name as keyof DashboardFilters],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}
