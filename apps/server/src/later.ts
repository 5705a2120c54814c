import type { ApiCallId } from '@storefleet/contract/paths';

/** Calls of the contract that this version does not serve yet: they answer 501 and say so. */
export const laterCalls: readonly ApiCallId[] = [];
