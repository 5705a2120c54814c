import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { buildWorkerApp } from './probes.ts';
import { createServices, type ServiceDeps, type Services } from './services.ts';
import { buildWorker } from './worker.ts';

type Server = {
  services: Services;
  /** Where it listens. */
  address: AddressInfo | null;
  /** Where the first account is made, while there is none. */
  setupLink: string | null;
  /** Finishes the requests in hand and hands running jobs back. */
  stop(): Promise<void>;
};

/** Milliseconds for running jobs to save where they are. */
const JOB_GRACE = 5_000;
/** Milliseconds for open requests: one that waits for a silent shop is cut off, its work handed back. */
const REQUEST_GRACE = 4_000;

/** The server on a database that is migrated: web, worker or both, as the configuration says. */
export async function startServer(deps: ServiceDeps): Promise<Server> {
  const { config, logger } = deps;
  const services = createServices(deps);
  const worker = config.processRole === 'web' ? null : buildWorker(services);
  const build = config.processRole === 'worker' ? buildWorkerApp : buildApp;
  const app = await build(services, config, logger);

  const stop = async () => {
    // Background work first: a request in hand may wait for the connection that a job holds.
    const handedBack = Promise.all([
      worker?.stop(),
      services.jobs.stop({ graceMs: JOB_GRACE }),
      services.applier.stop(),
      services.fileWork.close(),
    ]);
    const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE);
    await Promise.all([app.close(), handedBack]).finally(() => clearTimeout(cutOff));
    await services.close();
  };

  try {
    await services.jobs.start();
    const { setupLink } = await services.auth.prepare();
    await worker?.start();
    await app.listen({ port: config.port, host: config.host });
    const address = app.server.address();
    return { services, address: typeof address === 'object' && address ? address : null, setupLink, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
