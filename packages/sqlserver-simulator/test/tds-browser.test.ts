import { instanceLookup } from 'tedious/lib/instance-lookup.js';
import { expect, test } from 'vitest';
import { simulation } from './tds-client.ts';

const { simulator } = simulation({ instanceName: 'LAGER', browserPort: 0 });

function lookUp(instanceName: string): Promise<number> {
  const { host, browserPort } = simulator();
  if (browserPort === null) throw new Error('This simulator was started with a browser.');
  return instanceLookup({ server: host, port: browserPort, instanceName, signal: AbortSignal.timeout(5000) });
}

test('the browser tells the port of the instance, in any spelling', async () => {
  expect(await lookUp('Lager')).toBe(simulator().port);
});

test('an instance that is not here has no port', async () => {
  await expect(lookUp('ATTIC')).rejects.toThrow('Port for ATTIC not found');
});
