import { parseObjectName } from '../../catalogue/names.ts';
import { SqlServerError } from '../../engine/engine.ts';
import { convertStored } from '../convert.ts';
import { commonType } from '../precedence.ts';
import { INT, intOf, type ScalarFunction, SYSNAME, textOf } from './function.ts';

/** The value at a place counted from 1; NULL for a place that is not there. */
const CHOOSE: ScalarFunction = {
  minArgs: 2,
  maxArgs: 254,
  deterministic: true,
  result: ([, ...values]) => ({
    type: values
      .map(({ type }) => type)
      .reduce((a, b) => {
        const both = commonType(a, b);
        if (both === null)
          throw new SqlServerError({
            number: 206,
            state: 2,
            message: `Operand type clash: ${b.name} is incompatible with ${a.name}`,
          });
        return both;
      }),
    nullable: true,
  }),
  call: ([place = null, ...values], [placeType = INT, ...types], result) => {
    const at = intOf(place, placeType);
    const type = at === null ? undefined : types[at - 1];
    if (at === null || type === undefined) return null;
    return convertStored(values[at - 1] ?? null, type, result, { explicit: false });
  },
};

/** A part of a name, counted from its end. */
const PARSENAME: ScalarFunction = {
  minArgs: 2,
  maxArgs: 2,
  deterministic: true,
  result: () => ({ type: SYSNAME }),
  call: ([text = null, part = null], [type, partType]) => {
    const name = parseObjectName(textOf(text, type) ?? '');
    const at = intOf(part, partType);
    if (name === null || at === null) return null;
    return [name.name, name.schema, name.database][at - 1] ?? null;
  },
};

export const choiceFunctions: Readonly<Record<string, ScalarFunction>> = { CHOOSE, PARSENAME };
