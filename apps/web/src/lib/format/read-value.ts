import {
  CLEARABLE_ATTRIBUTES,
  type EditableAttribute,
  isPlainAttribute,
  labelOf,
} from '@storefleet/contract/attributes/attributes';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { PRODUCT_STATUSES } from '@storefleet/contract/constants';
import { canonicalValue, distinctTags, isAmount } from '@storefleet/contract/values/attribute-value';
import { metafieldProblem, metafieldValue } from '@storefleet/contract/values/metafield-values';
import { problemOf } from '@storefleet/contract/values/plain-problem';
import { readAmount, readWeight } from './read-amount.ts';

type ReadValue = { ok: true; value: string | null } | { ok: false; message: string };

const MAX_TEXT = 255;

/** Normalizes typed input to the value to send, or explains its error. `held`: the field's current value. */
export function readValue(
  attribute: EditableAttribute,
  typed: string,
  {
    held,
    currency,
    definition,
  }: { held: string | null; currency?: string; definition?: MetafieldDefinition | undefined },
): ReadValue {
  if (definition !== undefined) {
    const problem = metafieldProblem(definition, typed);
    return problem === null ? { ok: true, value: metafieldValue(definition, typed) } : refuse(problem);
  }
  const text = typed.trim();
  if (text === '') {
    const mayBeEmpty =
      held === null ||
      isListPrice(attribute) ||
      CLEARABLE_ATTRIBUTES.some((candidate) => candidate === attribute);
    return mayBeEmpty ? { ok: true, value: null } : refuse(`${labelOf(attribute)} must not be blank.`);
  }
  if (isAmount(attribute)) return readAmount(text, currency);
  if (isPlainAttribute(attribute)) {
    const problem = problemOf(attribute, text);
    return problem === null ? { ok: true, value: canonicalValue(attribute, text) } : refuse(problem);
  }
  switch (attribute) {
    case 'weight':
      return readWeight(text);
    case 'status':
      return PRODUCT_STATUSES.some((status) => status === text) || text === held
        ? { ok: true, value: text }
        : refuse('Status must be active, draft, archived or unlisted.');
    case 'tags': {
      const tags = distinctTags([text]);
      return tags.some((tag) => tag.length > MAX_TEXT)
        ? refuse(`A tag must be at most ${MAX_TEXT} characters long.`)
        : { ok: true, value: tags.length === 0 ? null : tags.join(', ') };
    }
    default:
      return text.length > MAX_TEXT
        ? refuse(`Must be at most ${MAX_TEXT} characters long.`)
        : { ok: true, value: text };
  }
}

function refuse(message: string): ReadValue {
  return { ok: false, message };
}
