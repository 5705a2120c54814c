import { PRICE_WARNINGS, type PriceWarning } from '@storefleet/contract/edits/price-warnings';
import { messages } from '@storefleet/contract/messages';

/** Warnings about several variants, worded as in a preview. */
export function countWarnings(warnings: readonly PriceWarning[]): string[] {
  return PRICE_WARNINGS.flatMap((code) => {
    const count = warnings.filter((warning) => warning === code).length;
    return count === 0 ? [] : [messages.bulkUpdate.warnings[code](count)];
  });
}
