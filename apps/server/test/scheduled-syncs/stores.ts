/** A daily schedule at 02:00 UTC, as entered in the form. */
export function nightly(storeId: string) {
  return {
    name: 'Nightly',
    store_id: storeId,
    sync_method: 'graphql',
    sync_scope: 'everything',
    full_every: 7,
    full_every_unit: 'days',
    schedule_type: 'daily',
    schedule_config: { hour: 2, minute: 0 },
    timezone: 'UTC',
    is_active: true,
    max_failures: 3,
  } as const;
}
