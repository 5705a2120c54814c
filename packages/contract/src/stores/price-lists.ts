import { z } from 'zod';
import { model } from '../api/model.ts';

/** A market's price list, as the source answers it. */
export const PriceList = model('PriceList', {
  id: z.string().describe('The shop’s own id'),
  name: z.string(),
  currency: z.string(),
  adjustment: z
    .number()
    .describe('Without a fixed price: so many percent more, or below 0 less, than the shop’s own price'),
});
