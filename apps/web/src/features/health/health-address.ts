/** The screen's address: the store that it is narrowed down to. */
export type HealthAddress = { store?: string };

export const parseHealthAddress = ({ store }: Record<string, unknown>): HealthAddress =>
  typeof store === 'string' && store !== '' ? { store } : {};
