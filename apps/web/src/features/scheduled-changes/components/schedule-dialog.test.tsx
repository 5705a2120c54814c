import type { ApiClient } from '@storefleet/client/api-client';
import type { ScheduleChangePreview } from '@storefleet/contract/edits/scheduled-changes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildBulkUpdate } from '../../../testing/builders/build-bulk-update.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

type Times = { starts: string; ends: string | null };

const forecastOf = ({ starts }: Times): ScheduleChangePreview => ({
  starts_at: null,
  ends_at: null,
  says: [`It starts at ${starts}.`],
  guard_rails: [],
  meanwhile: [],
  problem: null,
});

/** The dialog of a plan; its forecasts wait for `release`. */
function openDialog() {
  let waiting: (() => void)[] = [];
  const saved: unknown[] = [];
  const call = async (id: string, { body }: { body?: Times } = {}) => {
    if (id === 'scheduledSyncs.timezones') return ['UTC'];
    if (id === 'scheduledChanges.save') return saved.push(body);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return forecastOf(body as Times);
  };
  const batch = buildBulkUpdate({ status: 'planned', started_at: null, completed_at: null });
  renderPart(<ScheduleDialog batch={batch} onClose={() => undefined} />, { call } as unknown as ApiClient);
  const release = async () => {
    await waitFor(() => expect(waiting).not.toHaveLength(0));
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return { release, saved };
}

const set = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const schedule = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Schedule' });

test('saves nothing until it says what happens at the times shown', async () => {
  const { release, saved } = openDialog();
  set(/^Starts/, '2026-12-01T00:00');
  expect(schedule().disabled).toBe(true);
  await release();
  await screen.findByText('It starts at 2026-12-01T00:00.');
  expect(schedule().disabled).toBe(false);
  set(/^Starts/, '2026-12-02T00:00');
  screen.getByText('Checking what will happen …');
  const shown = screen.getByRole('region', { name: 'What will happen' });
  expect(shown.getAttribute('aria-busy')).toBe('true');
  expect(schedule().disabled).toBe(true);
  await release();
  await screen.findByText('It starts at 2026-12-02T00:00.');
  fireEvent.click(schedule());
  await waitFor(() => expect(saved).toMatchObject([{ starts: '2026-12-02T00:00' }]));
});

test('an end that is half typed is neither dropped nor saved', async () => {
  const { release } = openDialog();
  await release();
  const ends = screen.getByLabelText(/^Ends/);
  fireEvent.change(ends, { target: { value: '' } });
  expect(ends.isConnected).toBe(true);
  expect(schedule().disabled).toBe(true);
  expect(screen.queryByRole('region', { name: 'What will happen' })).toBeNull();
  fireEvent.click(screen.getByLabelText('Revert automatically'));
  await release();
  await waitFor(() => expect(schedule().disabled).toBe(false));
});
