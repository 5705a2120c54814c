import { expect, it } from 'vitest';
import { hostRule } from './host-rule.ts';

const LISTED = ['db.example.com', '*.shops.example', '10.1.0.0/16', 'fd00::/8', '192.0.2.7'];

it.each([
  ['any address', null, 'localhost', '127.0.0.1', true],
  ['a private one', null, 'db', '10.0.0.1', true],
  ['no link-local one', null, 'metadata', '169.254.169.254', false],
  ['nor one of version 6', null, 'fe80::1', 'fe80::1%eth0', false],
  ['nor one in disguise', null, 'metadata', '::ffff:169.254.169.254', false],
  ['a name', LISTED, 'DB.example.com.', '203.0.113.1', true],
  ['no other name', LISTED, 'db2.example.com', '203.0.113.1', false],
  ['one label for a star', LISTED, 'a.shops.example', '203.0.113.1', true],
  ['not two', LISTED, 'a.b.shops.example', '203.0.113.1', false],
  ['not none', LISTED, 'shops.example', '203.0.113.1', false],
  ['a name that leads elsewhere', LISTED, 'db.example.com', '169.254.169.254', false],
  ['a network', LISTED, 'anything', '10.1.2.3', true],
  ['a network written in version 6', LISTED, 'anything', '::ffff:10.1.2.3', true],
  ['a network of version 6', LISTED, 'fd00::1', 'fd00::1', true],
  ['one address', LISTED, '192.0.2.7', '192.0.2.7', true],
  ['no other address', LISTED, '192.0.2.8', '192.0.2.8', false],
  ['link-local where it is listed', ['169.254.0.0/16'], '169.254.1.1', '169.254.1.1', true],
])('permits %s', (_what, allowed, host, address, permitted) => {
  expect(hostRule(allowed)(host, address)).toBe(permitted);
});
