import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { AuditAddress } from '../features/audit/audit-address.ts';
import type { AuthSession } from '../features/auth/auth-session.ts';
import { safeReturnPath } from '../features/auth/return-path.ts';
import type { ItemsFilter } from '../features/batches/queries.ts';
import type { CompareAddress } from '../features/compare/compare-address.ts';
import type { HealthAddress } from '../features/health/health-address.ts';
import type { HistoryAddress } from '../features/history/filters/history-address.ts';
import type { InboxAddress } from '../features/inbox/inbox-address.ts';
import { parseSearchAddress } from '../features/products/search-address.ts';
import type { ScheduleListAddress } from '../features/scheduled-syncs/schedule-list-address.ts';
import { parseFilters } from '../features/stores/dashboard-filters.ts';
import { parseSearchParams, stringifySearchParams } from '../lib/browser/plain-search-params.ts';
import { paths } from '../lib/paths.ts';
import { AppLayout, BareLayout, GuardedFrame } from './layout/app-layout.tsx';
import { ScreenPending } from './layout/screen-pending.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { NotFoundScreen } from './routes/not-found.tsx';
// The home screen is in the main bundle: as a chunk it would only load later.
import { ProductSearchScreen } from './routes/products/product-search.tsx';
import { ScreenError } from './routes/screen-error.tsx';

type RouterContext = { auth: AuthSession };

/**
 * Query of a store's URL: the product open in the editor, the result of authorization, and `setup` if the store was
 * just created, so that its setup steps stay visible.
 */
type StoreAddress = { product?: string; authorization?: string; setup?: string };

/** Query of a product's URL: whether its editor is open (as the product's id), or the as-of time. */
type ProductAddress = { product?: string; as_of?: string };

export type AppRouter = ReturnType<typeof createAppRouter>;

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

// Before sign-in

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.login,
  validateSearch: (search): { return_to?: string } =>
    typeof search.return_to === 'string' ? { return_to: search.return_to } : {},
  beforeLoad: ({ context, search }) => {
    if (context.auth.getState().status === 'signed-in') {
      throw redirect({ href: safeReturnPath(search.return_to), replace: true });
    }
  },
  component: lazyScreen(() => import('./routes/sign-in/login.tsx'), 'LoginScreen'),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.setup,
  validateSearch: (search): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  component: lazyScreen(() => import('./routes/sign-in/setup.tsx'), 'SetupScreen'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.resetPassword,
  component: lazyScreen(() => import('./routes/sign-in/reset-password.tsx'), 'ResetPasswordScreen'),
});

// Behind the guard

const guardedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guarded',
  beforeLoad: ({ context, location }) => {
    if (context.auth.getState().status === 'signed-out') {
      const returnTo = safeReturnPath(location.href);
      throw redirect({
        to: paths.login,
        search: returnTo === paths.home ? {} : { return_to: returnTo },
        replace: true,
      });
    }
  },
  component: GuardedFrame,
});

const layoutRoute = createRoute({
  getParentRoute: () => guardedRoute,
  id: 'layout',
  component: AppLayout,
});

const bareRoute = createRoute({
  getParentRoute: () => guardedRoute,
  id: 'bare',
  component: BareLayout,
});

/** The screen parses its query, in its own chunk. */
const unparsed = <Address extends object>(search: Record<string, unknown>) => search as Address;

/** A screen under the navigation bar; without `validateSearch` its address has no query. */
function screenRoute<
  const Path extends string,
  Module extends Record<Name, unknown>,
  Name extends keyof Module & string,
  Validator extends ((search: Record<string, unknown>) => object) | undefined = undefined,
>(path: Path, load: () => Promise<Module>, name: Name, validateSearch?: Validator) {
  const component = lazyScreen(load, name);
  return createRoute({
    getParentRoute: () => layoutRoute,
    path,
    validateSearch: validateSearch as Validator,
    component,
  });
}

const homeRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: paths.home,
  validateSearch: parseSearchAddress,
  component: ProductSearchScreen,
});

const searchRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: paths.search,
  validateSearch: parseSearchAddress,
  component: ProductSearchScreen,
});

// The specification shows this screen without the navigation bar.
const storeEditMssqlRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: paths.storeEditMssql,
  component: lazyScreen(() => import('./routes/store-forms/store-form-screens.tsx'), 'EditMssqlStoreScreen'),
});

const unknownRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '$',
  component: NotFoundScreen,
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  setupRoute,
  resetPasswordRoute,
  guardedRoute.addChildren([
    bareRoute.addChildren([storeEditMssqlRoute]),
    layoutRoute.addChildren([
      homeRoute,
      searchRoute,
      screenRoute(
        paths.product,
        () => import('./routes/products/product.tsx'),
        'ProductScreen',
        unparsed<ProductAddress>,
      ),
      screenRoute(
        paths.dashboard,
        () => import('./routes/stores/dashboard.tsx'),
        'DashboardScreen',
        parseFilters,
      ),
      screenRoute(
        paths.addStore,
        () => import('./routes/store-forms/store-form-screens.tsx'),
        'AddStoreScreen',
      ),
      screenRoute(
        paths.store,
        () => import('./routes/stores/store-detail.tsx'),
        'StoreDetailScreen',
        unparsed<StoreAddress>,
      ),
      screenRoute(
        paths.storeEdit,
        () => import('./routes/store-forms/store-form-screens.tsx'),
        'EditStoreScreen',
      ),
      screenRoute(paths.bulkUpdates, () => import('./routes/updates/bulk-updates.tsx'), 'BulkUpdatesScreen'),
      screenRoute(
        paths.bulkUpdate,
        () => import('./routes/updates/bulk-update.tsx'),
        'BulkUpdateScreen',
        unparsed<ItemsFilter>,
      ),
      screenRoute(
        paths.history,
        () => import('./routes/products/history.tsx'),
        'HistoryScreen',
        unparsed<HistoryAddress>,
      ),
      screenRoute(paths.view, () => import('./routes/view.tsx'), 'ViewScreen'),
      screenRoute(
        paths.paginationTest,
        () => import('./routes/stores/pagination-test.tsx'),
        'PaginationTestScreen',
      ),
      screenRoute(
        paths.addMssqlStore,
        () => import('./routes/store-forms/store-form-screens.tsx'),
        'AddMssqlStoreScreen',
      ),
      screenRoute(paths.settings, () => import('./routes/settings.tsx'), 'SettingsScreen'),
      screenRoute(
        paths.audit,
        () => import('./routes/audit/audit.tsx'),
        'AuditScreen',
        unparsed<AuditAddress>,
      ),
      screenRoute(
        paths.inbox,
        () => import('./routes/updates/inbox.tsx'),
        'InboxScreen',
        unparsed<InboxAddress>,
      ),
      screenRoute(
        paths.health,
        () => import('./routes/products/health.tsx'),
        'HealthScreen',
        unparsed<HealthAddress>,
      ),
      screenRoute(
        paths.compare,
        () => import('./routes/products/compare.tsx'),
        'CompareScreen',
        unparsed<CompareAddress>,
      ),
      screenRoute(
        paths.compareRules,
        () => import('./routes/products/compare-rules.tsx'),
        'CompareRulesScreen',
      ),
      screenRoute(
        paths.bulkPriceUpdate,
        () => import('./routes/products/bulk-price-update.tsx'),
        'BulkPriceUpdateScreen',
        parseSearchAddress,
      ),
      screenRoute(
        paths.scheduledSyncs,
        () => import('./routes/schedules/scheduled-syncs.tsx'),
        'ScheduledSyncsScreen',
        unparsed<ScheduleListAddress>,
      ),
      /** `from`: the schedule to copy. */
      screenRoute(
        paths.scheduledSyncNew,
        () => import('./routes/schedules/scheduled-sync-form.tsx'),
        'CreateScheduledSyncScreen',
        ({ from }: { from?: unknown }): { from?: string } => (typeof from === 'string' ? { from } : {}),
      ),
      screenRoute(
        paths.scheduledSyncsNewSeveral,
        () => import('./routes/schedules/schedule-several.tsx'),
        'ScheduleSeveralScreen',
      ),
      screenRoute(
        paths.scheduledSyncEdit,
        () => import('./routes/schedules/scheduled-sync-form.tsx'),
        'EditScheduledSyncScreen',
      ),
      screenRoute(
        paths.scheduledSyncLogs,
        () => import('./routes/schedules/scheduled-sync-logs.tsx'),
        'ScheduledSyncLogsScreen',
      ),
      unknownRoute,
    ]),
  ]),
]);

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
    defaultPreload: 'intent',
    defaultPendingMs: 100,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
