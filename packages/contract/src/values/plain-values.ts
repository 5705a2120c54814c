import { z } from 'zod';
import type { ATTRIBUTES } from '../attributes/attribute-table.ts';
import {
  declared,
  isYesOrNo,
  PLAIN_ATTRIBUTES,
  PLAIN_PRODUCT_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
  type PlainAttribute,
} from '../attributes/attributes.ts';
import { canonicalValue } from './attribute-value.ts';
import { problemOf } from './plain-problem.ts';

/** The schemas of plain attributes in requests and responses, from their declarations. */

function changeOf(attribute: PlainAttribute) {
  const { label } = declared(attribute);
  const given = z.union([z.string(), z.boolean()], { error: `${label} must not be blank.` });
  const text = given.transform((value, context) => {
    const problem = problemOf(attribute, String(value));
    if (problem === null) return canonicalValue(attribute, String(value)) ?? '';
    context.issues.push({ code: 'custom', message: problem, input: value });
    return z.NEVER;
  });
  return declared(attribute).clearable ? text.nullable().optional() : text.optional();
}

export const plainChanges = Object.fromEntries(
  PLAIN_ATTRIBUTES.map((attribute) => [attribute, changeOf(attribute)]),
) as unknown as {
  [Attribute in PlainAttribute]: z.ZodOptional<z.ZodType<string | null, string | boolean | null>>;
};

function answerOf(attribute: PlainAttribute): z.ZodType {
  const { choices, clearable } = declared(attribute);
  const value = isYesOrNo(attribute) ? z.boolean() : choices ? z.enum(Object.keys(choices)) : z.string();
  return value
    .nullable()
    .describe(`Null if not read from the source${clearable ? '; empty if there is none' : ''}`);
}

type Answers<Attribute extends PlainAttribute> = { [Name in Attribute]: z.ZodType<AnswerOf<Name>> };
type AnswerOf<Name extends PlainAttribute> =
  | null
  | ((typeof ATTRIBUTES)[Name] extends { choices: { true: string } } ? boolean : string);

const answers = <Attribute extends PlainAttribute>(attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map((attribute) => [attribute, answerOf(attribute)]),
  ) as unknown as Answers<Attribute>;

export const plainAnswers = {
  product: answers(PLAIN_PRODUCT_ATTRIBUTES),
  variant: answers(PLAIN_VARIANT_ATTRIBUTES),
};
