import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Secret } from './secret.ts';

/**
 * Encrypts values at rest. `boundTo` names the place a value belongs to, such as `stores/<id>/access_token`:
 * a ciphertext moved to another place does not open.
 */
export type SecretBox = {
  seal(plaintext: string, boundTo: string): string;
  open(sealed: string, boundTo: string): string;
};

class SecretBoxError extends Error {
  override name = 'SecretBoxError';
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The public name of a key: it identifies the key without revealing it. */
export function keyIdOf(key: Secret): string {
  const bytes = Buffer.from(key.reveal(), 'base64');
  return createHash('sha256').update('key id').update(bytes).digest('base64url').slice(0, 8);
}

/** AES-256-GCM. The text form is `v1.<key id>.<base64url of nonce, tag and ciphertext>`. */
export function createSecretBox(key: Secret): SecretBox {
  const keyBytes = Buffer.from(key.reveal(), 'base64');
  if (keyBytes.length !== 32) throw new SecretBoxError('An encryption key has to be 32 bytes in base64.');
  const keyId = keyIdOf(key);
  const associatedData = (boundTo: string) => Buffer.from(`${VERSION}.${keyId}.${boundTo}`);

  return {
    seal(plaintext, boundTo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyBytes, nonce);
      cipher.setAAD(associatedData(boundTo));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
      return `${VERSION}.${keyId}.${sealed.toString('base64url')}`;
    },

    open(sealed, boundTo) {
      const [version, sealedWith, body, ...rest] = sealed.split('.');
      if (version !== VERSION || sealedWith === undefined || body === undefined || rest.length > 0) {
        throw new SecretBoxError('This stored secret is not in a known form.');
      }
      if (sealedWith !== keyId) {
        throw new SecretBoxError(
          'This secret was stored under another encryption key: set ENCRYPTION_KEY to the key it was stored with, or enter the secret again.',
        );
      }
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyBytes, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associatedData(boundTo));
      try {
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const plaintext = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
      } catch {
        throw new SecretBoxError('This stored secret was damaged or does not belong here: enter it again.');
      }
    },
  };
}
