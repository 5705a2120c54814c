import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { AttributeChanges } from '@storefleet/contract/edits/bulk-updates';
import { partlyDone, storesInWords } from '@storefleet/contract/edits/partly-done';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import {
  type Command,
  type CommandContext,
  confirm,
  FailedError,
  onlyArgument,
  reasonOf,
  textOf,
  UsageError,
} from '../command.ts';
import { parsePriceChange, parseValues } from '../price-change.ts';
import { textTable } from '../text-table.ts';
import { searchOf } from './catalogue.ts';
import { isForLater, schedule, TIMES, whenOf } from './schedule.ts';
import { findStores } from './stores.ts';
import { showWhatIf } from './what-if.ts';

const POLL_MS = 500;
const SEARCHING = {
  by: { type: 'string', default: 'name' },
  filter: { type: 'string' },
  store: { type: 'string', multiple: true },
} as const;

const plan: Command = {
  usage:
    'plan FILE | plan [WORDS] [--filter TEXT] [--store STORE]... (--change price+4% [--ending .99] | --set vendor=X...) [--submit [--reason TEXT]]',
  summary: 'Work out every old and new value of a CSV or Excel file, or of a search, and write nothing.',
  options: {
    ...SEARCHING,
    change: { type: 'string' },
    ending: { type: 'string' },
    set: { type: 'string', multiple: true },
    'in-each-store': { type: 'boolean' },
    submit: { type: 'boolean' },
    reason: { type: 'string' },
  },
  async run(context) {
    const isSearch = context.values.change !== undefined || context.values.set !== undefined;
    const planned = isSearch ? await planOfSearch(context) : await planOfFile(context);
    await showPlan(context, context.values.submit ? await submit(context, planned) : planned);
  },
};

/** It waits in the inbox for somebody who applies or rejects it, who reads the reason. */
function submit(context: CommandContext, { batch_id }: BulkUpdateBatch): Promise<BulkUpdateBatch> {
  const note = reasonOf(context) ?? undefined;
  return context.api.call('inbox.submit', { params: { batch_id }, body: { note } });
}

async function planOfSearch({ api, args, values }: CommandContext): Promise<BulkUpdateBatch> {
  const search = await searchOf(api, args, values);
  const change = textOf(values.change);
  if (change !== undefined) {
    const price_change = parsePriceChange(change, textOf(values.ending));
    return api.call('bulkUpdates.preview', { body: { search, price_change } });
  }
  const attributes_to_set = parseValues(values.set as string[]) as AttributeChanges;
  return api.call('bulkUpdates.preview', { body: { search, attributes_to_set } });
}

async function planOfFile(context: CommandContext): Promise<BulkUpdateBatch> {
  const { api, values } = context;
  const file = onlyArgument(context, 'file, or say what to change with --change or --set');
  await access(file).catch(() => {
    throw new UsageError(`There is no file '${file}'.`);
  });
  const body = await openAsBlob(file);
  const names = Array.isArray(values.store) ? (values.store as string[]) : [];
  const inStores = names.length > 0 ? await findStores(api, names) : null;
  return api.call('bulkUpdates.importCsv', {
    body,
    query: {
      file_name: path.basename(file),
      ...(inStores ? { store_ids: inStores.map(({ id }) => id).join(',') } : {}),
      ...(values['in-each-store'] ? { in_each_store: 'true' as const } : {}),
    },
  });
}

const show: Command = {
  usage: 'show UPDATE [--what-if]',
  summary: 'How an update or a plan stands, with its rows; or what a plan makes of margin and stock value.',
  options: { 'what-if': { type: 'boolean' } },
  async run(context) {
    const params = { batch_id: updateOf(context) };
    if (context.values['what-if']) await showWhatIf(context, params.batch_id);
    else await showPlan(context, await context.api.call('bulkUpdates.get', { params }));
  },
};

const ROWS_SHOWN = 20;

export async function showPlan({ api, answer }: CommandContext, batch: BulkUpdateBatch): Promise<void> {
  const { items, total } = await api.call('bulkUpdates.items', {
    params: { batch_id: batch.batch_id },
    query: { limit: ROWS_SHOWN, show: 'changes' },
  });
  answer({ ...batch, items }, () =>
    [
      sums(batch),
      '',
      textTable(['Store', 'Product', 'Variant', 'SKU', 'Change', 'Status'], items.map(rowOf)),
      ...(total > items.length ? [`… and ${total - items.length} more`] : []),
      ...batch.warnings.map(({ message }) => `Warning: ${message}`),
      ...batch.guard_rails.map(({ title, effect, message }) => `Guard rail (${effect}) ${title}: ${message}`),
      ...batch.errors.map(({ error }) => `Not possible: ${error}`),
      ...partlyOf(batch),
      ...(batch.status === 'planned' ? ['', nextStepOf(batch)] : []),
    ].join('\n'),
  );
}

function nextStepOf({ batch_id, submission, schedule: scheduled }: BulkUpdateBatch): string {
  if (scheduled?.state === 'scheduled') return whenOf(scheduled);
  return submission === null
    ? `Apply it with: storefleet apply ${batch_id}`
    : 'It waits in the inbox for somebody who applies or rejects it.';
}

function rowOf(item: BulkUpdateItemList['items'][number]): (string | null)[] {
  const changes = item.changes.map(
    ({ attribute, old_value, new_value }) => `${attribute} ${old_value ?? '–'} → ${new_value ?? '–'}`,
  );
  return [item.store_name, item.product_title, item.variant_title, item.sku, changes.join(', '), item.status];
}

