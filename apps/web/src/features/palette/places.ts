/** Parts of screens that the palette leads to. */
export const INVITE_HASH = 'invite';
export const UNDO_HASH = 'undo';
export const SIGN_OUT_ID = 'sign-out';
/** Of the buttons that open the saved views. */
export const VIEWS_CLASS = 'opens-views';
