import type { Row } from './row.ts';
import { callRows } from './rows/calls.ts';
import { constantRows } from './rows/constants.ts';
import { elsewhereRows } from './rows/constants-elsewhere.ts';
import { fieldRows } from './rows/fields.ts';
import { messageRows } from './rows/messages.ts';
import { productRows } from './rows/product.ts';
import { ruleRows } from './rows/rules.ts';
import { screenRows } from './rows/screens.ts';
import { stateRows } from './rows/states.ts';

/** Everything that the specification asks for. */
export const rows: readonly Row[] = [
  ...productRows,
  ...screenRows,
  ...fieldRows,
  ...stateRows,
  ...ruleRows,
  ...callRows,
  ...messageRows,
  ...constantRows,
  ...elsewhereRows,
];
