/** Reaches work of this process at once; other processes notice in the database within a second. */
export type StopSignals = {
  open(workId: string): AbortController;
  close(workId: string): void;
  stop(workId: string, reason: Error): void;
};

export function createStopSignals(): StopSignals {
  const controllers = new Map<string, AbortController>();
  return {
    open(workId) {
      const controller = new AbortController();
      controllers.set(workId, controller);
      return controller;
    },
    close: (workId) => void controllers.delete(workId),
    stop: (workId, reason) => controllers.get(workId)?.abort(reason),
  };
}
