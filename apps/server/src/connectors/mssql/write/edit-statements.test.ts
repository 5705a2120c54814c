import { expect, it } from 'vitest';
import { planTable } from '../read/catalogue-plan.ts';
import { groupPage, keysetPage } from '../read/catalogue-statements.ts';
import { encodeRowKey } from '../read/row-key.ts';
import { column, mapping, planOf, table } from '../testing/builders.ts';
import { selectTargets, updateRow } from './edit-statements.ts';
import { editPlanOf } from './edit-values.ts';
import { selectTargetSets, updateSet } from './set-statements.ts';

/** Everything that a value or a name could inject into a statement. */
const NASTY = ["'; DROP TABLE x; --", ']]; DROP TABLE x; --', '”; DROP', 'ʼ; DROP', '/*', '@p0', '[c0]', '’'];

const columns = NASTY.map((name) => column(name, 'nvarchar'));
const [first = '', second = '', third = '', fourth = ''] = NASTY;
const plan = planTable(table(columns, { schema: ']', name: "a'; --", primaryKey: [first, second] }), {
  condition: '[x] = 1',
  mappings: [mapping(third, 'title'), mapping(fourth, 'shopify_id'), mapping(NASTY[4] ?? '', 'sku')],
});
const editPlan = editPlanOf(plan);

/** What remains without names in brackets, in which `]` is doubled. */
const outsideNames = (sql: string) =>
  sql.replace(/'\$\[\d+\]'/g, 'PATH').replace(/\[(?:[^\]]|\]\])*\]/g, 'N');

it('puts names in brackets and binds values, whatever they hold', () => {
  const statements = [
    keysetPage(plan, [NASTY.join(''), first], 10),
    groupPage(plan, NASTY.join(''), 10),
    selectTargets(
      editPlan,
      NASTY.map((text) => ({ productId: text, variantId: encodeRowKey([text, text]) })),
      { lock: true },
    ),
    ...selectTargetSets(
      editPlan,
      NASTY.map((text) => ({ productId: text, variantId: encodeRowKey([text, text]) })),
      { lock: true },
    ),
    updateSet(
      editPlan,
      [{ key: [first, second], changes: [{ column: column(third, 'nvarchar'), from: first, to: second }] }],
      { begins: 0 },
    ),
    updateRow(editPlan, [first, second], [{ column: column(third, 'nvarchar'), from: first, to: second }], {
      begins: 0,
    }),
  ];
  for (const statement of statements) {
    const rest = outsideNames(statement?.sql ?? '');
    expect(rest).toMatch(/^[\w@#=<>(),.; ]+$/);
    expect(rest).not.toContain('DROP');
  }
});

it('compares composite keys part by part', () => {
  const { sql, params } = keysetPage(plan, ['x', 'y'], 10);
  expect(outsideNames(sql)).toContain(
    'WHERE (N = 1) AND N >= CAST(@p0 AS nvarchar(50)) AND (N > CAST(@p0 AS nvarchar(50)) OR (N > CAST(@p1 AS nvarchar(50)))) ORDER BY N, N',
  );
  expect(params).toEqual({ p0: 'x', p1: 'y', n: 10 });
});

it('finds no row for an id the table cannot have', () => {
  const keyed = table([column('ID', 'int', { nullable: false }), column('Name', 'nvarchar')], {
    primaryKey: ['ID'],
  });
  const byKey = editPlanOf(planOf(keyed, mapping('Name', 'title')));
  for (const id of ['x', '1.5', '1.0', '01', '+1', '99999999999', "1' OR '1'='1", '']) {
    expect(selectTargets(byKey, [{ productId: id, variantId: id }], { lock: false })).toBeNull();
  }
  expect(selectTargets(byKey, [{ productId: '2', variantId: '1' }], { lock: false })).toBeNull();
  expect(selectTargets(byKey, [{ productId: '1', variantId: null }], { lock: false })?.params).toEqual({
    p0: '1',
  });
});
