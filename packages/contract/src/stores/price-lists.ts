import { z } from 'zod';

/** A market's price list, as the source answers it. */
export const PriceList = z
  .object({
    id: z.string().describe('The shop’s own id'),
    name: z.string(),
    currency: z.string(),
    adjustment: z
      .number()
      .describe('Without a fixed price: so many percent more, or below 0 less, than the shop’s own price'),
  })
  .meta({ id: 'PriceList' });
