/** Reaches a run of this process at once; a run of another process notices in the database within a second. */
export type StopSignals = {
  open(runId: string): AbortController;
  close(runId: string): void;
  stop(runId: string, reason: Error): void;
};

export function createStopSignals(): StopSignals {
  const controllers = new Map<string, AbortController>();
  return {
    open(runId) {
      const controller = new AbortController();
      controllers.set(runId, controller);
      return controller;
    },
    close: (runId) => void controllers.delete(runId),
    stop: (runId, reason) => controllers.get(runId)?.abort(reason),
  };
}
