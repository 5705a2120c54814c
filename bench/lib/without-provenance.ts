/**
 * For `--import`: the product without the write of what a sync finds changed, so that its cost can be told. Everything
 * else is the same build.
 */
import { registerHooks } from 'node:module';

const WRITER = '/catalogue/pages/found-changes.ts';
const NOTHING = 'export const foundChanges = () => [];\nexport const noteFoundChanges = async () => {};\n';

registerHooks({
  load: (url, context, next) =>
    url.endsWith(WRITER) ? { format: 'module', source: NOTHING, shortCircuit: true } : next(url, context),
});
