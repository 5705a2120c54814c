type Schema<Value = unknown> = { readonly _zod: { readonly output: Value } };

type Definition =
  | { type: 'object'; shape: Record<string, Schema> }
  | { type: 'enum'; entries: Record<string, string> }
  | { type: 'literal'; values: readonly unknown[] }
  | { type: 'union'; options: readonly Schema[] }
  | { type: 'pipe'; out: Schema }
  | { type: 'readonly' | 'default'; innerType: Schema }
  | { type: 'nullable' | 'optional' | 'array' | 'record' | 'boolean' | 'number' | 'int' | 'string' };

const EMPTY = { nullable: null, optional: undefined, boolean: false, number: 0, int: 0, string: '' };

/** What a model of the contract holds at least: null, no elements, 0, false, '' or the first choice. */
export function blank<Value>(schema: Schema<Value>): Value {
  return emptiest((schema._zod as unknown as { def: Definition }).def) as Value;
}

function emptiest(def: Definition): unknown {
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, blank(field)] as const);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return def.options[0] && blank(def.options[0]);
    case 'pipe':
      return blank(def.out);
    case 'readonly':
    case 'default':
      return blank(def.innerType);
    case 'array':
      return [];
    case 'record':
      return {};
    default:
      return EMPTY[def.type];
  }
}
