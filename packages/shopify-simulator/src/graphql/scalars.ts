import { type GraphQLInputType, isEnumType, isScalarType } from 'graphql';

const GID = /^gid:\/\/shopify\/[A-Za-z]+\/.+$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const INT_MAX = 2_147_483_647;

/** Why a value does not fit a scalar or enum, in Shopify's words; null: it fits. */
export function leafProblem(type: GraphQLInputType, value: unknown): string | null {
  if (isEnumType(type)) {
    const names = type.getValues().map((candidate) => candidate.name);
    const isMember = typeof value === 'string' && names.includes(value);
    return isMember ? null : `Expected ${JSON.stringify(value)} to be one of: ${names.join(', ')}`;
  }
  if (!isScalarType(type)) return null;
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  switch (type.name) {
    case 'ID':
      return typeof value === 'string' && GID.test(value) ? null : `Invalid global id '${shown}'`;
    case 'Int':
      return Number.isInteger(value) && Math.abs(Number(value)) <= INT_MAX
        ? null
        : `Could not coerce value ${JSON.stringify(value)} to Int`;
    case 'Float':
      return typeof value === 'number' ? null : `Could not coerce value ${JSON.stringify(value)} to Float`;
    case 'Boolean':
      return typeof value === 'boolean' ? null : `Could not coerce value ${JSON.stringify(value)} to Boolean`;
    case 'Decimal':
    case 'Money':
      return typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value))
        ? null
        : `invalid decimal '${shown}'`;
    case 'DateTime':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? null
        : `invalid DateTime '${shown}'`;
    case 'UnsignedInt64':
      return /^\d+$/.test(shown) ? null : `UnsignedInt64 invalid value '${shown}'`;
    default:
      return type.name === 'JSON' || typeof value === 'string'
        ? null
        : `Could not coerce value ${JSON.stringify(value)} to ${type.name}`;
  }
}
