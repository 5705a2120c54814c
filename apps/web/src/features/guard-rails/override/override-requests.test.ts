import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { expect, it, vi } from 'vitest';
import { createOverrideRequests, withOverrides } from './override-requests.ts';

const refusal = new ApiError({
  status: 409,
  code: 'override_reason_missing',
  detail: 'Say why.',
  errors: [{ path: 'guard_rails.1', message: 'Ends with .99: 1 row breaks it.' }],
});
const update = { products_to_update: [], attributes_to_set: { price: '1' } };

function guarded(answer: string | null) {
  const requests = createOverrideRequests();
  const call = vi.fn<(id: string, input: unknown) => Promise<unknown>>();
  call.mockRejectedValueOnce(refusal).mockResolvedValueOnce({ batch_id: 'saved' });
  const api = withOverrides({ call, download: vi.fn() } as unknown as ApiClient, requests);
  requests.subscribe(() => requests.first()?.answer(answer));
  return { call, sent: api.call('products.bulkUpdate', { body: update, headers: { prefer: 'wait=10' } }) };
}

it('resends a refused change with the reason', async () => {
  const { call, sent } = guarded('Agreed with the customer');
  expect(await sent).toEqual({ batch_id: 'saved' });
  expect(call).toHaveBeenLastCalledWith('products.bulkUpdate', {
    body: { ...update, override_reason: 'Agreed with the customer' },
    headers: { prefer: 'wait=10' },
  });
});

it('keeps it refused without a reason', async () => {
  const { call, sent } = guarded(null);
  await expect(sent).rejects.toBe(refusal);
  expect(call).toHaveBeenCalledTimes(1);
});

it('asks about two changes one after another', async () => {
  const requests = createOverrideRequests();
  const ask = (sentence: string) => requests.ask({ broken: [sentence], isApproval: false });
  const asked = [ask('first'), ask('second')];
  expect(requests.first()?.broken).toEqual(['first']);
  requests.first()?.answer('a');
  expect(requests.first()?.broken).toEqual(['second']);
  requests.first()?.answer(null);
  expect(await Promise.all(asked)).toEqual(['a', null]);
  expect(requests.first()).toBeNull();
});

it('submits a change that needs approval to the inbox, with the reason as its note', async () => {
  const requests = createOverrideRequests();
  const call = vi.fn<(id: string, input: unknown) => Promise<unknown>>();
  call
    .mockRejectedValueOnce(
      new ApiError({ status: 409, code: 'approval_required', detail: 'Another editor.' }),
    )
    .mockResolvedValue({ batch_id: 'a-plan' });
  const api = withOverrides({ call, download: vi.fn() } as unknown as ApiClient, requests);
  requests.subscribe(() => requests.first()?.answer('Supplier raised the cost'));
  await expect(api.call('products.bulkUpdate', { body: update })).rejects.toThrow(/waiting in the inbox/);
  expect(call.mock.calls.slice(1)).toEqual([
    ['bulkUpdates.preview', { body: update }],
    ['inbox.submit', { params: { batch_id: 'a-plan' }, body: { note: 'Supplier raised the cost' } }],
  ]);
});
