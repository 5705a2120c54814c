import { parseFilterText } from '@storefleet/contract/catalogue/filter/filter-text';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { channelsQuery } from '../../batches/queries.ts';
import { locationsQuery } from '../../stock/locations-query.ts';
import { storesQuery } from '../../stores/api/queries.ts';

type Props = { filter: string; otherwise: string };

/** Names a sales channel, location or price list of the filter that no store reads, and those that there are. */
export function UnreadNames({ filter: text, otherwise }: Props) {
  const { filter } = parseFilterText(text);
  const channels = filter.channel?.any ?? [];
  const locations = filter['stock-at']?.any.map(({ location }) => location) ?? [];
  const lists = filter['market-price']?.any.map(({ list }) => list) ?? [];
  const api = useApi();
  const knownChannels = useQuery({ ...channelsQuery(api), enabled: channels.length > 0 });
  const knownLocations = useQuery({ ...locationsQuery(api), enabled: locations.length > 0 });
  const stores = useQuery(storesQuery(api));
  const sentence =
    sentenceAbout('sales channel', channels, knownChannels.data) ??
    sentenceAbout('location', locations, knownLocations.data) ??
    sentenceAbout(
      'price list',
      lists,
      stores.data?.flatMap(({ price_lists }) => price_lists),
    );
  return sentence ?? otherwise;
}

/** Null unless all of the asked names are unknown. */
function sentenceAbout(
  what: string,
  asked: readonly string[],
  known: readonly { readonly name: string }[] | undefined,
): string | null {
  const names = new Map(known?.map(({ name }) => [name.toLowerCase(), name]));
  const [first] = asked;
  if (known === undefined || first === undefined) return null;
  if (asked.some((name) => names.has(name.toLowerCase()))) return null;
  if (names.size === 0)
    return `No store has ${what}s read. Switch that on at the page of a store, under Also read.`;
  const there = [...names.values()].toSorted((a, b) => a.localeCompare(b)).join(', ');
  return `No store has a ${what} called “${first}”. There are: ${there}.`;
}
