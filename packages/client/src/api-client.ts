import type { RouteById } from '@storefleet/contract/api';
import { type ApiCallId, endpointOf } from '@storefleet/contract/api/paths';
import type {
  RouteBody,
  RouteDescription,
  RouteParams,
  RouteQuery,
  RouteResult,
} from '@storefleet/contract/api/route';
import { EMPTY_STORE_IDS } from '@storefleet/contract/catalogue/catalogue-constants';
import { FILE_MEDIA_TYPES } from '@storefleet/contract/catalogue/file-constants';
import { API_BASE_PATH } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { ApiError, errorFromResponse, isJson, mediaType, networkError } from './api-error.ts';

/** `{ [name]: Value }`, optional where nothing is required, and absent where the call knows no such part. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [Key in Name]?: undefined }
  : object extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** A file is sent as it is. */
type BodyOf<Route extends RouteDescription> = Route['maxFileBytes'] extends number ? Blob : RouteBody<Route>;

export type CallInput<Id extends ApiCallId> = Part<'params', RouteParams<RouteById<Id>>> &
  Part<'query', RouteQuery<RouteById<Id>>> &
  Part<'body', BodyOf<RouteById<Id>>> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal | undefined;
  };

export type CallResult<Id extends ApiCallId> = RouteResult<RouteById<Id>>;

type CallArguments<Id extends ApiCallId> =
  object extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];

/** Calls that return a file. */
type DownloadId = {
  [Id in ApiCallId]: RouteById<Id> extends { contentType: string } ? Id : never;
}[ApiCallId];

const FILE_TYPES: readonly (string | null)[] = Object.values(FILE_MEDIA_TYPES);

export type DownloadedFile = { readonly blob: Blob; readonly fileName: string };

export type ApiClient = {
  /** Throws an `ApiError` for every outcome but success, and the signal's reason when aborted. */
  call<Id extends ApiCallId>(id: Id, ...input: CallArguments<Id>): Promise<CallResult<Id>>;
  /** As `call`, for a whole file; one that breaks off is an error, never half a file. */
  download<Id extends DownloadId>(id: Id, ...input: CallArguments<Id>): Promise<DownloadedFile>;
};

export type ApiClientOptions = {
  /** Origin of the server; empty for the page's own. */
  baseUrl: string;
  getAccessToken(): Promise<string | null>;
  /** Asked once when a token was refused: resolves to a fresh one, or to null when the session is over. */
  onUnauthorized(): Promise<string | null>;
  /** Custom transport instead of the network. */
  fetch?: typeof fetch;
};

type PlainInput = {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
};

export function createApiClient({
  baseUrl,
  getAccessToken,
  onUnauthorized,
  fetch: request = (...sent) => fetch(...sent),
}: ApiClientOptions): ApiClient {
  async function send(
    id: ApiCallId,
    input: PlainInput,
    accept: string,
    token: string | null,
  ): Promise<Response> {
    const { method, path, bodyEncoding } = endpointOf(id);
    const headers = new Headers(input.headers);
    headers.set('accept', `${accept}, application/problem+json`);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    let body: string | URLSearchParams | Blob | undefined;
    if (input.body !== undefined) {
      if (bodyEncoding === 'form') {
        body = encodeEntries(input.body as Record<string, unknown>);
      } else if (bodyEncoding === 'file') {
        body = input.body as Blob;
      } else {
        body = JSON.stringify(input.body);
        headers.set('content-type', 'application/json');
      }
    }
    const url = `${baseUrl}${API_BASE_PATH}${fillPath(path, input.params ?? {})}${queryString(input.query ?? {})}`;
    try {
      return await request(url, { method, headers, body: body ?? null, signal: input.signal ?? null });
    } catch (error) {
      input.signal?.throwIfAborted();
      throw networkError(error);
    }
  }

  async function sendSignedIn(id: ApiCallId, input: PlainInput, accept: string): Promise<Response> {
    const token = await getAccessToken();
    let response = await send(id, input, accept, token);
    if (response.status === 401 && token !== null) {
      const fresh = await onUnauthorized();
      if (fresh !== null) {
        await response.body?.cancel();
        response = await send(id, input, accept, fresh);
      }
    }
    if (!response.ok) throw await errorFromResponse(response);
    return response;
  }

  async function call(id: ApiCallId, input: PlainInput = {}): Promise<unknown> {
    return readAnswer(await sendSignedIn(id, input, 'application/json'), input.signal);
  }

  async function download(id: ApiCallId, input: PlainInput = {}): Promise<DownloadedFile> {
    const response = await sendSignedIn(id, input, FILE_TYPES.join(', '));
    if (!FILE_TYPES.includes(mediaType(response))) throw unexpectedAnswer(response);
    try {
      return { blob: await response.blob(), fileName: fileNameOf(response) };
    } catch (error) {
      input.signal?.throwIfAborted();
      throw networkError(error);
    }
  }

  return { call: call as ApiClient['call'], download: download as ApiClient['download'] };
}

async function readAnswer(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (!isJson(response)) throw unexpectedAnswer(response);
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw networkError(error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unexpectedAnswer(response, error);
  }
}

function unexpectedAnswer({ status }: Response, cause?: unknown): ApiError {
  return new ApiError({ status, code: 'unexpected_answer', detail: messages.unexpectedError }, { cause });
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? 'download.csv' : decodeURIComponent(encoded);
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Lists are joined by commas, an empty list of stores has a special value, objects are JSON. */
function encodeEntries(values: Record<string, unknown>): URLSearchParams {
  const entries = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) {
      entries.set(name, value.length === 0 && name === 'store_ids' ? EMPTY_STORE_IDS : value.join(','));
    } else {
      entries.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
  }
  return entries;
}

function queryString(query: Record<string, unknown>): string {
  const text = encodeEntries(query).toString();
  return text === '' ? '' : `?${text}`;
}
