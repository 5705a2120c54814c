import type { FastifyInstance } from 'fastify';
import type { EmbeddedAuth } from '../embedded-auth.ts';

/** By GoTrue's names. */
const otherProviders = `
  anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google keycloak
  kakao linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos zoom
  phone
`
  .trim()
  .split(/\s+/);

/** What a client may know about this service without signing in. */
export function registerInformationRoutes(app: FastifyInstance, auth: EmbeddedAuth): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600');
    return auth.keys.publicKeySet();
  });

  app.get('/health', async () => ({
    version: '1',
    name: 'Storefleet sign-in',
    description: 'Signs the members of this installation in, in the protocol of GoTrue',
  }));

  app.get('/settings', async () => ({
    external: { email: true, ...Object.fromEntries(otherProviders.map((name) => [name, false])) },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: true,
  }));
}
