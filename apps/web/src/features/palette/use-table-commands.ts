import {
  IconArrowsSort,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconLayoutList,
} from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '../../lib/paths.ts';
import { COLUMN_IDS, COLUMNS, isSortable } from '../products/grid/columns.ts';
import { BULK_PRICE_SCREEN, isSearch, SEARCH_SCREEN } from '../products/search-address.ts';
import { useProductSearch } from '../products/use-product-search.ts';
import type { Command } from './commands.ts';

const SCREENS: Readonly<Record<string, typeof SEARCH_SCREEN>> = {
  [paths.home]: SEARCH_SCREEN,
  [paths.search]: SEARCH_SCREEN,
  [paths.bulkPriceUpdate]: BULK_PRICE_SCREEN,
};

/** Sort and layout commands of the visible product table. */
export function useTableCommands(): Command[] {
  const screen = SCREENS[useRouterState({ select: ({ location }) => location.pathname })];
  const { search, change, changeLayout } = useProductSearch(screen ?? SEARCH_SCREEN);
  return useMemo(() => {
    if (!screen || !isSearch(search)) return [];
    const { sort, layout } = search;
    const command = (title: string, icon: Command['icon'], run: () => void, keywords = ''): Command => ({
      id: title,
      group: 'On this screen',
      title,
      icon,
      keywords,
      run,
    });
    const isCompact = layout.density === 'compact';
    return [
      command(
        isCompact ? 'Density: comfortable' : 'Density: compact',
        isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall,
        () => changeLayout({ ...layout, density: isCompact ? 'comfortable' : 'compact' }),
        'rows close loose height',
      ),
      command(
        layout.grouped ? 'One row for each variant' : 'Group by product',
        IconLayoutList,
        () => changeLayout({ ...layout, grouped: !layout.grouped }),
        'group ungroup variants rows',
      ),
      ...COLUMN_IDS.filter(isSortable).map((field): Command => {
        const direction = sort?.field === field && sort.direction === 'asc' ? 'desc' : 'asc';
        return {
          ...command(`Sort by ${COLUMNS[field].label}`, IconArrowsSort, () =>
            change({ sort: { field, direction } }),
          ),
          aside: direction === 'asc' ? 'up' : 'down',
          typedOnly: true,
        };
      }),
    ];
  }, [screen, search, change, changeLayout]);
}
