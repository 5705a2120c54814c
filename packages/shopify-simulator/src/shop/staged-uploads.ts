import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Exchange } from '../exchange.ts';
import { NotModelled } from '../graphql/errors.ts';
import type { Input } from '../graphql/input.ts';
import type { ShopFacts } from './shop-options.ts';

/** The path of the upload host; at Shopify it is a separate host. */
export const UPLOAD_PATH = '/__storage/staged-uploads/';
/** Older files are removed, so that a long-lived simulator does not fill the memory. */
const MAX_FILES = 50;
/** Slightly more than Shopify's limit of 100 MB. */
const MAX_UPLOAD_BYTES = 128 * 1024 * 1024;

type Parameter = { readonly name: string; readonly value: string };
type Staged = {
  readonly shop: string;
  readonly signed: ReadonlyMap<string, string>;
  content: Buffer | null;
};

/** A refused upload: status, code and message of the storage host. */
type Refusal = [status: number, code: string, message: string];
type Outcome = { status: number; outcome: string; bytes: number };

/** Signed forms for files of variables, and the uploaded files. */
export class StagedUploads {
  readonly #clock: Clock;
  readonly #staged = new Map<string, Staged>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  target(shop: ShopFacts, input: Input, host: string) {
    if (input.resource !== 'BULK_MUTATION_VARIABLES' || input.httpMethod !== 'POST') {
      throw new NotModelled(
        `stagedUploadsCreate of ${String(input.resource)} by ${String(input.httpMethod)}`,
      );
    }
    const key = `tmp/${shop.id}/bulk/${randomUUID()}/${encodeURIComponent(String(input.filename))}`;
    const now = this.#clock.now();
    const conditions = {
      'Content-Type': String(input.mimeType),
      success_action_status: '201',
      acl: 'private',
      key,
      'x-goog-date': `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
      'x-goog-credential': 'simulator',
      'x-goog-algorithm': 'GOOG4-RSA-SHA256',
    };
    const signed = {
      ...conditions,
      'x-goog-signature': randomBytes(32).toString('hex'),
      policy: Buffer.from(JSON.stringify({ conditions })).toString('base64'),
    };
    this.#staged.set(key, {
      shop: shop.domain,
      signed: new Map(Object.entries(signed)),
      content: null,
    });
    const url = `http://${host}${UPLOAD_PATH}`;
    const parameters = Object.entries(signed).map(([name, value]): Parameter => ({ name, value }));
    return { url, resourceUrl: url, parameters };
  }

  /** Null if nothing was uploaded under this key, or by another shop. */
  find(shop: string, key: string): Buffer | null {
    const staged = this.#staged.get(key);
    return staged?.shop === shop ? staged.content : null;
  }

  /** Accepts a file like the storage host: with a signed form, and no other credentials. */
  async take(exchange: Exchange, body: Buffer): Promise<Outcome> {
    const file = await this.#fileIn(exchange, body);
    if (Array.isArray(file)) {
      const [status, outcome, message] = file;
      exchange.xml(status, outcome, message);
      return { status, outcome, bytes: 0 };
    }
    const { key, content } = file;
    const etag = `"${createHash('md5').update(content).digest('hex')}"`;
    const answer = `<?xml version='1.0' encoding='UTF-8'?><PostResponse><Location>http://${exchange.host}${UPLOAD_PATH}${key}</Location><Bucket>staged-uploads</Bucket><Key>${key}</Key><ETag>${etag}</ETag></PostResponse>`;
    exchange.send(201, answer, { 'content-type': 'application/xml; charset=UTF-8', etag });
    return { status: 201, outcome: 'ok', bytes: content.length };
  }

  async #fileIn({ request }: Exchange, body: Buffer): Promise<{ key: string; content: Buffer } | Refusal> {
    const { authorization, 'x-shopify-access-token': token, 'content-type': type = '' } = request.headers;
    if (authorization !== undefined || token !== undefined) {
      return invalidArgument('A signed upload takes no further credentials.');
    }
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const [file, ...fields] = [...form].reverse();
    if (file?.[0] !== 'file' || !(file[1] instanceof File)) {
      return invalidArgument("The form must contain a file named 'file' as its last field.");
    }
    const key = String(form.get('key'));
    const signed = this.#staged.get(key)?.signed ?? new Map();
    const isAsSigned =
      fields.length === signed.size && fields.every(([name, text]) => signed.get(name) === text);
    if (!isAsSigned) return [403, 'SignatureDoesNotMatch', 'The signature does not match the request.'];
    return { key, content: this.#keep(key, Buffer.from(await file[1].arrayBuffer())) };
  }

  #keep(key: string, content: Buffer): Buffer {
    const staged = this.#staged.get(key);
    if (staged !== undefined) staged.content = content;
    const filled = [...this.#staged].filter(([, each]) => each.content !== null);
    for (const [old] of filled.slice(0, Math.max(0, filled.length - MAX_FILES))) this.#staged.delete(old);
    return content;
  }
}

export function readUpload(exchange: Exchange): Promise<Buffer> {
  return exchange.bytes(MAX_UPLOAD_BYTES);
}

function invalidArgument(message: string): Refusal {
  return [400, 'InvalidArgument', message];
}
