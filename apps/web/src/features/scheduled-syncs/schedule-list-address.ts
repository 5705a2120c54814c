import { SCHEDULED_SYNCS_DEFAULT_LIMIT } from '@storefleet/contract/syncs/schedule-constants';

/** Filter and page of the list, in the URL. */
export type ScheduleListAddress = { status?: 'active' | 'inactive'; page?: number; size?: number };

export const SCHEDULE_PAGE_SIZES = [25, 50, SCHEDULED_SYNCS_DEFAULT_LIMIT, 250] as const;

/** Ignores anything else in the URL. */
export function parseScheduleListAddress(search: Record<string, unknown>): ScheduleListAddress {
  const address: ScheduleListAddress = {};
  if (search.status === 'active' || search.status === 'inactive') address.status = search.status;
  const page = Number(search.page);
  if (Number.isSafeInteger(page) && page > 1) address.page = page;
  const size = SCHEDULE_PAGE_SIZES.find((choice) => choice === Number(search.size));
  if (size !== undefined && size !== SCHEDULED_SYNCS_DEFAULT_LIMIT) address.size = size;
  return address;
}

/** Request for the visible page. */
export function requestOf({ status, page = 1, size = SCHEDULED_SYNCS_DEFAULT_LIMIT }: ScheduleListAddress) {
  const isActive = status === undefined ? null : status === 'active';
  return { isActive, limit: size, offset: (page - 1) * size };
}
