/** Anchors that the palette links to. */
export const INVITE_HASH = 'invite';
export const UNDO_HASH = 'undo';
export const SIGN_OUT_ID = 'sign-out';
/** Class of the buttons that open saved views. */
export const VIEWS_CLASS = 'opens-views';
