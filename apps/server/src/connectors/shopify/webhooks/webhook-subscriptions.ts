import { WEBHOOK_TOPICS, type WebhookTopic } from '@storefleet/contract/constants';
import { z } from 'zod';
import type { SourceChanges } from '../../connector.ts';
import { ask } from '../client/ask.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { nodesOf, pageOf } from '../read/cursors.ts';
import { OPERATION_FINISHED } from './webhook-delivery.ts';
import {
  CREATE_WEBHOOK_SUBSCRIPTION,
  DELETE_WEBHOOK_SUBSCRIPTION,
  WEBHOOK_SUBSCRIPTIONS,
} from './webhook-documents.ts';

/** Subscribes to the shop's changes. The shop's own list counts: it drops addresses that fail. */

const listSchema = z.object({
  webhookSubscriptions: pageOf(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
});
const createdSchema = z.object({
  webhookSubscriptionCreate: z
    .object({
      webhookSubscription: z.object({ id: z.string() }).nullable(),
      userErrors: z.array(z.object({ message: z.string() })),
    })
    .nullable(),
});

type Subscription = z.output<typeof listSchema>['webhookSubscriptions']['nodes'][number];
type Options = { signal: AbortSignal };

/** The GraphQL name of a topic that a delivery's header calls `products/update`. */
const graphqlName = (topic: WebhookTopic) => topic.replace('/', '_').toUpperCase();
/** Those that name the object; a deletion, and it alone, has no global id. */
function fieldsOf(topic: WebhookTopic): string[] {
  if (topic.startsWith('inventory_levels/')) return ['inventory_item_id'];
  return topic === OPERATION_FINISHED ? ['admin_graphql_api_id'] : ['id', 'admin_graphql_api_id'];
}
const TAKEN = /has already been taken/i;

/** `wanted`: those that the shop is asked for. */
export function createWebhookSubscriptions(
  client: GraphqlClient,
  wanted: readonly WebhookTopic[],
): Pick<SourceChanges, 'subscribe' | 'unsubscribe'> {
  const names = new Set(wanted.map(graphqlName));

  async function list(options: Options): Promise<Subscription[]> {
    const page = async (after: string | null) => {
      const variables = { topics: WEBHOOK_TOPICS.map(graphqlName), after };
      return (await ask({ client, ...options }, WEBHOOK_SUBSCRIPTIONS, listSchema, variables))
        .webhookSubscriptions;
    };
    return Array.fromAsync(nodesOf(client, page));
  }

  /** One that is already gone is no error. */
  async function remove({ id }: Subscription, options: Options): Promise<void> {
    await client.requestComplete(DELETE_WEBHOOK_SUBSCRIPTION, { ...options, variables: { id } });
  }

  /** Null if the shop is subscribed to it, otherwise the reason. */
  async function create(topic: WebhookTopic, uri: string, options: Options): Promise<string | null> {
    const variables = { topic: graphqlName(topic), uri, fields: fieldsOf(topic) };
    const asked = await ask({ client, ...options }, CREATE_WEBHOOK_SUBSCRIPTION, createdSchema, variables);
    const answer = asked.webhookSubscriptionCreate;
    const said = answer?.userErrors.map(({ message }) => message).join(', ') ?? '';
    if (answer?.webhookSubscription || TAKEN.test(said)) return null;
    return `Shopify will not report ${topic}: ${said || 'it did not say why'}.`;
  }

  return {
    async subscribe(address, options) {
      const present = await list(options);
      const topics: WebhookTopic[] = [];
      const refusals: string[] = [];
      for (const topic of wanted) {
        const isThere = present.some(
          (subscription) => subscription.topic === graphqlName(topic) && subscription.uri === address,
        );
        const refusal = isThere ? null : await create(topic, address, options);
        if (refusal === null) topics.push(topic);
        else refusals.push(refusal);
      }
      for (const subscription of present) {
        const isUnwanted = !names.has(subscription.topic) || subscription.uri !== address;
        if (isUnwanted && endsAlike(subscription.uri, address)) {
          await remove(subscription, options);
        }
      }
      return { topics, refusals };
    },

    async unsubscribe(address, options) {
      for (const subscription of await list(options)) {
        if (endsAlike(subscription.uri, address)) await remove(subscription, options);
      }
    },
  };
}

/** The path names the store: with another origin it is a previous address of this server. */
function endsAlike(uri: string, address: string): boolean {
  return URL.canParse(uri) && new URL(uri).pathname === new URL(address).pathname;
}
