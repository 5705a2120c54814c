import { choiceOf, declared, isYesOrNo, maxLengthOf, type PlainAttribute } from '../attributes/attributes.ts';
import { COUNTRY_CODES } from '../attributes/countries.ts';
import { imageProblem, isImageAttribute } from '../attributes/images.ts';
import { canonicalValue } from './attribute-value.ts';
import { parseUnitPrice } from './money/unit-price.ts';

/** Why a text is not a valid value, as a sentence, or null. */
export function problemOf(attribute: PlainAttribute, text: string): string | null {
  if (isImageAttribute(attribute)) return imageProblem(attribute, text);
  const { label, kind, choices = {} } = declared(attribute);
  const value = canonicalValue(attribute, text) ?? '';
  switch (kind) {
    case 'choice':
      if (choiceOf(attribute, text) !== null) return null;
      return `${label} must be ${Object.entries(choices)
        .map(([key, name]) => (isYesOrNo(attribute) ? name.toLowerCase() : key))
        .join(' or ')}.`;
    case 'country':
      return COUNTRY_CODES.has(value) ? null : `${label} must be the code of a country, such as DE or US.`;
    case 'hs_code':
      return /^\d{6,13}$/.test(value) ? null : `${label} must have 6 to 13 digits.`;
    case 'category':
      return /^(gid:\/\/.*|[a-z]{2}(-\d+)*)$/.test(value)
        ? `${label} must be a full name, such as Apparel & Accessories > Clothing, not an ID.`
        : textProblem(attribute, value);
    case 'unit_price':
      return parseUnitPrice(value) === null
        ? `${label} must be what is sold and a base measure of the same kind, such as 750 ml / 1 l.`
        : null;
    default:
      return textProblem(attribute, value);
  }
}

function textProblem(attribute: PlainAttribute, value: string): string | null {
  if (value.trim() === '') return `${declared(attribute).label} must not be blank.`;
  return value.length > maxLengthOf(attribute)
    ? `Must be at most ${maxLengthOf(attribute)} characters long.`
    : null;
}
