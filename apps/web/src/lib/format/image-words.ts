import { altsIn, idsIn } from '@storefleet/contract/attributes/images';

/** What is said of the images of a product where their values are listed. */

const MOST = 12;

/** Images by numbers, which they keep in every order. */
export function orderInWords(order: string): string {
  const ids = idsIn(order);
  const numbers = ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const shown = ids.slice(0, MOST).map((id) => numbers.indexOf(id) + 1);
  return `${shown.join(', ')}${ids.length > MOST ? ' …' : ''}`;
}

/** The alt texts, beside others only those that are no longer the same. */
export function altsInWords(text: string, beside: string | null): string {
  const [alts, others] = [altsIn(text) ?? {}, altsIn(beside) ?? {}];
  const ids = [...new Set([...Object.keys(alts), ...Object.keys(others)])].sort();
  const differing = ids.filter((id) => alts[id] !== others[id]);
  const shown = differing.slice(0, MOST).map((id) => (alts[id] ? `“${alts[id]}”` : 'none'));
  return `${shown.join('; ')}${differing.length > MOST ? ' …' : ''}`;
}
