import { createHash, randomInt } from 'node:crypto';
import { API_KEY_START } from '@storefleet/contract/constants';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 190 bits. */
const LENGTH = 32;
const HINT_LENGTH = API_KEY_START.length + 4;

export function newSecret(): string {
  return API_KEY_START + Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export const hintOf = (secret: string): string => secret.slice(0, HINT_LENGTH);

/** This many random bits need no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
