import { useEffect, useRef } from 'react';

/** Milliseconds between health checks of a server that is down. */
const INTERVAL = 3_000;
/** sessionStorage key: the last reason `onReturn` was called for. */
const KEY = 'server_return';

/**
 * Calls `onReturn` when the server responds, once per `reason` while the server stays up. Null: no polling.
 */
export function useServerReturn(reason: string | null, onReturn: () => void): void {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    if (reason === null) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const isBack = await fetch('/healthz', { cache: 'no-store', signal: left.signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (left.signal.aborted) return;
      if (!isBack) {
        sessionStorage.removeItem(KEY);
        timer = setTimeout(() => void ask(), INTERVAL);
      } else if (sessionStorage.getItem(KEY) !== reason) {
        sessionStorage.setItem(KEY, reason);
        latest.current();
      }
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [reason]);
}
