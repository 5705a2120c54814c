import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApiClient, DownloadedFile } from '@storefleet/client/api-client';
import type { CompareRow, Comparison } from '@storefleet/contract/articles/compare';
import {
  COMPARED_ATTRIBUTE_LABELS,
  COMPARED_ATTRIBUTES,
  type ComparedAttribute,
  DEFAULT_COMPARED_ATTRIBUTES,
} from '@storefleet/contract/articles/compared';
import { comparedCell } from '@storefleet/contract/articles/compared-cells';
import { FILE_FORMATS } from '@storefleet/contract/catalogue/file-constants';
import { type Command, type CommandContext, textOf, UsageError } from '../command.ts';
import { textTable } from '../text-table.ts';
import { searchOf } from './catalogue.ts';
import { findStores } from './stores.ts';
import { showPlan } from './updates.ts';

const ROWS_SHOWN = 25;

export const compare: Command = {
  usage:
    'compare [WORDS] [--attributes price,stock] [--stores STORE,...] [--differs] [--missing-in STORE,...] [--only-in STORE] [--shared] [--against-rules] [--by name|sku|barcode] [--filter TEXT] [--limit N] [--plan] [--csv FILE] [--xlsx FILE] [--shopify FILE] [--from STORE]',
  summary:
    'Show articles side by side in several stores, or write all of them to a file; with --missing-in and --shopify, what a store lacks as a file that it imports; with --plan, work out what removes their deviations from the rules.',
  options: {
    attributes: { type: 'string' },
    stores: { type: 'string', multiple: true },
    differs: { type: 'boolean' },
    'missing-in': { type: 'string', multiple: true },
    'only-in': { type: 'string' },
    shared: { type: 'boolean' },
    'against-rules': { type: 'boolean' },
    by: { type: 'string', default: 'name' },
    filter: { type: 'string' },
    limit: { type: 'string' },
    plan: { type: 'boolean' },
    csv: { type: 'string' },
    xlsx: { type: 'string' },
    shopify: { type: 'string' },
    from: { type: 'string' },
  },
  async run(context) {
    const { api, values, answer } = context;
    const attributes = attributesOf(textOf(values.attributes));
    const asked = await askedFor(context, attributes);
    const whole = ['plan', ...FILE_FORMATS, 'shopify'].filter((option) => values[option] !== undefined);
    if (whole.length > 1) throw new UsageError(`Choose one of ${whole.map((one) => `--${one}`).join(', ')}.`);
    if (whole.length > 0 && values.limit !== undefined) {
      throw new UsageError(`--${whole[0]} takes all that is found: leave out --limit.`);
    }
    if (values.plan) return showPlan(context, await api.call('compare.plan', { body: asked }));
    for (const format of FILE_FORMATS) {
      const file = textOf(values[format]);
      if (file !== undefined) {
        const query = { ...asked, format };
        return saveFile(context, file, await api.download('compare.export', { query }));
      }
    }
    const file = textOf(values.shopify);
    if (file !== undefined) return saveMissing(context, file, asked);
    if (values.from !== undefined) throw new UsageError('--from goes with --shopify FILE.');
    const found = await firstOf(api, asked, Number(values.limit ?? ROWS_SHOWN));
    answer(found, () => sideBySide(found, attributes));
  },
};

type Asked = Awaited<ReturnType<typeof askedFor>>;

async function saveMissing(context: CommandContext, file: string, { missing_in, ...asked }: Asked) {
  const { api, values } = context;
  if (missing_in === undefined || missing_in.includes(',')) {
    throw new UsageError('--shopify is for the articles of one store: name it with --missing-in STORE.');
  }
  const from = textOf(values.from);
  const source_id = from === undefined ? undefined : (await findStores(api, [from]))[0]?.id;
  const query = { ...asked, store_id: missing_in, source_id };
  return saveFile(context, file, await api.download('compare.exportMissing', { query }));
}

