/**
 * For `--import`: the product that finds no changes in what a sync reads, so that the cost of noting them can be told.
 * Everything else is the same build.
 */
import { registerHooks } from 'node:module';

const FINDER = '/catalogue/pages/found-changes.ts';
const NOTHING = 'export const foundChanges = () => [];\n';

registerHooks({
  load: (url, context, next) =>
    url.endsWith(FINDER) ? { format: 'module', source: NOTHING, shortCircuit: true } : next(url, context),
});
