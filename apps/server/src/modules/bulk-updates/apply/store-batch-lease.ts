export type ShareKey = { readonly batchId: string; readonly storeId: string };

/** The right of one worker to write to one store for one batch, until another takes the share up. */
export type ShareLease = ShareKey & { readonly leaseId: string };
