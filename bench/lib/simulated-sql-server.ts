import { fileURLToPath } from 'node:url';
import { nextMessage, startChild } from './child-process.ts';
import type { ComputingTime, SqlServerReady } from './sql-server.process.ts';

const PROCESS = fileURLToPath(new URL('./sql-server.process.ts', import.meta.url));

export type SimulatedSqlServer = {
  readonly port: number;
  /** Milliseconds of processor time that the server has taken since its start. */
  computed(): Promise<number>;
  close(): Promise<void>;
};

/** A SQL Server with the tables of the benchmark, each of so many rows. */
export async function openSimulatedSqlServer(rows: number): Promise<SimulatedSqlServer> {
  const child = startChild(PROCESS, { args: [String(rows)] });
  const { port } = await nextMessage<SqlServerReady>(child);
  return {
    port,
    async computed() {
      const answer = nextMessage<ComputingTime>(child);
      child.process.send('computed');
      return (await answer).computed;
    },
    close: child.stop,
  };
}
