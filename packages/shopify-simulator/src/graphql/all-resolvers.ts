import {
  bulkOperationFields,
  bulkOperationMutations,
  bulkOperationQueries,
} from '../bulk/bulk-operation-fields.ts';
import {
  webhookMutations,
  webhookQueries,
  webhookSubscriptionFields,
} from '../webhooks/subscription-fields.ts';
import { catalogueResolvers, type ResolverTable } from './resolvers.ts';

/** What a request may ask for and do: the catalogue, bulk operations on it, and webhooks. */
export const allResolvers: ResolverTable = {
  ...catalogueResolvers,
  QueryRoot: { ...bulkOperationQueries, ...webhookQueries, ...catalogueResolvers.QueryRoot },
  Mutation: { ...bulkOperationMutations, ...catalogueResolvers.Mutation, ...webhookMutations },
  BulkOperation: bulkOperationFields,
  WebhookSubscription: webhookSubscriptionFields,
};
