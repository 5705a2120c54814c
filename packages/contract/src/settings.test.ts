import { expect, test } from 'vitest';
import type { z } from 'zod';
import { SettingCreate } from './settings.ts';

function sentences(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

test.each(['.', '..', '-x', 'two words', 'as-dict', '__proto__'])('%s cannot be a key', (key) => {
  expect(sentences(SettingCreate, { key, value: '' })).toHaveLength(1);
});
