/**
 * What became of what shops sent to this process, and of what it read: `received` was new, `repeated`
 * had come before, `ignored` is nothing that is taken over, `refused` was not signed by the shop.
 */
const NONE = { received: 0, repeated: 0, ignored: 0, refused: 0, applied: 0, failed: 0 };
export type WebhookOutcome = keyof typeof NONE;

export function createWebhookCounts() {
  const counts = { ...NONE };
  return {
    add(outcome: WebhookOutcome, count = 1): void {
      counts[outcome] += count;
    },
    read: (): Readonly<typeof counts> => ({ ...counts }),
  };
}
