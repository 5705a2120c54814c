import { SourceError } from '../../source-error.ts';
import { isRecord, quote } from '../client/errors.ts';
import type { HttpAnswer } from '../client/http.ts';
import type { Grant } from './grant.ts';

/** Maps every refusal of a token to a sentence for people. */

/** The grant is no longer valid: only the consent page leads to another one. */
export class GrantEndedError extends SourceError {}

/** Shopify's own code and text. */
type Refusal = { code: string; description: string };

type Refused = {
  shop: string;
  clientId: string;
  grant: Grant['kind'];
  refusal: Refusal | null;
  /** What was sent and must not appear in a sentence. */
  secrets: readonly string[];
};

/** Most refusals are pages or texts with "Oauth error CODE: TEXT", some are JSON. */
export function readRefusal({ body }: Pick<HttpAnswer, 'body'>): Refusal | null {
  const named = /Oauth error ([a-z_]+)(?::\s*([^<\r\n]*))?/i.exec(body);
  if (named?.[1] !== undefined) return { code: named[1].toLowerCase(), description: named[2] ?? '' };
  try {
    const parsed: unknown = JSON.parse(body);
    if (!isRecord(parsed) || typeof parsed.error !== 'string') return null;
    const { error, error_description: description } = parsed;
    return { code: error, description: typeof description === 'string' ? description : '' };
  } catch {
    return null;
  }
}

export function refusedGrant({ shop, clientId, grant, refusal, secrets }: Refused): SourceError {
  const { code, description } = refusal ?? { code: '', description: '' };
  const said = quote(secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), description));
  const auth = (message: string) => new SourceError({ kind: 'auth', message });

  if (code === 'app_not_installed') {
    return auth(
      `The app is not installed in ${shop}. Install it there from the Dev Dashboard, then try again.`,
    );
  }
  if (code === 'shop_not_permitted') {
    return new SourceError({
      kind: 'rejected',
      message:
        `${shop} belongs to another organisation than the app, and client credentials work within one organisation ` +
        'only. Use an app of the organisation of the shop, or connect by OAuth.',
    });
  }
  if (code === 'application_cannot_be_found' || /could not find shopify api application/i.test(description)) {
    return auth(`Shopify knows no app with the client id ${clientId}. Copy it from the Dev Dashboard again.`);
  }
  if (code === 'invalid_client') {
    return auth(
      `Shopify does not accept the client secret of the app ${clientId}. Copy it from the Dev Dashboard again.`,
    );
  }
  if (grant === 'refresh_token' && (code === 'invalid_grant' || code === 'invalid_request')) {
    return new GrantEndedError({ kind: 'auth', message: grantEnded(shop, said) });
  }
  if (grant === 'code') {
    return auth(
      `Shopify did not take back the code that it sent: it was used already or came too late.${said}`,
    );
  }
  return auth(
    `${shop} gave the app ${clientId} no access token. Check its client id and its client secret.${said}`,
  );
}

export function grantEnded(shop: string, said = ''): string {
  return `The connection of ${shop} with Shopify has ended. Connect the store with Shopify again.${said}`;
}
