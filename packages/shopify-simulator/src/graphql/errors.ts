import { GraphQLError } from 'graphql';

export type AnswerError = {
  message: string;
  locations?: readonly { line: number; column: number }[];
  path?: readonly (string | number)[];
  extensions: Record<string, unknown>;
};

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

export function accessDenied(fieldName: string, requiredAccess: string): GraphQLError {
  return new GraphQLError(`Access denied for ${fieldName} field. Required access: ${requiredAccess}`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess,
    },
  });
}

export function resourceNotFound(id: string): GraphQLError {
  return new GraphQLError(`Invalid id: ${id}`, { extensions: { code: 'RESOURCE_NOT_FOUND' } });
}

/** As users of the API report it of an unknown id: an error of the whole call, not one of its user errors. */
export const invalidCategory = () =>
  new GraphQLError('Invalid product_taxonomy_node_id', {
    extensions: { code: 'INVALID_PRODUCT_TAXONOMY_NODE_ID' },
  });

/** Something that Shopify has and the simulator does not model: reported, never made up. */
export class NotModelled extends Error {
  constructor(what: string) {
    super(`The simulator does not model ${what}.`);
    this.name = 'NotModelled';
  }
}

export function internalError(requestId: string, reason?: string): AnswerError {
  const text = reason ?? 'Looks like something went wrong on our end.';
  return {
    message: `Internal error. ${text}\nRequest ID: ${requestId} (include this in support requests).`,
    extensions: { requestId, code: 'INTERNAL_SERVER_ERROR' },
  };
}
