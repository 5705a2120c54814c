import type { ViewScreen } from '@storefleet/contract/catalogue/catalogue-constants';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { stringifySearchParams } from '../../lib/browser/plain-search-params.ts';

/** Query parameters of a screen. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Not part of a view: the page, and the view that the address was opened from. */
const LEFT_OUT = ['page', 'size', 'view', 'saved'];

/** The part of an address that a view saves. */
export function keptOf(address: Parameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(address)
      .filter(([name, value]) => value !== undefined && !LEFT_OUT.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

export function isSameAddress(one: Record<string, string>, other: Record<string, string>): boolean {
  const text = (address: Record<string, string>) => JSON.stringify(Object.entries(address).toSorted());
  return text(one) === text(other);
}

export function addressOfView(
  { id, screen, address }: Pick<SavedView, 'id' | 'screen' | 'address'>,
  screens: Readonly<Record<ViewScreen, string>>,
): string {
  return `${screens[screen]}${stringifySearchParams({ ...address, saved: id })}`;
}
