import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { openStage } from '../support/stage.ts';

const PIA = { name: 'Pia Proposer', email: 'pia@example.com', password: 'another-long-password' };
const ED = { name: 'Ed Editor', email: 'ed@example.com', password: 'another-long-password' };

const stage = await openStage();
const { api } = stage;
const wharf = await stage.connectShop('Wharf');
for (const title of ['Cleat', 'Fender', 'Anchor', 'Buoy'])
  wharf.shop.catalogue.createProduct({ title, variants: [{ price: '10.00', cost: '4.00' }] });
await syncStores(api, [wharf]);
await stage.addMember({ ...PIA, role: 'proposer' });
await stage.addMember(ED);

/** Pia's preview, optionally `submitted` to the inbox. */
async function plan(title: string, price: string, submitted = false): Promise<string> {
  const send = async (path: string, body: object, token = '') => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const address = new URL(path, stage.product.url);
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json() as Promise<Record<string, string>>;
  };
  const { access_token } = await send('/auth/v1/token?grant_type=password', PIA);
  const search = { query: title, type: 'name', store_ids: [wharf.id] };
  const body = { search, attributes_to_set: { price } };
  const { batch_id } = await send('/api/v1/products/bulk-updates/preview', body, access_token);
  if (submitted) await send(`/api/v1/products/bulk-updates/${batch_id}/submit`, {}, access_token);
  return batch_id ?? '';
}

test('a proposer submits plans; an owner applies one, rejects one, and the proposer reads why', async () => {
  const [cleat, fender] = [await plan('Cleat', '12.00'), await plan('Fender', '90.00')];
  const { page: pia } = await stage.visitSignedIn({ at: `/bulk-updates/${cleat}` }, PIA);
  for (const [batchId, note] of [
    [cleat, 'The supplier raised the cost'],
    [fender, 'Everybody sells it for more'],
  ]) {
    await pia.goto(`/bulk-updates/${batchId}`);
    await pia.getByLabel('Note').fill(note ?? '');
    await pia.getByRole('button', { name: 'Submit for approval' }).click();
    await pia.getByRole('button', { name: 'Withdraw' }).waitFor();
  }

  const { page } = await stage.visitSignedIn();
  await page.getByRole('link', { name: '2 plans to decide' }).click();
  await page.getByText('“The supplier raised the cost”').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'The supplier raised the cost' })
    .getByRole('link')
    .click();
  await page.getByText('Nothing has changed since it was planned.').waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByText('Completed').first().waitFor();

  await page.goto('/inbox');
  await page.getByRole('listitem').filter({ hasText: 'Everybody sells it' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByRole('dialog').getByLabel('Why').fill('Ninety is too much');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reject plan' }).click();
  await page.getByText('rejected this plan').waitFor();

  await pia.goto('/inbox?state=decided&mine=true');
  await pia.getByText(/Rejected by .*“Ninety is too much”/).waitFor();
  await page.goto('/history');
  await page.getByText(/Pia Proposer, approved by/).waitFor();
});

test('a blocked price stays unwritten; a large cut requires approval; a plan is taken over and changed', async () => {
  await stage.api('POST', '/guard-rails', {
    name: 'Price cap',
    effect: 'block',
    rule: { kind: 'ceiling', attribute: 'price', amount: '13.00', currency: 'USD' },
  });
  await stage.api('POST', '/guard-rails', {
    name: 'Deep cuts',
    effect: 'approval',
    rule: { kind: 'max_move', attribute: 'price', direction: 'down', percent: 20 },
  });
  const { page: ed, allowTrouble } = await stage.visitSignedIn(
    { at: `/bulk-price-update?q=Anchor&stores=${wharf.id}` },
    ED,
  );
  allowTrouble(/^40[39]: POST \/api\/v1\/products\/bulk-update$/);
  await ed.getByRole('gridcell', { name: /10\.00/ }).click();
  await ed.keyboard.type('14.00');
  await ed.keyboard.press('Enter');
  const refusal = ed.getByRole('dialog');
  await refusal.getByText(/^Price cap: .* Only an owner can make this change/).waitFor();
  expect(await accessibilityProblems(ed)).toEqual([]);
  await refusal.getByRole('button', { name: 'Discard' }).click();
  await ed.getByRole('gridcell', { name: /10\.00/ }).click();
  await ed.keyboard.type('5.00');
  await ed.keyboard.press('Enter');
  const question = ed.getByRole('dialog', { name: 'This needs approval' });
  await question.getByText('Deep cuts: 1 row breaks').waitFor();
  expect(await accessibilityProblems(ed)).toEqual([]);
  await question.getByLabel('Note for the approver').fill('End of the line');
  await question.getByRole('button', { name: 'Submit for approval' }).click();
  await ed.getByText('It is waiting in the inbox').first().waitFor();
  // Its author can withdraw it, and nothing else.
  await ed.goto('/inbox');
  await ed.getByRole('listitem').filter({ hasText: '“End of the line”' }).getByRole('link').click();
  await ed.getByRole('button', { name: 'Withdraw' }).waitFor();
  expect(await ed.getByRole('button', { name: /^(Approve|Update)/ }).count()).toBe(0);

  const { page } = await stage.visitSignedIn({ at: '/inbox' });
  await page.getByRole('listitem').filter({ hasText: '“End of the line”' }).getByRole('link').click();
  await page.getByText('Deep cuts').waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByText('Completed').first().waitFor();
  await page.goto('/history');
  await page.getByText(/Ed Editor, approved by/).waitFor();

  await plan('Buoy', '11.00', true);
  await page.goto('/inbox');
  await page.getByRole('listitem').filter({ hasText: 'Pia Proposer' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('button', { name: 'Update 1 price', exact: true }).click();
  await page.getByText('Completed').first().waitFor();
});
