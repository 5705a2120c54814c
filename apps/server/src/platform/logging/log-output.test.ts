import { expect, it } from 'vitest';
import { createLogOutput } from './log-output.ts';

it.each(['ENOSPC', 'EPIPE', 'EAGAIN'])('drops and counts lines during %s', (code) => {
  let text = '';
  let room = 6;
  const { write } = createLogOutput((bytes) => {
    if (room === 0) throw Object.assign(new Error(code), { code });
    const taken = bytes.subarray(0, room);
    room -= taken.length;
    text += taken;
    return taken.length;
  });

  for (const line of ['one\n', 'second\n', 'third\n']) write(line);
  room = Number.POSITIVE_INFINITY;
  for (const line of ['fourth\n', 'fifth\n']) write(line);

  const [first, cut, told, ...rest] = text.split('\n');
  expect([first, cut, ...rest]).toEqual(['one', 'se', 'fourth', 'fifth', '']);
  expect(JSON.parse(told ?? '')).toMatchObject({
    level: 'warn',
    msg: `Lines of the log that could not be written: 2 (${code}).`,
  });
});
