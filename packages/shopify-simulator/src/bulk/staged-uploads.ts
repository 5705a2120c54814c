import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { NotModelled } from '../graphql/errors.ts';
import type { Input } from '../mutations/input.ts';
import type { ShopFacts } from '../shop-options.ts';

/** The path of the upload host; at Shopify it is a host of its own. */
export const UPLOAD_PATH = '/__storage/staged-uploads/';
const BUCKET = 'staged-uploads';
const ALGORITHM = 'GOOG4-RSA-SHA256';
const CREDENTIAL = 'simulator';
const VALID_SECONDS = 24 * 3600;
/** Older files are given up, so that a long-lived simulator does not fill the memory. */
const MAX_FILES = 50;

export type StagedTarget = {
  readonly url: string;
  readonly resourceUrl: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
};
type Staged = {
  readonly shop: string;
  readonly expires: number;
  readonly policy: string;
  content: Buffer | null;
};

/** What an upload that is not taken is told: the XML code and message of the storage host. */
export type UploadRefusal = { readonly status: number; readonly code: string; readonly message: string };

/** Places for files of variables, and the files that were put there. */
export class StagedUploads {
  readonly #clock: Clock;
  readonly #secret = randomBytes(16).toString('hex');
  readonly #staged = new Map<string, Staged>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  target(shop: ShopFacts, input: Input, host: string): StagedTarget {
    if (input.resource !== 'BULK_MUTATION_VARIABLES' || input.httpMethod !== 'POST')
      throw new NotModelled(
        `stagedUploadsCreate of ${String(input.resource)} by ${String(input.httpMethod)}`,
      );
    const key = `tmp/${shop.id}/bulk/${randomUUID()}/${encodeURIComponent(String(input.filename))}`;
    const contentType = String(input.mimeType);
    const now = this.#clock.now();
    const expires = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
    const date = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const base = `http://${host}${UPLOAD_PATH}`;
    const signed = [
      { name: 'Content-Type', value: contentType },
      { name: 'success_action_status', value: '201' },
      { name: 'acl', value: 'private' },
      { name: 'key', value: key },
      { name: 'x-goog-date', value: date },
      { name: 'x-goog-credential', value: CREDENTIAL },
      { name: 'x-goog-algorithm', value: ALGORITHM },
    ];
    const policy = Buffer.from(
      JSON.stringify({
        conditions: signed.map(({ name, value }) => ({ [name]: value })),
        expiration: new Date(expires * 1000).toISOString(),
      }),
    ).toString('base64');
    this.#staged.set(key, { shop: shop.domain, expires, policy, content: null });
    const parameters = [
      ...signed,
      { name: 'x-goog-signature', value: this.#signature(policy) },
      { name: 'policy', value: policy },
    ];
    return { url: base, resourceUrl: base, parameters };
  }

  /** The form of a POST: fields in the order in which they came before the file. */
  post(fields: ReadonlyMap<string, string>, file: Buffer | null): { key: string } | UploadRefusal {
    const key = fields.get('key');
    const policy = fields.get('policy');
    const signature = fields.get('x-goog-signature');
    if (key === undefined) {
      return invalidArgument(
        "The form must contain a field named 'key' before the file. Check the order of the fields.",
      );
    }
    if (policy === undefined || signature === undefined) {
      const message = 'Anonymous caller does not have access to the storage bucket.';
      return { status: 401, code: 'AuthenticationRequired', message };
    }
    if (file === null)
      return invalidArgument("The form must contain a file field named 'file', as its last one.");
    const staged = this.#staged.get(key);
    if (staged?.policy !== policy || this.#signature(policy) !== signature) {
      return forged;
    }
    for (const [name, value] of conditionsOf(policy)) {
      if (fields.get(name) !== value)
        return denied(`Policy condition failed: ["eq", "$${name}", "${value}"]`);
    }
    const allowed = new Set(['policy', 'x-goog-signature', ...conditionsOf(policy).keys()]);
    const extra = [...fields.keys()].find((name) => !allowed.has(name));
    if (extra !== undefined) return denied(`Extra input field: ${extra}`);
    return this.#store(key, staged, file);
  }

  /** null: nothing was uploaded under this key, or another shop did. */
  find(shop: string, key: string): Buffer | null {
    const staged = this.#staged.get(key);
    return staged?.shop === shop ? staged.content : null;
  }

  #store(key: string, staged: Staged, file: Buffer): { key: string } | UploadRefusal {
    if (this.#clock.now().getTime() / 1000 >= staged.expires) {
      return { status: 400, code: 'ExpiredToken', message: 'The provided token has expired.' };
    }
    staged.content = file;
    const filled = [...this.#staged].filter(([, { content }]) => content !== null);
    for (const [old] of filled.slice(0, Math.max(0, filled.length - MAX_FILES))) this.#staged.delete(old);
    return { key };
  }

  #signature(text: string): string {
    return createHash('sha256').update(`${this.#secret}/${text}`).digest('hex');
  }
}

export function bucketLocation(key: string): { bucket: string; location: string } {
  return { bucket: BUCKET, location: `${UPLOAD_PATH}${key}` };
}

const forged: UploadRefusal = {
  status: 403,
  code: 'SignatureDoesNotMatch',
  message: 'The signature does not match the request.',
};

function denied(reason: string): UploadRefusal {
  return { status: 403, code: 'AccessDenied', message: `Invalid according to policy: ${reason}` };
}

function invalidArgument(message: string): UploadRefusal {
  return { status: 400, code: 'InvalidArgument', message };
}

function conditionsOf(policy: string): Map<string, string> {
  const { conditions } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8')) as {
    conditions: Record<string, string>[];
  };
  return new Map(conditions.flatMap((condition) => Object.entries(condition)));
}
