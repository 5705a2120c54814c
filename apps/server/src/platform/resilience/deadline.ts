/** Aborted with the parent, or with a TimeoutError after this many milliseconds. */
export function withDeadline(milliseconds: number, parent?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  return parent ? AbortSignal.any([parent, timeout]) : timeout;
}
