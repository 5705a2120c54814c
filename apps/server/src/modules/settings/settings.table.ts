import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const settingsTable = pgTable('settings', {
  key: text('key').primaryKey(),
  /** Plain text, or what SecretBox made of it when `is_encrypted` is true. */
  value: text('value').notNull(),
  value_hint: text('value_hint'),
  description: text('description'),
  is_encrypted: boolean('is_encrypted').notNull(),
  created_at: moment('created_at').notNull(),
  updated_at: moment('updated_at').notNull(),
});

export type SettingRow = typeof settingsTable.$inferSelect;
