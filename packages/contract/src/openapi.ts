import { z } from 'zod';
import { ProblemDetails } from './api/common.ts';
import { type ErrorCode, problems } from './api/problems.ts';
import type { RouteDescription } from './api/route.ts';
import { problemsOf } from './call-problems.ts';
import { API_BASE_PATH, API_KEY_START } from './constants.ts';
import { isOpenToKeys } from './people/permissions.ts';

type JsonSchema = { [key: string]: unknown };

export type OpenApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, JsonSchema>;
    securitySchemes: Record<string, JsonSchema>;
  };
};

export type OpenApiOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: JsonSchema[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
};

const COMPONENTS = '#/components/schemas/';

/** The OpenAPI 3.1 document, generated from the schemas that validate requests and responses. */
export function buildOpenApiDocument(
  routes: readonly RouteDescription[],
  { title, version }: { title: string; version: string },
): OpenApiDocument {
  const components = new ComponentSchemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeRoute(route, components),
    };
  }
  const problem = components.refer(ProblemDetails, 'output');
  return {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description:
        'Ids are strings, times are ISO 8601 in UTC, money is a decimal string. ' +
        'Errors are RFC 9457 problem details whose `detail` is a sentence for a person.',
    },
    servers: [{ url: API_BASE_PATH }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    security: [{ session: [] }, { apiKey: [] }],
    paths,
    components: {
      schemas: components.schemas(),
      responses: {
        Problem: {
          description: 'The error',
          content: { 'application/problem+json': { schema: problem } },
        },
      },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a person who is signed in',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: API_KEY_START,
          description: 'The secret of an API key; owners create keys under Settings, API keys',
        },
      },
    },
  };
}

function describeRoute(route: RouteDescription, components: ComponentSchemas): OpenApiOperation {
  const parameters = [
    ...describeParameters(route.params, 'path', components),
    ...describeParameters(route.query, 'query', components),
    ...describeParameters(route.headers, 'header', components),
  ];
  const responses: OpenApiOperation['responses'] = {
    [route.status ?? 200]: describeAnswer(route.response, components, route.contentType),
  };
  for (const [status, schema] of Object.entries(route.otherResponses ?? {})) {
    responses[status] = describeAnswer(schema, components);
  }
  Object.assign(responses, describeProblems(problemsOf(route), components));
  responses.default = { $ref: '#/components/responses/Problem' };
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(route.public ? { security: [] } : isOpenToKeys(route.id) ? {} : { security: [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: describeBody(route.body, route.bodyEncoding, components) } : {}),
    ...(route.maxFileBytes === undefined ? {} : { requestBody: describeFile(route.maxFileBytes) }),
    responses,
  };
}

function describeParameters(
  schema: z.ZodObject | undefined,
  location: 'path' | 'query' | 'header',
  components: ComponentSchemas,
): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.inline(schema, 'input');
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: location,
      required: location === 'path' || (required as string[]).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function describeBody(
  schema: z.ZodType,
  encoding: RouteDescription['bodyEncoding'],
  components: ComponentSchemas,
): JsonSchema {
  const mediaType = encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const json = { contentType: 'application/json' };
  const body = components.refer(schema, 'input');
  return {
    required: true,
    content: {
      [mediaType]: encoding === 'form' ? { schema: body, encoding: { based_on: json } } : { schema: body },
    },
  };
}

/** A file of any type, without a schema. */
function describeFile(maxBytes: number): JsonSchema {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return {
    required: true,
    description: `The file, at most ${megabytes} MB`,
    content: { 'text/csv': {}, '*/*': {} },
  };
}

function describeAnswer(
  schema: z.ZodType,
  components: ComponentSchemas,
  contentType: RouteDescription['contentType'] | 'application/json' = 'application/json',
): JsonSchema {
  return {
    description: 'Success',
    content: { [contentType]: { schema: components.refer(schema, 'output') } },
  };
}

/** One response per status, with its error codes. */
function describeProblems(
  codes: readonly ErrorCode[],
  components: ComponentSchemas,
): OpenApiOperation['responses'] {
  const problem = components.refer(ProblemDetails, 'output');
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => problems[code].title).join('; '),
        content: {
          'application/problem+json': {
            schema: {
              allOf: [problem, { properties: { status: { const: status }, code: { enum: those } } }],
            },
          },
        },
      },
    ]),
  );
}

/** Collects schemas with an id, each once. */
class ComponentSchemas {
  readonly #schemas = new Map<string, JsonSchema>();

  /** The schema as JSON Schema, with named ones moved to the components. */
  refer(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...converted } = z.toJSONSchema(schema, { io, override: simplify }) as JsonSchema;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
      this.#add(name, redirect(definition) as JsonSchema);
    }
    return redirect(converted) as JsonSchema;
  }

  /** Like `refer`, but with the schema's own properties. */
  inline(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const referred = this.refer(schema, io);
    if (typeof referred.$ref !== 'string') return referred;
    return this.#schemas.get(referred.$ref.slice(COMPONENTS.length)) ?? {};
  }

  schemas(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b)));
  }

  #add(name: string, schema: JsonSchema): void {
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(
        `${name} reads differently as a request and as an answer: give each a name of its own.`,
      );
    }
    this.#schemas.set(name, schema);
  }
}

/** Points references to the components. */
function redirect(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redirect);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref' && typeof item === 'string'
        ? [key, item.replace('#/$defs/', COMPONENTS)]
        : [key, redirect(item)],
    ),
  );
}

/** Drops what a format implies, and the bounds of safe integers. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
