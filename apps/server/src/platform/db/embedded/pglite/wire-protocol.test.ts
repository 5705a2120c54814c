import { describe, expect, it } from 'vitest';
import { AnswerReader, FrameReader } from './wire-protocol.ts';

function frame(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 0);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

function untyped(code: number, body = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(8);
  header.writeInt32BE(8 + body.length, 0);
  header.writeInt32BE(code, 4);
  return Buffer.concat([header, body]);
}

const startup = untyped(196_608, Buffer.from('user\0me\0\0'));
const parse = frame('P', Buffer.from('\0select $1\0\0\0'));
const bind = frame('B', Buffer.alloc(70_000, 1));
const execute = frame('E', Buffer.alloc(5));
const sync = frame('S', Buffer.alloc(0));
const query = frame('Q', Buffer.from('select 1\0'));

describe('splitting a stream into requests', () => {
  const stream = Buffer.concat([
    untyped(80_877_103),
    startup,
    parse,
    bind,
    execute,
    sync,
    query,
    frame('X', Buffer.alloc(0)),
  ]);
  const extended = new Uint8Array(Buffer.concat([parse, bind, execute, sync]));
  const events = [
    { kind: 'refuse-encryption' },
    { kind: 'startup' },
    { kind: 'request', bytes: extended, endsWithSync: true },
    { kind: 'request', bytes: new Uint8Array(query), endsWithSync: true },
    { kind: 'terminate' },
  ];

  it.each([1, 3, 7, 4096, 65_536, stream.length])('does not depend on chunks of %i bytes', (size) => {
    const reader = new FrameReader();
    const seen = [];
    for (let at = 0; at < stream.length; at += size)
      seen.push(...reader.push(stream.subarray(at, at + size)));
    expect(seen).toEqual(events);
  });

  it('marks a request the client has not finished', () => {
    const reader = new FrameReader();
    reader.push(startup);
    expect(reader.push(Buffer.concat([parse, frame('H', Buffer.alloc(0))]))).toMatchObject([
      { endsWithSync: false },
    ]);
  });
});

it.each([1, 4, 7, 100_000])('extracts notifications from an answer in chunks of %i bytes', (size) => {
  const row = frame('D', Buffer.alloc(70_000, 0x41));
  const notification = frame('A', Buffer.from('\0\0\0\x01work\0edits\0'));
  const ready = frame('Z', Buffer.from('I'));
  const stream = Buffer.concat([row, notification, ready, notification, ready]);
  const reader = new AnswerReader();
  const answers: Buffer[] = [];
  const notifications: Buffer[] = [];
  for (let at = 0; at < stream.length; at += size) {
    const part = reader.push(stream.subarray(at, at + size));
    answers.push(part.answer);
    notifications.push(...part.notifications);
  }
  expect(Buffer.concat(answers).equals(Buffer.concat([row, ready, ready]))).toBe(true);
  expect(notifications).toEqual([notification, notification]);
});
