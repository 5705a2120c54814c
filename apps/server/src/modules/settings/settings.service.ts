import {
  APP_NAME_SETTING,
  DEFAULT_APP_NAME,
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
import { refuseChangedMeanwhile } from '../../platform/http/changed-meanwhile.ts';
import { AppError, conflict, invalidField } from '../../platform/http/problem.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { refuseUnusable } from './known-values.ts';

type SettingRow = Rows['settings'];

/** Kept encrypted whatever is asked for. */
const secretKeys: readonly string[] = [SHOPIFY_APP_SETTINGS.apiSecret];

export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService({
  db,
  secretBox,
  clock,
  appUrl,
}: {
  db: Database;
  secretBox: SecretBox;
  clock: Clock;
  appUrl: string;
}) {
  const defaultCallbackUrl = `${appUrl.replace(/\/+$/, '')}${SHOPIFY_CALLBACK_PATH}`;

  async function list(): Promise<SettingList> {
    const { rows } = await db.query<SettingRow>('select * from settings order by key');
    return { settings: rows.map(toSetting), total: rows.length, default_callback_url: defaultCallbackUrl };
  }

  async function asDictionary(): Promise<SettingsDictionary> {
    const { settings } = await list();
    return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  }

  async function get(key: string): Promise<Setting> {
    const row = await findRow(db, key);
    if (!row) throw settingNotFound(key);
    return toSetting(row);
  }

  async function create({ key, value, description, is_encrypted }: SettingCreate): Promise<Setting> {
    refuseUnusable(key, value);
    const now = clock.now();
    const row = {
      key,
      ...stored(key, value, isEncrypted(key, is_encrypted)),
      description: description ?? null,
      created_at: now,
      updated_at: now,
    };
    const inserted = await insertRow(db, 'settings', row, 'on conflict do nothing');
    if (!inserted)
      throw conflict(
        `The setting ${key} exists already: change its value instead.`,
        'setting_already_exists',
      );
    return toSetting(inserted);
  }

  async function update(key: string, input: SettingUpdate): Promise<Setting> {
    const { value, description, is_encrypted, based_on } = input;
    refuseUnusable(key, value);
    return db.transaction(async (tx) => {
      const row = await findRow(tx, key, 'for update');
      if (!row) throw settingNotFound(key);
      const encrypt = isEncrypted(key, is_encrypted ?? row.is_encrypted);
      const keepsValue = row.is_encrypted && value === '';
      if (keepsValue && !encrypt) {
        throw invalidField('value', 'Enter the value again: an encrypted value is never shown.');
      }
      const written = keepsValue ? {} : stored(key, value, encrypt);
      refuseChangedMeanwhile(based_on, toSetting(row), { ...written, value, description, is_encrypted });
      const changes = { ...written, description, updated_at: clock.now() };
      const updated = await updateRow(tx, 'settings', changes, 'key = $1', key);
      if (!updated) throw settingNotFound(key);
      return toSetting(updated);
    });
  }

  async function remove(key: string): Promise<void> {
    if (!(await removeRow(db, key))) throw settingNotFound(key);
  }

  /** Saves the Shopify app that stores are connected through by OAuth; a blank secret keeps the present one. */
  async function saveShopifyApp(credentials: ShopifyAppCredentials): Promise<void> {
    const { api_key, api_secret, callback_url, scopes, based_on } = credentials;
    await db.transaction(async (tx) => {
      if (based_on) {
        const textOf = async (key: string) => (await findRow(tx, key))?.value ?? '';
        const current = {
          api_key: await textOf(SHOPIFY_APP_SETTINGS.apiKey),
          callback_url: await textOf(SHOPIFY_APP_SETTINGS.callbackUrl),
          scopes: await textOf(SHOPIFY_APP_SETTINGS.scopes),
        };
        refuseChangedMeanwhile(based_on, current, { api_key, callback_url, scopes });
      }
      if (!api_secret && !(await findRow(tx, SHOPIFY_APP_SETTINGS.apiSecret))) {
        throw invalidField('api_secret', 'API secret is required.');
      }
      await put(tx, SHOPIFY_APP_SETTINGS.apiKey, api_key, 'API key of the Shopify app');
      if (api_secret)
        await put(tx, SHOPIFY_APP_SETTINGS.apiSecret, api_secret, 'API secret of the Shopify app', true);
      await putOrRemove(
        tx,
        SHOPIFY_APP_SETTINGS.callbackUrl,
        callback_url,
        'Where Shopify sends people back to',
      );
      await putOrRemove(tx, SHOPIFY_APP_SETTINGS.scopes, scopes, 'What the Shopify app asks for');
    });
  }

  /** Left out, the present value is kept; a blank one removes the setting. */
  async function putOrRemove(
    tx: Queryable,
    key: string,
    value: string | undefined,
    description: string,
  ): Promise<void> {
    if (value) await put(tx, key, value, description);
    else if (value === '') await removeRow(tx, key);
  }

  async function put(
    tx: Queryable,
    key: string,
    value: string,
    description: string,
    encrypt = false,
  ): Promise<void> {
    const now = clock.now();
    await insertRow(
      tx,
      'settings',
      { key, ...stored(key, value, encrypt), description, created_at: now, updated_at: now },
      `on conflict (key) do update set value = excluded.value, value_hint = excluded.value_hint,
         is_encrypted = excluded.is_encrypted, updated_at = excluded.updated_at`,
    );
  }

  /** A setting's value for the server's own use, or null when there is none; secrets open only into a Secret. */
  async function readSecret(key: string): Promise<Secret | null> {
    const row = await findRow(db, key);
    if (!row) return null;
    return new Secret(row.is_encrypted ? secretBox.open(row.value, placeOf(key)) : row.value);
  }

  /** The title of the application. */
  async function appName(): Promise<string> {
    const row = await findRow(db, APP_NAME_SETTING);
    return (row && !row.is_encrypted && row.value.trim()) || DEFAULT_APP_NAME;
  }

  function stored(key: string, value: string, encrypt: boolean) {
    return {
      value: encrypt ? secretBox.seal(value, placeOf(key)) : value,
      value_hint: encrypt && value.length >= SECRET_HINT_LENGTH * 2 ? value.slice(-SECRET_HINT_LENGTH) : null,
      is_encrypted: encrypt,
    };
  }

  return {
    defaultCallbackUrl,
    list,
    asDictionary,
    get,
    create,
    update,
    remove,
    saveShopifyApp,
    readSecret,
    appName,
  };
}

function isEncrypted(key: string, asked: boolean): boolean {
  if (key === APP_NAME_SETTING && asked) {
    throw invalidField(
      'is_encrypted',
      'The title of the application is shown to everybody: it cannot be encrypted.',
    );
  }
  return asked || secretKeys.includes(key);
}

/** The place an encrypted value is bound to. */
const placeOf = (key: string) => `settings/${key}/value`;

async function findRow(db: Queryable, key: string, lock = ''): Promise<SettingRow | null> {
  const { rows } = await db.query<SettingRow>(`select * from settings where key = $1 ${lock}`, [key]);
  return rows[0] ?? null;
}

/** Answers false where there was none. */
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
