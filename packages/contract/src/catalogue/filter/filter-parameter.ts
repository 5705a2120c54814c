import { z } from 'zod';
import { FILTER_FIELDS } from './filter-fields.ts';
import { parseFilterText } from './filter-text.ts';
import type { ProductFilter } from './product-filter.ts';

const FILTER_MAX_LENGTH = 2_000;

/** A filter as a parameter, in its text form; anything else is refused. */
export const FilterParameter = z
  .string()
  .max(FILTER_MAX_LENGTH, { error: `filter must be at most ${FILTER_MAX_LENGTH} characters long.` })
  .transform((text, context): ProductFilter => {
    const { filter, words, problems } = parseFilterText(text);
    const [problem] = problems;
    if (problem === undefined && words === '') return filter;
    const message = problem?.message ?? `"${words}" is no filter: words to search for go into query.`;
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  })
  .describe(
    `Filter for products, such as \`vendor:"Quarry Lane" price:<10 -tag:clearance\`. Fields: ${FILTER_FIELDS.join(', ')}`,
  );
