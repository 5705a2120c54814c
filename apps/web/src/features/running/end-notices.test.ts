import { FileWork } from '@storefleet/contract/files';
import type { Running } from '@storefleet/contract/overview';
import { expect, test } from 'vitest';
import { blank } from '../../testing/builders/blank.ts';
import { countOf } from './api/queries.ts';
import { endedSince } from './end-notices.ts';

const batch_id = '01990000-0000-7000-8000-000000000001';
const work = (status: 'in_progress' | 'completed' | 'failed', title: string): Running['files'][number] => ({
  ...blank(FileWork),
  id: title,
  title,
  status,
});
const running = (...files: Running['files']): Running => ({ syncs: [], bulk_updates: [], points: [], files });

test('finished work is announced once, with its result and a link', () => {
  const before = running(
    work('in_progress', 'Export of “wool”'),
    work('in_progress', 'Export of “felt”'),
    work('in_progress', 'Import of a.csv'),
    work('failed', 'Export of old'),
  );
  const now = running(
    work('failed', 'Export of “felt”'),
    { ...work('completed', 'Import of a.csv'), batch_id },
    work('failed', 'Export of old'),
  );
  expect(endedSince(before, now)).toMatchObject([
    { title: 'Export of “wool” has ended', address: null },
    { title: 'Export of “felt” has failed', address: null },
    { title: 'Import of a.csv has ended', address: `/bulk-updates/${batch_id}` },
  ]);
  expect([countOf(before), countOf(now)]).toEqual([3, 0]);
});
