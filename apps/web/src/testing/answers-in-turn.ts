import type { ApiClient } from '@storefleet/client/api-client';

type MadeCall = {
  id: string;
  input: { body?: unknown; headers?: unknown; query?: { offset: number } };
};

/** A server that answers calls in this order; errors are thrown. */
export function answersInTurn(...answers: unknown[]): { api: ApiClient; calls: readonly MadeCall[] } {
  const calls: MadeCall[] = [];
  const call = async (id: string, input: MadeCall['input'] = {}) => {
    calls.push({ id, input });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { api: { call } as unknown as ApiClient, calls };
}
