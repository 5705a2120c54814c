import { z } from 'zod';
import { invalid } from '../auth-error.ts';

const longestEmail = 255;

/** Addresses are compared in lower case, however typed. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function isEmail(email: string): boolean {
  const normalized = normalizeEmail(email);
  return normalized.length <= longestEmail && z.email().safeParse(normalized).success;
}

/** The address as stored; if it is invalid, an error in GoTrue's words. */
export function parseEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (normalized === '') throw invalid('An email address is required');
  if (normalized.length > longestEmail) throw invalid('An email address is too long');
  if (!isEmail(normalized)) throw invalid('Unable to validate email address: invalid format');
  return normalized;
}
