import type { z } from 'zod';
import { type ApiCallId, type BodyEncoding, type Endpoint, endpointOf, type HttpMethod } from './paths.ts';

export type { HttpMethod } from './paths.ts';

/** Everything about a call but its name and address. */
type RouteDetails = {
  /** Its group in the API's documentation. Default: by the first part of its id. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Headers that the call reads, by lower-case name. */
  readonly headers?: z.ZodObject;
  readonly response: z.ZodType;
  /** Default: JSON. A file is streamed, and downloaded under a name. */
  readonly contentType?: 'text/csv' | '*/*';
  /** For a file body: the maximum number of bytes. */
  readonly maxFileBytes?: number;
  /** Status of the usual response. Default: 200. */
  readonly status?: number;
  /** Other successful responses by status, such as 202 for `Prefer: respond-async`. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
  /** True for the few calls that need no bearer token. */
  readonly public?: boolean;
};

/**
 * One call of the API, described once: it validates requests, serialises responses, types the web client, and
 * generates the OpenAPI document. `path` is relative to `/api/v1`, with parameters as `{name}`.
 */
export type RouteDescription = RouteDetails & {
  readonly id: string;
  readonly tag: string;
  readonly method: HttpMethod;
  readonly path: string;
  /** Encoding of the body. Default: JSON. */
  readonly bodyEncoding?: BodyEncoding;
};

const tags = {
  config: 'Configuration',
  account: 'Account',
  setup: 'Team',
  team: 'Team',
  apiKeys: 'API keys',
  stores: 'Stores',
  overview: 'Overview',
  health: 'Catalogue health',
  webhooks: 'Webhooks',
  sync: 'Sync',
  products: 'Products',
  bulkUpdates: 'Bulk updates',
  inbox: 'Inbox',
  scheduledChanges: 'Scheduled changes',
  guardRails: 'Guard rails',
  articles: 'Articles',
  compare: 'Compare',
  rules: 'Rules across stores',
  history: 'History',
  files: 'Files',
  views: 'Views',
  retention: 'Retention',
  audit: 'Audit log',
  settings: 'Settings',
  mssql: 'SQL Server',
  scheduledSyncs: 'Scheduled syncs',
} as const satisfies Record<GroupOf<ApiCallId>, string>;

type GroupOf<Id extends string> = Id extends `${infer Group}.${string}` ? Group : never;

/** Keeps the literal types of a description, so that params, body and response can be inferred. */
export function defineRoute<const Id extends ApiCallId, const Details extends RouteDetails>(
  id: Id,
  details: Details,
): { readonly id: Id; readonly tag: string } & Readonly<Endpoint> & Details {
  const group = id.slice(0, id.indexOf('.')) as GroupOf<Id>;
  return { id, tag: tags[group], ...endpointOf(id), ...details };
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a caller sends. */
export type RouteParams<Route extends RouteDescription> = Input<Route['params']>;
export type RouteQuery<Route extends RouteDescription> = Input<Route['query']>;
export type RouteBody<Route extends RouteDescription> = Input<Route['body']>;
/** What a handler receives after validation. */
export type ParsedParams<Route extends RouteDescription> = Output<Route['params']>;
export type ParsedQuery<Route extends RouteDescription> = Output<Route['query']>;
export type ParsedBody<Route extends RouteDescription> = Output<Route['body']>;
export type ParsedHeaders<Route extends RouteDescription> = Output<Route['headers']>;
/** What a handler returns and a caller receives. */
export type RouteAnswer<Route extends RouteDescription> = Input<Route['response']>;
export type RouteResult<Route extends RouteDescription> =
  | Output<Route['response']>
  | OtherResult<Route['otherResponses']>;
type OtherResult<Responses> =
  Responses extends Readonly<Record<number, z.ZodType>> ? Output<Responses[keyof Responses]> : never;
