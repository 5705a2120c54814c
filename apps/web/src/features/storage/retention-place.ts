/** The link target on the settings screen. */
export const RETENTION_ID = 'retention';
