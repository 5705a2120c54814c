import { expect, it } from 'vitest';
import { changedFields } from './audit-words.ts';

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
