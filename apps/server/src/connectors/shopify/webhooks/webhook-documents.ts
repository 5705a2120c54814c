import type { Operation } from '../client/graphql-client.ts';

/** Every document we send about webhooks, valid on 2025-10 to 2026-10. */

export const WEBHOOK_SUBSCRIPTIONS: Operation = {
  expectedCost: 30,
  document: `query WebhookSubscriptions($topics: [WebhookSubscriptionTopic!], $after: String) {
    webhookSubscriptions(first: 100, after: $after, topics: $topics) {
      nodes { id topic uri }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

export const CREATE_WEBHOOK_SUBSCRIPTION: Operation = {
  expectedCost: 10,
  document: `mutation CreateWebhookSubscription($topic: WebhookSubscriptionTopic!, $uri: String!, $fields: [String!]) {
    webhookSubscriptionCreate(
      topic: $topic
      webhookSubscription: { uri: $uri, format: JSON, includeFields: $fields }
    ) {
      webhookSubscription { id }
      userErrors { field message }
    }
  }`,
};

export const DELETE_WEBHOOK_SUBSCRIPTION: Operation = {
  expectedCost: 10,
  document: `mutation DeleteWebhookSubscription($id: ID!) {
    webhookSubscriptionDelete(id: $id) {
      deletedWebhookSubscriptionId
      userErrors { field message }
    }
  }`,
};
