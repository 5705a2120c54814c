import type { Role } from '@storefleet/contract/people/permissions';
import { AppError } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';

/** What a member may do, and the stores they see; null for all. */
export type Access = { readonly role: Role; readonly storeIds: string[] | null };

/** Who signs people in: this server itself, or a hosted project. The rest of the product sees only this. */
export type AuthProvider = {
  /**
   * The person behind an Authorization header; a 401 for anything but a valid token of a live session, and a 403
   * where a second factor is missing, unless the call is one on the way to it.
   */
  authenticate(
    authorizationHeader: string | undefined,
    call?: { readonly isBeforeSecondFactor: boolean },
  ): Promise<AuthenticatedUser>;
  /** What somebody may do who began something and has no token at hand to finish it with; null for nobody any more. */
  accessOf(userId: string): Promise<Access | null>;
  /** What the browser's client needs; `host` is the Host header of the request that asks. */
  publicConfig(host?: string): Promise<{ url: string; anon_key: string }>;
  needsSetup(): Promise<boolean>;
};

/** The token of an Authorization header, or null if there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** A 401 of the API, with the challenge a client expects. */
export function notSignedIn(cause?: unknown): AppError {
  const challenge = cause === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  return new AppError({ code: 'unauthorized', headers: { 'www-authenticate': challenge }, cause });
}
