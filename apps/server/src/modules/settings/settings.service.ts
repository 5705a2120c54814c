import {
  APP_NAME_SETTING,
  DEFAULT_APP_NAME,
  RETENTION,
  RETENTION_KINDS,
  SECRET_HINT_LENGTH,
  SHOPIFY_APP_SETTINGS,
  SHOPIFY_CALLBACK_PATH,
} from '@storefleet/contract/constants';
import type {
  Setting,
  SettingCreate,
  SettingList,
  SettingsDictionary,
  SettingUpdate,
  ShopifyAppCredentials,
} from '@storefleet/contract/settings';
import { Secret } from '../../platform/crypto/secret.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { insertRow, type Rows, updateRow } from '../../platform/db/rows.ts';
import { AppError, conflict, invalidField } from '../../platform/http/problem.ts';
import { refuseStaleEdit } from '../../platform/http/stale-edit.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { refuseUnusable } from './known-values.ts';

type SettingRow = Rows['settings'];

/** Always encrypted, whatever the request says. */
const secretKeys: readonly string[] = [SHOPIFY_APP_SETTINGS.apiSecret];

/** Never encrypted: they are shown to everybody, or read together with their defaults. */
const readableKeys: readonly string[] = [
  APP_NAME_SETTING,
  ...RETENTION_KINDS.map((kind) => RETENTION[kind].setting),
];

type SettingsDeps = {
  readonly db: Database;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly appUrl: string;
};

type PlainSetting = { readonly key: string; readonly value: string; readonly description: string };

export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService(deps: SettingsDeps) {
  const { db, secretBox } = deps;
  const defaultCallbackUrl = `${deps.appUrl.replace(/\/+$/, '')}${SHOPIFY_CALLBACK_PATH}`;
  const list = () => readAll(db);
  return {
    defaultCallbackUrl,

    async list(): Promise<SettingList> {
      const settings = await list();
      return { settings, total: settings.length, default_callback_url: defaultCallbackUrl };
    },

    async asDictionary(): Promise<SettingsDictionary> {
      return Object.fromEntries((await list()).map(({ key, value }) => [key, value]));
    },

    async get(key: string): Promise<Setting> {
      const row = await findRow(db, key);
      if (!row) throw settingNotFound(key);
      return toSetting(row);
    },

    create: (input: SettingCreate) => create(deps, input),
    update: (key: string, input: SettingUpdate) => update(deps, key, input),

    async remove(key: string): Promise<void> {
      if (!(await removeRow(db, key))) throw settingNotFound(key);
    },

    saveShopifyApp: (credentials: ShopifyAppCredentials) => saveShopifyApp(deps, credentials),

    /** A setting's value for the server itself, or null; secrets are only returned as a Secret. */
    async readSecret(key: string): Promise<Secret | null> {
      const row = await findRow(db, key);
      if (!row) return null;
      return new Secret(row.is_encrypted ? secretBox.open(row.value, placeOfSetting(key)) : row.value);
    },

    /** The unencrypted values among these settings. */
    async readPlain(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return readPlain(db, keys);
    },

    /** Saves several settings at once, unless `check` rejects their current values. */
    async savePlain(
      settings: readonly PlainSetting[],
      check: (current: ReadonlyMap<string, string>) => void,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const keys = settings.map(({ key }) => key);
        await lockSettings(tx);
        check(await readPlain(tx, keys));
        for (const { key, value, description } of settings) {
          await putOrRemove(deps, tx, key, value, { description, encrypt: false });
        }
      });
    },

    /** The title of the application. */
    async appName(): Promise<string> {
      const row = await findRow(db, APP_NAME_SETTING);
      return (row && !row.is_encrypted && row.value.trim()) || DEFAULT_APP_NAME;
    },
  };
}

