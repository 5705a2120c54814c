import type { ApiClient } from '@storefleet/client/api-client';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../testing/render-part.tsx';
import { ChosenArticles } from './chosen-articles.tsx';

const unanswered = { call: () => new Promise(() => undefined) } as unknown as ApiClient;

test.each([
  [10_000, 1],
  [10_001, 0],
])('corrects at most 10,000 chosen articles at once: %d', (count, corrected) => {
  const onCorrect = vi.fn();
  const rest = { onCorrect, planning: false, onClear: () => undefined };
  renderPart(<ChosenArticles count={count} {...rest} />, unanswered);
  const button = screen.getByRole('button', { name: 'Correct by the rules…' });
  fireEvent.click(button);
  expect(onCorrect).toHaveBeenCalledTimes(corrected);
  const reason = button.getAttribute('aria-description');
  expect(reason?.startsWith('At most 10,000 articles') ?? false).toBe(corrected === 0);
});
