import type { ConnectionMethod } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { type ConnectionTestResult, ShopData } from '@storefleet/contract/stores/connection-test';
import type { ConnectionReport, Connector } from '../../../connectors/connector.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { withDeadline } from '../../../platform/resilience/deadline.ts';
import type { StoreChanges, StoreRow } from '../stores.table.ts';

/** Milliseconds within which a person learns whether the shop responded. */
const TEST_DEADLINE = 20_000;

export type ConnectionAttempt = { report: ConnectionReport } | { error: string };

/** Asks the shop for its identity. A refusal by the shop or the network is a result, not an error. */
export async function tryConnection(
  connect: () => Promise<Connector>,
  signal?: AbortSignal,
): Promise<ConnectionAttempt> {
  const deadline = withDeadline(TEST_DEADLINE, signal);
  try {
    return { report: await (await connect()).testConnection(deadline) };
  } catch (error) {
    if (error instanceof SourceError) return { error: error.message };
    if (deadline.aborted && !signal?.aborted) {
      return {
        error: `The shop did not answer within ${TEST_DEADLINE / 1000} seconds. Try again in a moment.`,
      };
    }
    throw error;
  }
}

/** Where to add a missing scope, by connection method. */
const SCOPE_REMEDIES: Record<ConnectionMethod, (scopes: string) => string> = {
  admin_api_token: (scopes) =>
    `In the shop’s admin, open Settings, Apps and sales channels, Develop apps and the app of this token. Add ${scopes} under Configuration, Admin API integration, save, install the app again and test again.`,
  client_credentials: (scopes) =>
    `In the Dev Dashboard, add ${scopes} to the scopes in a new version of the app and release it. Approve the new version in the shop and test again.`,
  oauth: (scopes) =>
    `Add ${scopes} to the scopes under Settings, Shopify app, and connect the store with Shopify again.`,
};

export function toConnectionTestResult(
  attempt: ConnectionAttempt,
  method: ConnectionMethod,
): ConnectionTestResult {
  if ('error' in attempt) {
    return {
      success: false,
      message: messages.stores.connectionTestFailed,
      error: attempt.error,
      shop_data: null,
      api_version_served: null,
      granted_scopes: [],
      missing_scopes: [],
      products_count: null,
      variants_count: null,
      notices: [],
    };
  }
  const { report } = attempt;
  return {
    success: true,
    message: `Connected to ${report.name}.`,
    error: null,
    shop_data: ShopData.parse({ ...report, plan_name: report.planName }),
    api_version_served: report.apiVersionServed,
    granted_scopes: report.scopes,
    missing_scopes: report.missingScopes,
    products_count: report.products,
    variants_count: report.variants,
    notices: [
      ...(report.missingScopes.length > 0 ? [SCOPE_REMEDIES[method](report.missingScopes.join(', '))] : []),
      ...report.notices,
    ],
  };
}

/** What a test learns about the shop: domain and plan always, the rest only if left blank. */
export function detailsFromReport(store: StoreRow, report: ConnectionReport): StoreChanges {
  return {
    domain: report.domain,
    plan_name: report.planName,
    store_country: store.store_country ?? report.country,
    store_currency: store.store_currency ?? report.currency,
    store_timezone: store.store_timezone ?? report.timezone,
    store_email: store.store_email ?? report.email,
  };
}
