import { EDITABLE_ATTRIBUTE_LABELS } from '../attributes/attributes.ts';
import { endingWords } from '../edits/price-change.ts';
import type { RuleCreate } from './rules.ts';

type Said = Pick<RuleCreate, 'attribute' | 'way'> & {
  readonly source: string | null;
  /** Of the stores it applies in. */
  readonly currencies: readonly string[];
};

/** A rule in words: `Price = Geneva × 1.05, ending .90`. Without Zod, for the web bundle. */
export function describeEquality({ attribute, way, source, currencies }: Said): string {
  const label = EDITABLE_ATTRIBUTE_LABELS[attribute];
  const ending = endingWords('ending' in way ? way.ending : null, currencies);
  switch (way.kind) {
    case 'ignore':
      return `${label} may differ`;
    case 'same':
      return `${label} = ${source}`;
    case 'currency':
      return `${label} = ${source} × rate${ending}`;
    case 'formula': {
      const factor = Number(way.factor) === 1 ? '' : ` × ${way.factor}`;
      const amount = Number(way.amount);
      const summand = amount === 0 ? '' : amount < 0 ? ` − ${way.amount.slice(1)}` : ` + ${way.amount}`;
      return `${label} = ${source}${factor}${summand}${ending}`;
    }
  }
}
