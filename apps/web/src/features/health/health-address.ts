/** URL query: the store filter. */
export type HealthAddress = { store?: string };

export const parseHealthAddress = ({ store }: Record<string, unknown>): HealthAddress =>
  typeof store === 'string' && store !== '' ? { store } : {};
