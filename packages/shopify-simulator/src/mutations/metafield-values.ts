import type { MetafieldDefinition } from '../catalogue/metafields.ts';

/**
 * What Shopify makes of a value: the value as it keeps it, or why it does not take it.
 * [REC metafieldsSet-value-type-fidelity, metafields-set-validation-gaps, metafield-definition-validation-affects-values]
 */
type TakenValue = { readonly value: string } | { readonly refusal: string };

const URL_SCHEMES = ['http', 'https', 'mailto', 'sms', 'tel'];

export function takeValue(type: string, text: string, definition: MetafieldDefinition | null): TakenValue {
  if (text.trim() === '') return { refusal: "Value can't be blank." };
  const taken = byType(type, text);
  if ('refusal' in taken) return taken;
  const refusal = refusalOf(type, taken.value, definition);
  return refusal === null ? taken : { refusal };
}

function byType(type: string, text: string): TakenValue {
  switch (type) {
    case 'boolean': {
      const word = text.trim().toLowerCase();
      if (['true', 't', '1'].includes(word)) return { value: 'true' };
      // Recorded for words that mean no; not for any other.
      return ['false', 'f', '0'].includes(word)
        ? { value: 'false' }
        : { refusal: 'Value must be true or false.' };
    }
    case 'number_integer':
      return /^-?\d+(\.0+)?$/.test(text)
        ? { value: String(BigInt(text.replace(/\..*$/, ''))) }
        : { refusal: 'Value must be an integer.' };
    case 'number_decimal':
      return /^-?\d+(\.\d+)?$/.test(text)
        ? { value: text.replace(/(\.\d{9})\d+$/, '$1') }
        : { refusal: 'Value must be a decimal.' };
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
        ? { value: text }
        : { refusal: 'Value must be in YYYY-MM-DD format.' };
    case 'url':
      return withScheme(text);
    case 'single_line_text_field':
      return text.includes('\n') ? { refusal: 'Value must be a single line text string.' } : { value: text };
    default:
      return { value: text };
  }
}

function withScheme(text: string): TakenValue {
  const scheme = /^([a-z]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    const schemes = JSON.stringify(URL_SCHEMES).replaceAll(',', ', ');
    return {
      refusal: `Value cannot have an empty scheme (protocol), must include one of the following URL schemes: ${schemes}.'`,
    };
  }
  return URL_SCHEMES.includes(scheme)
    ? { value: text }
    : { refusal: `Value must be one of the following URL schemes: ${URL_SCHEMES.join(', ')}.` };
}

function refusalOf(type: string, value: string, definition: MetafieldDefinition | null): string | null {
  const isNumber = type.startsWith('number_');
  const isText = type.endsWith('_text_field');
  for (const { name, value: limit } of definition?.validations ?? []) {
    const of = isText ? 'length of ' : '';
    const [held, bound] = isNumber
      ? [Number(value), Number(limit)]
      : isText
        ? [[...value].length, Number(limit)]
        : [value, limit];
    if (name === 'min' && held < bound)
      return `Value has a minimum ${of === '' ? `of ${limit}` : of + limit}.`;
    if (name === 'max' && held > bound)
      return `Value has a maximum ${of === '' ? `of ${limit}` : of + limit}.`;
    if (name === 'regex' && !new RegExp(limit).test(value)) return 'Value is not the correct format.';
    if (name === 'choices' && !(JSON.parse(limit) as string[]).includes(value)) {
      return `Value does not exist in provided choices: ${JSON.stringify(JSON.parse(limit)).replaceAll(',', ', ')}.`;
    }
  }
  return null;
}
