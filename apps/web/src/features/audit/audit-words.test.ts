import { expect, it } from 'vitest';
import { changedFields } from './audit-words.ts';

it('says in words what an entry holds, and nothing of what is empty before and after', () => {
  const after = {
    id: '0190a000-0000-7000-8000-000000000001',
    deleted_at: null,
    is_enabled: true,
    name: null,
    rule: { kind: 'quiet_hours', days: [4, 5], from: '18:00' },
    'mapping of sku': { source_field: 'ArticleNo', sample: null },
    tags: [],
    vendors: ['Quarry Lane', 'Vasari'],
  };
  const record = { before: { name: 'Weekend', vendors: ['Vasari'] }, after, target_id: after.id };
  expect(changedFields(record)).toEqual([
    { name: 'Is enabled', before: '–', after: 'Yes' },
    { name: 'Mapping of sku', before: '–', after: 'Source field: ArticleNo' },
    { name: 'Name', before: 'Weekend', after: '–' },
    { name: 'Rule', before: '–', after: 'Kind: quiet_hours; Days: 4, 5; From: 18:00' },
    { name: 'Vendors', before: 'Vasari', after: 'Quarry Lane, Vasari' },
  ]);
});
