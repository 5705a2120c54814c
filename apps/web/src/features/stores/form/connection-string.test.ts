import { expect, test } from 'vitest';
import { partsOf } from './connection-string.ts';

test.each<[text: string, parts: string[]]>([
  ['Server=db,1433;Database=Shop;User ID=reader;Password=x', ['server', 'database', 'username']],
  ['data source = db ; initial catalog=Shop;UID=reader;pwd=x', ['server', 'database', 'username']],
  ['Server=db;Password="a;Database=b";TrustServerCertificate=true', ['server', 'trust']],
  ["Server=db;Password='it''s;User=x'", ['server']],
  ['Server=;Database=Shop', ['database']],
  ['not one', []],
])('%s', (text, parts) => {
  expect([...partsOf(text)]).toEqual(parts);
});
