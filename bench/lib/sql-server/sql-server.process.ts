/**
 * A simulated SQL Server in a process, with a table of articles; sends its ports, one without and one with
 * latency.
 */
import { connect, createServer, type Socket } from 'node:net';
import process from 'node:process';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { defineTable } from '@storefleet/sqlserver-simulator/seed';
import { startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { ARTICLES, type SqlServerPorts, type SqlServerTask } from './sql-server.ts';

const { rows, latency } = JSON.parse(process.argv[2] ?? '') as SqlServerTask;
const { database, table, user, password } = ARTICLES;
const engine = createEngine({ logins: [{ user, password }], databases: [database] });
await defineTable(engine.database(database), {
  name: table,
  columns: {
    ArticleID: 'int NOT NULL',
    Name: 'nvarchar(120) NOT NULL',
    Brand: 'nvarchar(60) NULL',
    Category: 'nvarchar(60) NULL',
    ItemNo: 'varchar(20) NOT NULL',
    EAN: 'varchar(13) NULL',
    Price: 'decimal(10,2) NOT NULL',
    Cost: 'money NULL',
    Quantity: 'int NOT NULL',
  },
  primaryKey: ['ArticleID'],
  rows: articles(),
});
const simulator = await startSqlServerSimulator({ engine });

/** Delays both directions by half of the latency, preserving the order. */
const far = createServer((client) => {
  const server = connect(simulator.port, simulator.host);
  delay(client, server);
  delay(server, client);
});
far.listen(0, '127.0.0.1', () => {
  const address = far.address();
  const ports: SqlServerPorts = {
    near: simulator.port,
    far: typeof address === 'object' && address !== null ? address.port : 0,
  };
  process.send?.(ports);
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));

function delay(from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), latency / 2));
  from.on('close', () => setTimeout(() => to.destroy(), latency / 2));
  from.on('error', () => to.destroy());
}

function* articles() {
  for (let id = 1; id <= rows; id++) {
    const ean = String(4_000_000_000_000 + id);
    const price = `${5 + (id % 90)}.${String(id % 100).padStart(2, '0')}`;
    const name = `${['Trail', 'Harbour', 'Summit', 'Meadow'][id % 4]} Article ${id}`;
    const [brand, category] = [`Brand ${id % 40}`, `Category ${id % 25}`];
    yield [id, name, brand, category, `A-${id}`, ean, price, '2.5000', id % 50];
  }
}
