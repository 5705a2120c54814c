const REFUSALS = ['not_a_member', 'second_factor_required', 'second_factor_missing'] as const;

/** Why somebody who is signed in may not in, whatever they call. */
export type AdmissionRefusal = (typeof REFUSALS)[number];

export const isAdmissionRefusal = (code: string | null): code is AdmissionRefusal =>
  (REFUSALS as readonly (string | null)[]).includes(code);

/** The query whose answer says whether they may. */
export const ADMISSION_KEY = ['account'] as const;
