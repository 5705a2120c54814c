/**
 * What became of what shops sent to this process, and of what it read: `received` was new, `repeated`
 * had come before, `ignored` is nothing that is taken over, `refused` was not signed by the shop.
 */
export const WEBHOOK_OUTCOMES = ['received', 'repeated', 'ignored', 'refused', 'applied', 'failed'] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

export type WebhookCounts = {
  add(outcome: WebhookOutcome, count?: number): void;
  read(): Readonly<Record<WebhookOutcome, number>>;
};

export function createWebhookCounts(): WebhookCounts {
  const counts: Record<WebhookOutcome, number> = {
    received: 0,
    repeated: 0,
    ignored: 0,
    refused: 0,
    applied: 0,
    failed: 0,
  };
  return {
    add(outcome, count = 1) {
      counts[outcome] += count;
    },
    read: () => ({ ...counts }),
  };
}
