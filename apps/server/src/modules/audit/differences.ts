/** The state of something, by field. */
export type Snapshot = Readonly<Record<string, unknown>>;

const SECRET = /sealed|password|secret|token|proof|recovery_code|connection_string|api_key|hash|nonce/i;
/** Not secret, though named like it. */
const OPEN = /_at$|_name$/;
/** Changes every time, repeats what other fields say, or reveals part of a secret. */
const LEFT_OUT = /^(title|created_at|updated_at|planned_at|version|work_version)$|_hint$/;
/** Fields that hold its display name; a rule without a name has a title. */
const NAMES = ['shop_name', 'name', 'email', 'key', 'title'];

/** Only the fields that differ, with secrets as "replaced". */
export function differences(before: Snapshot | null, after: Snapshot | null) {
  const differing = new Set(
    Object.keys({ ...before, ...after }).filter(
      (field) => !LEFT_OUT.test(field) && JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
    ),
  );
  const name = NAMES.map((field) => (after ?? before)?.[field]).find((value) => typeof value === 'string');
  return {
    name: (name as string | undefined) ?? null,
    before: only(hidden(before, after), differing),
    after: only(hidden(after, before), differing),
  };
}

/** A setting's plain value from before it was encrypted is a secret now. */
function hidden(snapshot: Snapshot | null, other: Snapshot | null): Snapshot | null {
  const becomesSecret = typeof snapshot?.value === 'string' && other?.secret_value !== undefined;
  return becomesSecret ? { ...snapshot, value: 'replaced' } : snapshot;
}

function only(snapshot: Snapshot | null, fields: ReadonlySet<string>): Snapshot | null {
  if (snapshot === null) return null;
  return withoutSecrets(
    Object.fromEntries(Object.entries(snapshot).filter(([field]) => fields.has(field))),
  ) as Snapshot;
}

/** Replaces whatever is named like a secret, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, held]) => [
      field,
      isSecret(field) && typeof held === 'string' && held !== '' ? 'replaced' : withoutSecrets(held),
    ]),
  );
}

const isSecret = (field: string) => SECRET.test(field) && !OPEN.test(field);