async function readPlain(db: Queryable, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<SettingRow>(
    'select * from settings where key = any ($1::text[]) and not is_encrypted',
    [keys],
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Nobody else can save settings meanwhile, not even ones that do not exist yet. */
async function lockSettings(tx: Queryable): Promise<void> {
  await tx.query('lock table settings in share row exclusive mode');
}

async function readAll(db: Queryable): Promise<Setting[]> {
  const { rows } = await db.query<SettingRow>('select * from settings order by key');
  return rows.map(toSetting);
}

async function create(deps: SettingsDeps, input: SettingCreate): Promise<Setting> {
  const { key, value, description = null, is_encrypted } = input;
  refuseUnusable(key, value);
  const row = newRow(deps, key, value, { description, encrypt: isEncrypted(key, is_encrypted) });
  const inserted = await insertRow(deps.db, 'settings', row, 'on conflict do nothing');
  if (!inserted)
    throw conflict(`The setting ${key} exists already: change its value instead.`, 'setting_already_exists');
  return toSetting(inserted);
}

async function update(deps: SettingsDeps, key: string, input: SettingUpdate): Promise<Setting> {
  const { value, description, is_encrypted, based_on } = input;
  refuseUnusable(key, value);
  return deps.db.transaction(async (tx) => {
    await lockSettings(tx);
    const row = await findRow(tx, key);
    if (!row) throw settingNotFound(key);
    const encrypt = isEncrypted(key, is_encrypted ?? row.is_encrypted);
    const keepsValue = row.is_encrypted && value === '';
    if (keepsValue && !encrypt) {
      throw invalidField('value', 'Enter the value again: an encrypted value is never shown.');
    }
    const written = keepsValue ? {} : stored(deps, key, value, encrypt);
    refuseStaleEdit(based_on, toSetting(row), { ...written, value, description, is_encrypted });
    const changes = { ...written, description, updated_at: deps.clock.now() };
    const updated = await updateRow(tx, 'settings', changes, 'key = $1', key);
    if (!updated) throw settingNotFound(key);
    return toSetting(updated);
  });
}

/** Saves the Shopify app for connecting stores by OAuth; a blank secret keeps the current one. */
async function saveShopifyApp(deps: SettingsDeps, credentials: ShopifyAppCredentials): Promise<void> {
  const { api_key, api_secret, callback_url, scopes, based_on } = credentials;
  const keys = SHOPIFY_APP_SETTINGS;
  await deps.db.transaction(async (tx) => {
    await lockSettings(tx);
    if (based_on) {
      const shown = await readPlain(tx, Object.values(keys));
      const textOf = (key: string) => shown.get(key) ?? '';
      const current = {
        api_key: textOf(keys.apiKey),
        callback_url: textOf(keys.callbackUrl),
        scopes: textOf(keys.scopes),
      };
      refuseStaleEdit(based_on, current, { api_key, callback_url, scopes });
    }
    if (!api_secret && !(await findRow(tx, keys.apiSecret))) {
      throw invalidField('api_secret', 'API secret is required.');
    }
    const save = (key: string, value: string | undefined, description: string, encrypt = false) =>
      putOrRemove(deps, tx, key, value, { description, encrypt });
    await save(keys.apiKey, api_key, 'API key of the Shopify app');
    await save(keys.apiSecret, api_secret || undefined, 'API secret of the Shopify app', true);
    await save(keys.callbackUrl, callback_url, 'Where Shopify sends people back to');
    await save(keys.scopes, scopes, 'What the Shopify app asks for');
  });
}

type NewSetting = { readonly description: string | null; readonly encrypt: boolean };

/** If omitted, keeps the current value; a blank one removes the setting. */
async function putOrRemove(
  deps: SettingsDeps,
  tx: Queryable,
  key: string,
  value: string | undefined,
  setting: NewSetting,
): Promise<void> {
  if (value === '') await removeRow(tx, key);
  if (!value) return;
  await insertRow(
    tx,
    'settings',
    newRow(deps, key, value, setting),
    `on conflict (key) do update set value = excluded.value, value_hint = excluded.value_hint,
       is_encrypted = excluded.is_encrypted, updated_at = excluded.updated_at`,
  );
}

function newRow(deps: SettingsDeps, key: string, value: string, { description, encrypt }: NewSetting) {
  const now = deps.clock.now();
  return { key, ...stored(deps, key, value, encrypt), description, created_at: now, updated_at: now };
}

function stored({ secretBox }: SettingsDeps, key: string, value: string, encrypt: boolean) {
  return {
    value: encrypt ? secretBox.seal(value, placeOfSetting(key)) : value,
    value_hint: encrypt && value.length >= SECRET_HINT_LENGTH * 2 ? value.slice(-SECRET_HINT_LENGTH) : null,
    is_encrypted: encrypt,
  };
}

function isEncrypted(key: string, asked: boolean): boolean {
  if (asked && readableKeys.includes(key)) {
    throw invalidField('is_encrypted', 'This setting has to stay readable: it cannot be encrypted.');
  }
  return asked || secretKeys.includes(key);
}

/** The place an encrypted value is bound to. */
export const placeOfSetting = (key: string) => `settings/${key}/value`;

async function findRow(db: Queryable, key: string): Promise<SettingRow | null> {
  const { rows } = await db.query<SettingRow>('select * from settings where key = $1', [key]);
  return rows[0] ?? null;
}

/** Returns false if there was none. */
async function removeRow(db: Queryable, key: string): Promise<boolean> {
  return (await db.query('delete from settings where key = $1', [key])).rowCount === 1;
}

function settingNotFound(key: string): AppError {
  return new AppError({ code: 'setting_not_found', detail: `There is no setting with the key ${key}.` });
}

function toSetting(row: SettingRow): Setting {
  return {
    key: row.key,
    value: row.is_encrypted ? null : row.value,
    value_hint: row.value_hint,
    description: row.description,
    is_encrypted: row.is_encrypted,
    updated_at: row.updated_at.toISOString(),
  };
}
