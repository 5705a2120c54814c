import { isIP } from 'node:net';
import type { Arguments, Context, Resolvers } from '../fields/context.ts';
import { type ConnectionArguments, paginate, sortedList } from '../graphql/connection.ts';
import { NotModelled, resourceNotFound } from '../graphql/errors.ts';
import { inputOf, refuseUnmodelled, textsOf } from '../graphql/input.ts';
import type { UserError } from '../mutations/user-error.ts';
import { hasScope } from '../shop/scopes.ts';
import { headerForm, isTopic, topics } from '../shop/webhook-events.ts';
import type { Subscription } from '../shop/webhooks.ts';
import { globalId, parseGlobalId } from '../text-forms.ts';

const TYPE = 'WebhookSubscription';
const modelled = ['uri', 'format', 'includeFields'];

export const webhookSubscriptionFields: Resolvers<Subscription> = {
  id: ({ id }) => globalId(TYPE, id),
  topic: ({ topic }) => topic,
  uri: ({ uri }) => uri,
};

export const webhookQueries: Resolvers<unknown> = {
  webhookSubscriptions: (_, args, { app, shop }) => {
    if (args.query || args.uri || args.callbackUrl) throw new NotModelled('searching webhook subscriptions');
    const wanted = textsOf(args.topics);
    const own = shop.webhooks.subscriptions.filter(
      ({ app: owner, topic }) => owner === app.app && (wanted.length === 0 || wanted.includes(topic)),
    );
    return paginate(
      sortedList(own, ({ id, createdAt }) => ({ id, value: createdAt })),
      args as ConnectionArguments,
    );
  },
};

export const webhookMutations: Resolvers<unknown> = {
  webhookSubscriptionCreate: (_, args, context) => create(args, context),
  webhookSubscriptionDelete: (_, args, { app, shop }) => {
    const parsed = parseGlobalId(String(args.id));
    if (parsed?.type !== TYPE) throw resourceNotFound(String(args.id));
    const own = shop.webhooks.subscriptions.some(
      (subscription) => subscription.id === parsed.id && subscription.app === app.app,
    );
    if (own && shop.webhooks.unsubscribe(parsed.id)) {
      return { deletedWebhookSubscriptionId: args.id, userErrors: [] };
    }
    const message = 'Webhook subscription does not exist';
    return { deletedWebhookSubscriptionId: null, userErrors: [{ field: ['id'], message }] };
  },
};

function create(args: Arguments, { app, shop }: Context) {
  const topic = String(args.topic);
  if (!isTopic(topic)) throw new NotModelled(`webhooks of the topic ${topic}`);
  const input = inputOf(args.webhookSubscription);
  refuseUnmodelled('WebhookSubscriptionInput', input, modelled);
  if (input.format === 'XML') throw new NotModelled('webhooks in XML');
  const uri = String(input.uri ?? '');
  const refused = (message: string, field: readonly string[]) => ({
    webhookSubscription: null,
    userErrors: [{ field, message }] satisfies UserError[],
  });
  const scope = topics[topic];
  if (scope !== null && !hasScope(app, scope)) {
    return refused(
      `You do not have permission to create or update webhooks with ${headerForm(topic)} topic`,
      ['topic'],
    );
  }
  const taken = shop.webhooks.subscriptions.some(
    (subscription) =>
      subscription.app === app.app && subscription.topic === topic && subscription.uri === uri,
  );
  const problem = addressProblem(uri) ?? (taken ? 'Address for this topic has already been taken' : null);
  // The error names this field even if `uri` was sent.
  if (problem !== null) return refused(problem, ['webhookSubscription', 'callbackUrl']);
  const webhookSubscription = shop.webhooks.subscribe({
    app: app.app,
    topic,
    uri,
    includeFields: textsOf(input.includeFields),
  });
  return { webhookSubscription, userErrors: [] };
}

/** Shopify's refusals of an address. */
function addressProblem(uri: string): string | null {
  if (!URL.canParse(uri)) return 'Address is invalid';
  const { protocol, hostname } = new URL(uri);
  if (protocol !== 'https:') return `Address protocol ${protocol}// is not supported`;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isInternal =
    isIP(host) !== 0 ||
    host === 'localhost' ||
    /\.(localhost|local|internal)$/.test(host) ||
    !host.includes('.');
  const isShopify = /(^|\.)(myshopify|shopify)\.com$/.test(host);
  return isInternal || isShopify ? 'Address cannot be a Shopify or an internal domain' : null;
}
