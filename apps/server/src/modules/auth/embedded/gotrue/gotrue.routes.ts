import type { FastifyInstance } from 'fastify';
import { AuthError } from '../../auth-error.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import { registerAdminRoutes } from './admin.routes.ts';
import { registerErrorAnswers } from './error-answer.ts';
import { registerFactorRoutes } from './factor.routes.ts';
import { registerInformationRoutes } from './information.routes.ts';
import { registerLinkRoutes } from './link.routes.ts';
import { registerPasskeyRoutes } from './passkey.routes.ts';
import { registerRefusals } from './refusals.ts';
import { registerSessionRoutes } from './session.routes.ts';

/** Bytes; GoTrue's own limit. */
const maximumBodySize = 1_048_576;

/** GoTrue's paths, to be registered under the prefix /auth/v1. */
export async function gotrueRoutes(app: FastifyInstance, { auth }: { auth: EmbeddedAuth }): Promise<void> {
  registerErrorAnswers(app, maximumBodySize);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  // On sign-out the client declares JSON but sends an empty body, which the stock parser refuses.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maximumBodySize }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body.toString()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      done(
        new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`, { cause: error }),
      );
    }
  });

  registerSessionRoutes(app, auth);
  registerFactorRoutes(app, auth);
  registerPasskeyRoutes(app, auth);
  registerLinkRoutes(app, auth);
  registerInformationRoutes(app, auth);
  registerRefusals(app, auth);
  registerAdminRoutes(app, auth);
}
