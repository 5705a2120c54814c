import { createTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import { describeSchema } from './describe-schema.ts';

// `npm test -- --project server apps/server/test/schema.test.ts -u` writes the file anew after a migration.
it('the whole database reads as migrations/schema.txt says', async () => {
  const db = await createTestDatabase();
  try {
    await expect(await describeSchema(db, 'public')).toMatchFileSnapshot('../migrations/schema.txt');
  } finally {
    await db.close();
  }
});
