/**
 * A simulated SQL Server on its own, with the tables of an invented wholesaler:
 *
 *   node bin/sqlserver-simulator.ts [--port 1433] [--user sa] [--password TEXT] [--articles 5000]
 *                                   [--encrypt on|off|required] [--instance NAME [--browser-port 1434]]
 *
 * The login may do everything; `reader` with the same password only reads.
 */
import { parseArgs } from 'node:util';
import { DEMO_DATABASE, fillDemoDatabase } from '../src/demo-database.ts';
import { createEngine } from '../src/engine/create-engine.ts';
import { startSqlServerSimulator } from '../src/server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '1433' },
    user: { type: 'string', default: 'sa' },
    password: { type: 'string', default: 'Simulated-1' },
    articles: { type: 'string', default: '5000' },
    encrypt: { type: 'string', default: 'on' },
    instance: { type: 'string', default: 'MSSQLSERVER' },
    'browser-port': { type: 'string' },
  },
});

const { user, password, encrypt } = values;
if (encrypt !== 'on' && encrypt !== 'off' && encrypt !== 'required') {
  throw new RangeError('--encrypt is one of on, off and required.');
}
const engine = createEngine({
  logins: [
    { user, password },
    { user: 'reader', password, readOnly: true },
  ],
  databases: [DEMO_DATABASE],
});
await fillDemoDatabase(engine.database(DEMO_DATABASE), { articles: Number(values.articles) });
const simulator = await startSqlServerSimulator({
  engine,
  port: Number(values.port),
  encrypt,
  instanceName: values.instance,
  ...(values['browser-port'] === undefined ? {} : { browserPort: Number(values['browser-port']) }),
});
console.log(
  `${simulator.host},${simulator.port}  database ${DEMO_DATABASE}, login ${user}, password ${password}`,
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close());
}
