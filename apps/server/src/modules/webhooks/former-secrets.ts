import { Secret } from '../../platform/crypto/secret.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * The app's secrets that were replaced here within a week, newest first: Shopify signs webhooks with the oldest
 * one that is not revoked, and for up to an hour after that. `place`: what the secret is sealed for.
 */
export async function readFormerSecrets(
  db: Queryable,
  secretBox: SecretBox,
  place: string,
): Promise<Secret[]> {
  const { rows } = await db.query<{ sealed: string }>(
    `select sealed from former_app_secrets where place = $1 and replaced_at > now() - interval '7 days'
     order by replaced_at desc`,
    [place],
  );
  return rows.map(({ sealed }) => new Secret(secretBox.open(sealed, place)));
}
