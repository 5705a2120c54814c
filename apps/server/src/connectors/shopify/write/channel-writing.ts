import { isChannel } from '@storefleet/contract/attributes/memberships';
import { attributesOf } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, EditOutcome, SourceEdit } from '../../editing.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import type { MembershipIds } from '../read/extras/membership-fields.ts';
import { payloadOf, writeOnce } from './edit-calls.ts';
import { notAPlace } from './edit-errors.ts';
import { productOutcome, productPayloadSchema } from './edit-outcomes.ts';
import { selectionOf } from './edit-values.ts';

/** Publishing a product, or taking it back, which are two calls: an edit is one of them. */

export const isOfChannels = ({ values }: SourceEdit) => attributesOf(values).some(isChannel);

const schema = z.object({
  publishable: productPayloadSchema.shape.product,
  userErrors: productPayloadSchema.shape.userErrors,
});

type Name = 'publishablePublish' | 'publishableUnpublish';

function operation(name: Name, selection: string): Operation {
  return {
    expectedCost: 11,
    document: `mutation Publish($id: ID!, $input: [PublicationInput!]!) {
      ${name}(id: $id, input: $input) {
        publishable { ... on Product { ${selection} } }
        userErrors { field message }
      }
    }`,
  };
}

export async function sendChannels(
  client: GraphqlClient,
  ids: MembershipIds,
  edit: SourceEdit,
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const channels = attributesOf(edit.values).filter(isChannel);
  const unknown = channels.find((channel) => !ids.has(channel));
  if (unknown !== undefined) return [{ key: edit.key, kind: 'refused', message: notAPlace(unknown) }];
  const isPublished = channels.every((channel) => edit.values[channel] === 'true');
  const name: Name = isPublished ? 'publishablePublish' : 'publishableUnpublish';
  const variables = {
    id: edit.productId,
    input: channels.map((channel) => ({ publicationId: ids.get(channel) })),
  };
  const answer = await writeOnce(client, operation(name, selectionOf(channels, ids)), variables, options);
  const { publishable, userErrors } = payloadOf(answer, name, schema, client);
  return [productOutcome(edit, { product: publishable, userErrors })];
}
