import type { Exchange } from '../exchange.ts';
import { type ClientApp, scopeText } from '../shop/client-app.ts';
import type { TokenAnswer } from '../shop/issued.ts';
import type { Shop } from '../shop/shop.ts';

type Refusal = { code: string; description: string; as: 'text' | 'json' };

/** Exchanges a code, a refresh token or client credentials for an access token. */
export function answerAccessToken(
  exchange: Exchange,
  shop: Shop,
  apps: ReadonlyMap<string, ClientApp>,
  fields: URLSearchParams,
): number {
  const answer = grant(shop, apps, fields);
  if ('code' in answer) {
    const { code, description } = answer;
    if (answer.as === 'json') exchange.json(400, { error: code, error_description: description });
    else exchange.html(400, `Oauth error ${code}: ${description}`);
    return 400;
  }
  exchange.json(200, {
    access_token: answer.token,
    scope: scopeText(answer.scopes),
    ...(answer.expiresIn === undefined ? {} : { expires_in: answer.expiresIn }),
    ...(answer.refreshToken === undefined
      ? {}
      : { refresh_token: answer.refreshToken, refresh_token_expires_in: answer.refreshTokenExpiresIn }),
  });
  return 200;
}

function grant(
  shop: Shop,
  apps: ReadonlyMap<string, ClientApp>,
  fields: URLSearchParams,
): TokenAnswer | Refusal {
  const app = apps.get(fields.get('client_id') ?? '');
  if (app === undefined) {
    return refuse('application_cannot_be_found', 'The application cannot be found.');
  }
  if (app.clientSecret !== fields.get('client_secret')) {
    return refuse('invalid_client', 'The client secret is not valid.');
  }
  switch (fields.get('grant_type')) {
    case 'client_credentials':
      return byClientCredentials(shop, app);
    case 'refresh_token':
      return (
        shop.issued.byRefreshToken(app, fields.get('refresh_token') ?? '') ??
        refuse('invalid_grant', 'The refresh token is not valid.', 'json')
      );
    default:
      return (
        shop.issued.byCode(app, fields.get('code') ?? '', fields.get('expiring') === '1') ??
        refuse('invalid_request', 'The authorization code was not found or was already used', 'json')
      );
  }
}

function byClientCredentials(shop: Shop, app: ClientApp): TokenAnswer | Refusal {
  if (app.organization !== shop.organization) {
    return refuse('shop_not_permitted', 'Client credentials cannot be performed on this shop.');
  }
  const scopes = shop.clientScopes(app.clientId);
  return scopes === null
    ? refuse('app_not_installed', 'The application is not installed on this shop.')
    : shop.issued.byClientCredentials(app, scopes);
}

function refuse(code: string, description: string, as: Refusal['as'] = 'text'): Refusal {
  return { code, description, as };
}