function sums({
  batch_id,
  title,
  status,
  total,
  succeeded,
  failed,
  unchanged,
  cancelled,
}: BulkUpdateBatch): string {
  const counted = { succeeded, failed, unchanged, cancelled };
  const counts = Object.entries(counted).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  return `${title}\n${batch_id}: ${status}, ${[formatQuantity(total, 'row'), ...counts].join(', ')}`;
}

/** `reason`: why it is written although it breaks guard rails. */
const WRITING = { yes: { type: 'boolean', short: 'y' }, reason: { type: 'string' } } as const;

const apply: Command = {
  usage: 'apply UPDATE [--at TIME [--until TIME] [--timezone ZONE]] [--yes] [--reason TEXT]',
  summary:
    'Write what a plan shows to the stores, and wait for the end; or have that done at a time, and undone at another.',
  options: { ...WRITING, ...TIMES },
  async run(context) {
    if (isForLater(context)) return schedule(context, updateOf(context));
    const { api } = context;
    const batch_id = updateOf(context);
    const batch = await api.call('bulkUpdates.get', { params: { batch_id } });
    // A retry after a lost response finds it already started.
    if (batch.status === 'planned') {
      const writes = batch.total - batch.failed - batch.unchanged - batch.left_out;
      await confirm(
        context,
        `${batch.title}: write ${formatQuantity(writes, 'row')} to ${formatQuantity(batch.stores.length, 'store')}?`,
      );
      await api.call('bulkUpdates.apply', {
        params: { batch_id },
        body: { override_reason: reasonOf(context) },
      });
    }
    await untilApplied(context, batch_id);
  },
};

/** For an update that failed in some stores: what to do about the others. */
function partlyOf(batch: BulkUpdateBatch): string[] {
  const partly = partlyDone(batch);
  if (partly === null) return [];
  const stores = partly.changed.map(({ store_name }) => ` --store ${JSON.stringify(store_name)}`).join('');
  return [
    '',
    partly.sentence,
    `Undo ${storesInWords(partly.changed)} with: storefleet undo ${batch.batch_id}${stores}`,
    `Or retry ${storesInWords(partly.failed)} with: storefleet retry ${batch.batch_id}`,
  ];
}

const retry: Command = {
  usage: 'retry UPDATE',
  summary: 'Plan anew what an update did not change, by what the stores hold now.',
  async run(context) {
    const planned = await context.api.call('bulkUpdates.retry', { params: { batch_id: updateOf(context) } });
    await showPlan(context, planned);
  },
};

const undo: Command = {
  usage: 'undo UPDATE [--store STORE]... [--yes] [--reason TEXT]',
  summary: 'Restore what an update changed, but for what was changed again since.',
  options: { ...WRITING, store: { type: 'string', multiple: true } },
  async run(context) {
    const { api, terminal } = context;
    const batch_id = updateOf(context);
    const names = (context.values.store ?? []) as string[];
    const store_ids = names.length > 0 ? (await findStores(api, names)).map(({ id }) => id) : undefined;
    const preview = await api.call('history.previewUndo', { body: { batch_id, store_ids } });
    const { restorable_count, conflicts_count, uncertain_count } = preview;
    const left = conflicts_count + uncertain_count;
    if (left > 0)
      terminal.note(
        `Changed again since, or not certain: ${formatQuantity(left, 'value')}, which will stay.`,
      );
    if (restorable_count === 0) throw new FailedError('Nothing is left to restore.');
    await confirm(context, `Restore ${formatQuantity(restorable_count, 'value')}?`);
    const started = await api.call('history.undo', {
      body: { batch_id, store_ids, override_reason: reasonOf(context) },
      headers: { 'idempotency-key': randomUUID() },
    });
    await untilApplied(context, started.batch_id);
  },
};

const history: Command = {
  usage: 'history [--limit N]',
  summary: 'What was changed, by whom and when, newest first.',
  options: { limit: { type: 'string', default: '20' } },
  async run({ api, values, answer }) {
    const page = await api.call('history.batches', { query: { limit: Number(values.limit) } });
    answer(page, () =>
      textTable(
        ['When', 'Who', 'What', 'Changes', 'Failed', 'Update'],
        page.batches.map(({ timestamp, user_details, title, changes, failed, batch_id }) => [
          timestamp,
          user_details?.name ?? user_details?.email ?? 'the store',
          title,
          changes,
          failed,
          batch_id,
        ]),
      ),
    );
  },
};

const updateOf = (context: CommandContext): string => onlyArgument(context, 'update by its number');

async function untilApplied({ api, terminal, answer }: CommandContext, batch_id: string): Promise<void> {
  for (;;) {
    const batch = await api.call('bulkUpdates.get', { params: { batch_id } });
    if (batch.status !== 'planned' && batch.status !== 'in_progress') {
      answer(batch, () =>
        [sums(batch), ...batch.errors.map(({ error }) => `Failed: ${error}`), ...partlyOf(batch)].join('\n'),
      );
      if (batch.failed + batch.cancelled > 0) throw new FailedError('Not everything was written.');
      return;
    }
    const waiting = batch.stores.find((store) => store.waiting_until !== null);
    terminal.progress(
      `${Math.floor(batch.progress)} % of ${formatQuantity(batch.total, 'row')}${waiting ? `, ${waiting.store_name} asks for a pause` : ''}. It goes on when you leave.`,
    );
    await setTimeout(POLL_MS);
  }
}

export const updateCommands = { plan, show, apply, retry, undo, history };