/** Without a condition, what differs comes first: most articles may be in one store only. */
async function firstOf(api: ApiClient, asked: Asked, limit: number): Promise<Comparison> {
  const { differs_in, missing_in, only_in, shared, deviating, attributes } = asked;
  const list = (query: Asked) => api.call('compare.list', { query: { ...query, limit } });
  if (differs_in ?? missing_in ?? only_in ?? shared ?? deviating) return list(asked);
  const [differing, all] = await Promise.all([list({ ...asked, differs_in: attributes }), list(asked)]);
  const rows = new Map([...differing.rows, ...all.rows].map((row) => [row.key, row]));
  const left = differing.next ?? all.next ?? [...rows.keys()][limit] ?? null;
  return { ...all, rows: [...rows.values()].slice(0, limit), next: left };
}

/** `stock` as in a search, too. */
function attributesOf(spelled: string | undefined): readonly ComparedAttribute[] {
  if (spelled === undefined) return DEFAULT_COMPARED_ATTRIBUTES;
  return spelled.split(',').map((part) => {
    const name = part.trim();
    const known = COMPARED_ATTRIBUTES.find((one) => one === (name === 'stock' ? 'inventory_quantity' : name));
    if (known !== undefined) return known;
    throw new UsageError(`--attributes are any of stock, ${COMPARED_ATTRIBUTES.join(', ')}; not '${name}'.`);
  });
}

async function askedFor({ api, args, values }: CommandContext, compared: readonly ComparedAttribute[]) {
  const idsOf = async (option: string) => {
    const spelled = [values[option] ?? []].flat().join(',');
    if (spelled === '') return undefined;
    const found = await findStores(api, spelled.split(/\s*,\s*/));
    return found.map(({ id }) => id).join(',');
  };
  const attributes = compared.join(',');
  const onlyIn = textOf(values['only-in']);
  return {
    ...(await searchOf(api, args, values)),
    attributes,
    store_ids: await idsOf('stores'),
    differs_in: values.differs ? attributes : undefined,
    missing_in: await idsOf('missing-in'),
    only_in: onlyIn === undefined ? undefined : (await findStores(api, [onlyIn]))[0]?.id,
    shared: values.shared ? true : undefined,
    deviating: values['against-rules'] ? 'any' : undefined,
  };
}

function sideBySide({ stores, rows, next }: Comparison, attributes: readonly ComparedAttribute[]): string {
  const currencyOf = (id: string) => stores.find((store) => store.id === id)?.currency ?? '';
  const count = rows.length === 1 ? '1 article' : `${rows.length} articles`;
  return [
    textTable(
      ['Code', 'Product', 'Attribute', ...stores.map(({ name, currency }) => `${name} (${currency})`)],
      rows.flatMap((row) =>
        attributes.map((attribute) => [
          row.code,
          row.title,
          COMPARED_ATTRIBUTE_LABELS[attribute],
          ...stores.map(({ id }) => cellText(row, id, attribute, currencyOf)),
        ]),
      ),
    ),
    `${next === null ? count : `The first ${count}; more with --limit`}. * differs from most stores; → what a rule expects`,
  ].join('\n');
}

function cellText(
  row: CompareRow,
  storeId: string,
  attribute: ComparedAttribute,
  currencyOf: (storeId: string) => string,
): string {
  const cell = comparedCell(row, storeId, attribute, currencyOf);
  if (cell.kind === 'missing') return 'not there';
  const { value, differs, expected, others } = cell;
  return [
    `${value ?? '–'}${differs ? '*' : ''}`,
    ...(expected === undefined ? [] : [`→ ${expected ?? '–'}`]),
    ...(others > 0 ? [`+${others} more`] : []),
  ].join(' ');
}

/** Writes a completely downloaded file to the chosen path. */
async function saveFile(
  { answer }: Pick<CommandContext, 'answer'>,
  file: string,
  { blob }: DownloadedFile,
): Promise<void> {
  await writeFile(file, Buffer.from(await blob.arrayBuffer()));
  answer({ file: path.resolve(file), bytes: blob.size }, () => `Written to ${file}.`);
}
