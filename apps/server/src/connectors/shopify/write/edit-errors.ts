import {
  attributeWord,
  type EditableAttribute,
  PLAIN_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import { isCollection, type MembershipAttribute, placeOf } from '@storefleet/contract/attributes/memberships';
import { z } from 'zod';
import { quote } from '../client/errors.ts';
import { isFieldAttribute, PLAIN_FIELDS } from '../read/plain-fields.ts';

/**
 * Every refusal of an edit, as a sentence for people. The caller adds which product and variant it concerns.
 * Codes and texts come from recorded answers of productVariantsBulkUpdate and productUpdate, and from
 * Shopify's schema.
 */

/** `field` is a path into the variables, with indices as text; `code` is missing in productUpdate's errors. */
export const userErrorsSchema = z.array(
  z.object({ field: z.array(z.string()).nullish(), message: z.string(), code: z.string().nullish() }),
);
export type UserError = z.infer<typeof userErrorsSchema>[number];

/** The refused edits of an atomic call, each with its errors; an error that is about none of them refuses all. */
export function refusedOf<Open>(
  errors: readonly UserError[],
  open: readonly Open[],
  ownerOf: (error: UserError) => Open | undefined,
): ReadonlyMap<Open, readonly UserError[]> {
  const byOwner = Map.groupBy(errors, (error) => ownerOf(error) ?? null);
  const general = byOwner.get(null);
  return general === undefined
    ? new Map([...byOwner].flatMap(([one, own]) => (one === null ? [] : [[one, own]])))
    : new Map(open.map((one) => [one, general]));
}

const MAX_TEXT_LENGTH = 255;

export const weightWithoutUnit =
  'The weight has no unit at Shopify yet. Set a weight with its unit there once; it can be changed here afterwards.';

export const filledByRules = 'The collection is filled by its own rules: change those in Shopify.';

export const notConfirmed = 'Shopify did not say whether it made the change.';

export const partlyAccepted = 'Shopify accepted only part of the change.';

export function notEmptied(attribute: EditableAttribute): string {
  return `The ${attributeWord(attribute)} cannot be left empty.`;
}

export function notANumber(attribute: EditableAttribute, value: string): string {
  return `The ${attributeWord(attribute)} must be a number such as 12.50, not "${value.slice(0, 40)}".`;
}

export function notAPlace(attribute: MembershipAttribute): string {
  const [what, setting] = isCollection(attribute)
    ? ['collection with the handle', 'collections']
    : ['sales channel called', 'sales channels'];
  return `No ${what} ${placeOf(attribute)} is read from this store. Switch ${setting} on in the store’s settings and sync it.`;
}

export function notACategory(fullName: string): string {
  return `Shopify’s product taxonomy has no category “${fullName}”: choose one that the search for categories finds.`;
}

export function tooManyTags(limit: number): string {
  return `A product can have ${limit} tags at most.`;
}

export function ofTheProduct(attribute: EditableAttribute): string {
  return `The ${attributeWord(attribute)} belongs to the product and cannot be changed for one variant.`;
}

export function ofTheVariant(attribute: EditableAttribute): string {
  return `The ${attributeWord(attribute)} belongs to the variants of a product: change it for each of them.`;
}

export function notApplied(attributes: readonly EditableAttribute[]): string {
  const names = attributes.map((attribute) => attributeWord(attribute)).join(' and the ');
  return `Shopify accepted the change and yet kept the ${names} as it was. Try again, or change it in Shopify.`;
}

const MISSING_CODES = new Set([
  'PRODUCT_DOES_NOT_EXIST',
  'PRODUCT_NOT_FOUND',
  'PRODUCT_VARIANT_DOES_NOT_EXIST',
  'MUST_BE_FOR_THIS_PRODUCT',
]);

/** The product or variant was deleted or moved. productUpdate reports this without a code. */
export function saysMissing({ code, message }: UserError): boolean {
  return MISSING_CODES.has(code ?? '') || /^Product (variant )?does not exist$/i.test(message);
}

/** The sentences for all errors of one edit, without duplicates. */
export function refusalOf(errors: readonly UserError[]): string {
  return [...new Set(withoutEchoes(errors).map(sentenceFor))].join(' ');
}

/**
 * A bad cost is reported twice: for the variant without a code, then for the cost with its name as a prefix.
 */
function withoutEchoes(errors: readonly UserError[]): readonly UserError[] {
  return errors.filter((error) => !errors.some((other) => isBelow(other, error) && endsWith(other, error)));
}

function isBelow({ field: lower }: UserError, { field: upper }: UserError): boolean {
  const [below, above] = [lower ?? [], upper ?? []];
  return below.length > above.length && above.every((part, index) => below[index] === part);
}

function endsWith({ message }: UserError, { message: end }: UserError): boolean {
  return message.toLowerCase().endsWith(end.toLowerCase());
}

const ATTRIBUTE_OF_FIELD: Record<string, EditableAttribute | undefined> = {
  price: 'price',
  compareAtPrice: 'compare_at_price',
  barcode: 'barcode',
  sku: 'sku',
  cost: 'cost',
  weight: 'weight',
  title: 'title',
  vendor: 'vendor',
  handle: 'handle',
  productType: 'product_type',
  customProductType: 'product_type',
  status: 'status',
  tags: 'tags',
  bodyHtml: 'description',
  ...plainFieldNames(),
};

function plainFieldNames() {
  const ofVariants = PLAIN_ATTRIBUTES.filter(isFieldAttribute).filter(
    (attribute) => PLAIN_FIELDS[attribute].in !== 'seo',
  );
  return Object.fromEntries(ofVariants.map((attribute) => [PLAIN_FIELDS[attribute].field, attribute]));
}

/** Shopify's message from every mutation that adds products to a collection. */
const OF_SMART_COLLECTION = /manually add products to a smart collection/i;

const SENTENCES: Record<string, string | undefined> = {
  PRODUCT_SUSPENDED: 'Shopify has suspended the product: it cannot be changed.',
  SUBSCRIPTION_VIOLATION: 'The product is sold by subscription, which does not allow this change.',
  LOCAL_CURRENCY_GIFT_CARD_PRICE_MUST_BE_ZERO:
    'A gift card with prices in local currencies must have the price 0.',
  UNSUPPORTED_COMBINED_LISTING_PARENT_OPERATION:
    'The product is the parent of a combined listing. Change the products that it lists instead.',
};

function sentenceFor({ field, message, code }: UserError): string {
  const known = SENTENCES[code ?? ''];
  if (known !== undefined) return known;
  if (OF_SMART_COLLECTION.test(message)) return filledByRules;
  const attribute = field?.map((part) => ATTRIBUTE_OF_FIELD[part]).findLast((name) => name !== undefined);
  if (attribute === undefined) return `Shopify refused the change.${quote(message)}`;
  const name = attributeWord(attribute);
  if (
    code === 'GREATER_THAN_OR_EQUAL_TO' ||
    code === 'NEGATIVE_PRICE_VALUE' ||
    /(equal to|>=) 0/.test(message)
  ) {
    return `The ${name} must be 0 or more.`;
  }
  if (attribute === 'handle' && /already in use/i.test(message)) {
    return 'Another product of the store has this handle already.';
  }
  if (/less than/i.test(message)) return `The ${name} is too large.`;
  if (attribute === 'tags' && /is invalid/i.test(message)) {
    return `One of the tags is too long: Shopify takes ${MAX_TEXT_LENGTH} characters at most for each.`;
  }
  if (code === 'TOO_LONG' || /too long/i.test(message)) {
    return `The ${name} is too long: Shopify takes ${MAX_TEXT_LENGTH} characters at most.`;
  }
  if (/too big/i.test(message)) return `The ${name} is too long: Shopify takes 512 KB at most.`;
  if (code === 'BLANK' || /can't be blank/i.test(message)) return notEmptied(attribute);
  return `Shopify refused the ${name}.${quote(message)}`;
}
