import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it.each([
  'https://stores.example.com',
  'https://stores.example.com:8443/tool',
  'https://203.0.113.9',
  'https://[2001:db8::9]',
  'https://local.example.com',
  'https://172.32.0.1',
])('%s can be reached from outside', (address) => expect(isPublicAddress(address)).toBe(true));

it.each([
  'http://stores.example.com',
  'https://localhost:8080',
  'https://app.localhost',
  'https://127.0.0.1',
  'https://127.1',
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://192.168.1.20:8443',
  'https://169.254.169.254',
  'https://[::1]',
  'https://[::ffff:10.0.0.1]',
  'https://[fd00::7]',
  'https://[fe80::1]',
  'https://storefleet',
  'https://stores.internal',
  'https://nas.local.',
])('%s cannot', (address) => expect(isPublicAddress(address)).toBe(false));
