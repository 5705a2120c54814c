import { compareRoutes } from '@storefleet/contract/articles/compare';
import { missingRoutes } from '@storefleet/contract/articles/missing';
import { ruleRoutes } from '@storefleet/contract/articles/rules';
import { XLSX_EXPORT_MAX_ROWS } from '@storefleet/contract/catalogue/file-constants';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import { toCsv } from '../csv/export/table.ts';
import { tooManyRows, toXlsx } from '../csv/export/xlsx-writer.ts';
import type { CompareService } from './compare.service.ts';
import type { RatesService } from './rules/rates.service.ts';
import type { RulesService } from './rules/rules.service.ts';

type Services = {
  readonly compare: CompareService;
  readonly equalityRules: RulesService;
  readonly exchangeRates: RatesService;
};

export function registerCompareRoutes(
  app: FastifyInstance,
  { compare, equalityRules: rules, exchangeRates: rates }: Services,
): void {
  registerRoute(app, compareRoutes.list, ({ query }) => compare.list(query));
  registerRoute(app, compareRoutes.counts, ({ query }) => compare.counts(query));
  registerRoute(app, compareRoutes.export, async ({ query: { format, ...query }, signal }) => {
    const table = await compare.table(query, signal);
    if (format === 'csv') return toCsv(table);
    if ((await table.total()) > XLSX_EXPORT_MAX_ROWS) throw tooManyRows();
    return toXlsx(table, signal);
  });
  registerRoute(app, missingRoutes.get, ({ query }) => compare.missing(query));
  registerRoute(app, missingRoutes.export, async ({ query, signal }) =>
    toCsv(await compare.missingTable(query, signal)),
  );
  registerRoute(app, compareRoutes.plan, ({ body, user }) => compare.plan(body, user));
  registerRoute(app, ruleRoutes.list, () => rules.list());
  registerRoute(app, ruleRoutes.create, ({ body, user }) => rules.create(body, user));
  registerRoute(app, ruleRoutes.update, ({ params, body, user }) => rules.update(params.id, body, user));
  registerRoute(app, ruleRoutes.delete, async ({ params }) => {
    await rules.remove(params.id);
    return { success: true, message: 'The rule was deleted.' };
  });
  registerRoute(app, ruleRoutes.rates, () => rates.get());
  registerRoute(app, ruleRoutes.saveRates, ({ body, user }) => rates.save(body, user));
}
