import { invalid } from '../auth-error.ts';

/** Bytes of JSON: it is part of every access token, and a request's headers must stay below 16 KiB. */
const largestMetadata = 4_096;

/** The current metadata with the changes applied; a key set to null is dropped. */
export function mergeMetadata(
  present: Record<string, unknown>,
  change: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  if (change === null || change === undefined) return present;
  const merged = Object.fromEntries(
    Object.entries({ ...present, ...change }).filter(([, value]) => value !== null),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > largestMetadata) {
    throw invalid(`Metadata cannot be larger than ${largestMetadata} bytes`);
  }
  return merged;
}
