import { mayChange } from '@storefleet/contract/api/changing-calls';
import { type ApiCallId, apiPaths, endpointOf } from '@storefleet/contract/api/paths';
import { expect, it } from 'vitest';
import { actionOf, changedFields, targetOf } from './audit-words.ts';

it('has words for every call that may change something', () => {
  const calls = Object.keys(apiPaths) as ApiCallId[];
  const changing = calls.filter((id) => mayChange({ id, method: endpointOf(id).method }));
  expect(changing.filter((call) => actionOf({ call, outcome: 'ok' }) === call)).toEqual([]);
});

it('names what was changed, or else its kind', () => {
  expect(targetOf({ target_kind: 'bulk_update', target_name: 'Price +4 %' })).toBe('Price +4 %');
  expect(targetOf({ target_kind: 'bulk_update', target_name: null })).toBe('Bulk update');
  expect(targetOf({ target_kind: null, target_name: null })).toBeNull();
});

it('says in words what an entry holds, and nothing of what is empty before and after', () => {
  const after = {
    id: '0190a000-0000-7000-8000-000000000001',
    deleted_at: null,
    is_enabled: true,
    name: null,
    rule: { kind: 'quiet_hours', days: [4, 5], from: '18:00', to: '24:00', timezone: 'Europe/Berlin' },
    'mapping of sku': { source_field: 'ArticleNo', sample: null },
    tags: [],
    vendors: ['Quarry Lane', 'Vasari'],
  };
  const record = {
    before: { name: 'Weekend', vendors: ['Vasari'] },
    after,
    target_id: after.id,
    target_kind: 'guard_rail',
  };
  expect(changedFields(record)).toEqual([
    { name: 'Is enabled', before: '–', after: 'Yes' },
    { name: 'Mapping of sku', before: '–', after: 'Source field: ArticleNo' },
    { name: 'Name', before: 'Weekend', after: '–' },
    { name: 'Rule', before: '–', after: 'No changes Fri, Sat 18:00–24:00 (Europe/Berlin)' },
    { name: 'Vendors', before: 'Vasari', after: 'Quarry Lane, Vasari' },
  ]);
});
