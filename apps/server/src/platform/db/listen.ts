import pg from 'pg';

export type Listening = { close(): Promise<void> };

/** Milliseconds until the first reconnect, doubled each time. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;

/**
 * Receives a channel's notifications on a connection of its own, which reconnects whenever it breaks;
 * `onReconnect` is called each time, as notifications sent meanwhile are lost. Rejects if the first
 * connection fails.
 */
export async function listen(
  options: pg.ClientConfig,
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
): Promise<Listening> {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delay = FIRST_DELAY;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...options, keepAlive: true });
    client = next;
    next.on('notification', ({ payload }) => onNotification(payload ?? ''));
    // A connection that breaks emits both; without a listener the first would end the process.
    next.on('error', () => {});
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    next.once('end', connectLater);
    delay = FIRST_DELAY;
    if (closed) await next.end();
  };
  const connectLater = (): void => {
    if (closed) return;
    timer = setTimeout(() => {
      delay = Math.min(delay * 2, LONGEST_DELAY);
      connect().then(onReconnect, () => {
        void client?.end().catch(() => {});
        connectLater();
      });
    }, delay);
    timer.unref();
  };

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
