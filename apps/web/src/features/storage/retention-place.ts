/** Where links lead on the settings screen. */
export const RETENTION_ID = 'retention';
