import { createContext } from 'react';

/** The as-of time of a grid, so that its links open products as of then; null for now. */
export const AsOfContext = createContext<string | null>(null);
