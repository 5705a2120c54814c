export type StoreBatchKey = { readonly batchId: string; readonly storeId: string };

/** The right of one worker to write to one store for one batch, until another takes the store batch up. */
export type StoreBatchLease = StoreBatchKey & { readonly leaseId: string };
