import type { Readable } from 'node:stream';
import { namedRows } from '@storefleet/contract/api/common';
import type { ErrorCode } from '@storefleet/contract/api/problems';
import type {
  ParsedBody,
  ParsedHeaders,
  ParsedParams,
  ParsedQuery,
  RouteAnswer,
  RouteDescription,
} from '@storefleet/contract/api/route';
import { describeIssue } from '@storefleet/contract/edits/issue-sentences';
import type { Role } from '@storefleet/contract/people/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inStoreScope, keepStoreScope, type StoreScope } from '../db/store-scope.ts';
import { fileOf, takeAnyContentType } from './bodies/file-body.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { AppError, ClientGoneError, type FieldError, validationFailed } from './problem.ts';

/** The caller, as far as the sign-in service vouches for it. */
export type AuthenticatedUser = {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  /** The stores they may see; null for all. */
  storeIds: readonly string[] | null;
  /** The session the token belongs to; null for a provider without sessions. */
  sessionId: string | null;
  /** The API key that calls on this person's behalf. */
  apiKey?: { readonly id: string; readonly name: string };
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The description this route was registered with. */
    description?: RouteDescription;
  }
  interface FastifyRequest {
    /** Set by the guard of /api/v1; null on public routes. */
    user: AuthenticatedUser | null;
    /** What the handler returned, before it is sent. */
    answer: unknown;
  }
}

export type RouteRequest<Route extends RouteDescription> = {
  params: ParsedParams<Route>;
  query: ParsedQuery<Route>;
  body: ParsedBody<Route>;
  /** The bytes of a file body, within the limit of the description. */
  file: Route['maxFileBytes'] extends number ? Readable : undefined;
  /** As described; all headers if the description names none. */
  headers: Route['headers'] extends z.ZodObject ? ParsedHeaders<Route> : FastifyRequest['headers'];
  user: Route['public'] extends true ? AuthenticatedUser | null : AuthenticatedUser;
  /** Aborted if the client disconnects before it has its response. */
  signal: AbortSignal;
  /** For headers, or a status of `otherResponses`. */
  reply: FastifyReply;
  /** The client's address. */
  ip: string;
  log: FastifyRequest['log'];
};

type RouteOutput<Route extends RouteDescription> = Route['contentType'] extends string
  ? FileAnswer
  :
      | RouteAnswer<Route>
      | (Route['otherResponses'] extends Readonly<Record<number, infer Schema>>
          ? Schema extends z.ZodType
            ? z.input<Schema>
            : never
          : never);

/** Serves one call of the contract: validates input and output against its description. */
export function registerRoute<const Route extends RouteDescription>(
  app: FastifyInstance,
  route: Route,
  handler: (request: RouteRequest<Route>) => Promise<RouteOutput<Route>> | RouteOutput<Route>,
  options: {
    /** Maximum bytes of the body, if not the default. */
    readonly bodyLimit?: number;
    /** Throws if nobody may make this call now, before its body is read. */
    readonly refuse?: () => Promise<void>;
  } = {},
): void {
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { description: route },
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    onRequest: [
      ...(options.refuse ? [options.refuse] : []),
      ...(route.maxFileBytes === undefined ? [] : [takeAnyContentType]),
    ],
    handler: async (request, reply) => {
      const input = parseRequest(route, request);
      const answer = async () => {
        const output = await handler({
          ...input,
          file: route.maxFileBytes === undefined ? undefined : fileOf(request, route.maxFileBytes),
          user: request.user,
          signal: abortedWithClient(reply),
          reply,
          ip: request.ip,
          log: request.log,
        } as RouteRequest<Route>);
        request.answer = output;
        if (route.contentType === undefined) return sendOutput(route, reply, output);
        const file = output as FileAnswer;
        return sendFile(reply, { ...file, rows: keepStoreScope(file.rows) });
      };
      return inStoreScope(scopeOf(request.user), answer);
    },
  });
}

/** The scope of everything the call does. */
function scopeOf(user: AuthenticatedUser | null): StoreScope {
  return user === null || user.storeIds === null ? null : { storeIds: user.storeIds, personId: user.id };
}

function parseRequest(route: RouteDescription, request: FastifyRequest) {
  const errors: FieldError[] = [];
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value, { error: describeIssue });
    if (result.success) return result.data;
    const missing = result.error.issues.map((issue) => missingRow(schema, issue)).find(Boolean);
    if (missing) throw new AppError({ code: missing });
    errors.push(
      ...result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    );
    return undefined;
  };
  const params = parse(route.params, request.params);
  const query = parse(route.query, request.query);
  const body = parse(route.body, request.body);
  const headers = route.headers ? parse(route.headers, request.headers) : request.headers;
  if (errors.length > 0) throw validationFailed(errors);
  return { params, query, body, headers };
}

/** The problem for a malformed id in the address, if this is one. */
function missingRow(schema: z.ZodType, issue: z.core.$ZodIssue): ErrorCode | undefined {
  const field = schema instanceof z.ZodObject ? schema.shape[String(issue.path[0])] : undefined;
  return field && namedRows.get(field)?.missing;
}

async function sendOutput(
  route: RouteDescription,
  reply: FastifyReply,
  output: unknown,
): Promise<FastifyReply> {
  const other = route.otherResponses?.[reply.statusCode];
  if (!other) reply.code(route.status ?? 200);
  const answer = (other ?? route.response).parse(output);
  if (answer === undefined) return reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** Aborted if the client disconnects before it has its response. */
export function abortedWithClient(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}
