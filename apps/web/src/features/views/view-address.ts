import type { SavedView } from '@storefleet/contract/catalogue/views';
import type { ViewScreen } from '@storefleet/contract/constants';
import { stringifySearchParams } from '../../lib/browser/plain-search-params.ts';

/** Parameters of an address, whatever the screen means by them. */
export type Parameters = Readonly<Record<string, unknown>>;

/** How far somebody has turned the pages, and which view the address was opened from: no part of a view. */
const LEFT_OUT = ['page', 'size', 'view', 'saved'];

/** What of an address a view keeps. */
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

/** The screen as the view has it. */
export function addressOfView(
  { id, screen, address }: Pick<SavedView, 'id' | 'screen' | 'address'>,
  screens: Readonly<Record<ViewScreen, string>>,
): string {
  return `${screens[screen]}${stringifySearchParams({ ...address, saved: id })}`;
}
