const REFUSALS = ['not_a_member', 'second_factor_required', 'second_factor_missing'] as const;

/** Why a signed-in user is denied every call. */
export type AdmissionRefusal = (typeof REFUSALS)[number];

export const isAdmissionRefusal = (code: string | null): code is AdmissionRefusal =>
  (REFUSALS as readonly (string | null)[]).includes(code);

/** Query that tells whether the user is admitted. */
export const ADMISSION_KEY = ['account'] as const;
