import { createContext } from 'react';

/** The moment whose values a grid shows, so that its links lead to products as they were; null for now. */
export const AsOfContext = createContext<string | null>(null);
