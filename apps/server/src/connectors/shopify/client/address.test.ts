import { describe, expect, it } from 'vitest';
import { assertAllowedHost, normaliseShopUrl, shopOrigin } from './address.ts';

describe('normaliseShopUrl', () => {
  it.each([
    ['my-shop.myshopify.com', 'my-shop.myshopify.com'],
    ['  My-Shop.MyShopify.com/ ', 'my-shop.myshopify.com'],
    ['https://my-shop.myshopify.com/admin/products?selectedView=all#top', 'my-shop.myshopify.com'],
    ['http://my-shop.myshopify.com', 'my-shop.myshopify.com'],
    ['https://my-shop.myshopify.com:443/', 'my-shop.myshopify.com'],
    ['my-shop.myshopify.com.', 'my-shop.myshopify.com'],
    ['https://key:secret@my-shop.myshopify.com/admin', 'my-shop.myshopify.com'],
    ['https://admin.shopify.com/store/my-shop/settings/domains', 'my-shop.myshopify.com'],
    ['admin.shopify.com/store/My-Shop', 'my-shop.myshopify.com'],
    ['my-shop', 'my-shop.myshopify.com'],
    ['www.brand.com', 'www.brand.com'],
    ['http://atlas.localhost:4010/', 'atlas.localhost:4010'],
    ['127.0.0.1:4010', '127.0.0.1:4010'],
  ])('normalizes %j to %s', (typed, host) => {
    expect(normaliseShopUrl(typed)).toBe(host);
  });

  it.each([
    ['', "Enter the shop's address, such as my-shop.myshopify.com."],
    ['   ', "Enter the shop's address, such as my-shop.myshopify.com."],
    ['my shop', '"my shop" is not a shop address. Enter it like my-shop.myshopify.com.'],
    ['ftp://my-shop.myshopify.com', '"ftp://my-shop.myshopify.com" is not a shop address.'],
    ['https://', '"https://" is not a shop address.'],
    ['https://admin.shopify.com/', 'Open the shop in the Shopify admin and paste that address'],
  ])('refuses %j with a sentence', (typed, sentence) => {
    expect(() => normaliseShopUrl(typed)).toThrow(sentence);
  });
});

describe('assertAllowedHost', () => {
  const usual = ['*.myshopify.com'];
  const withSimulator = ['*.myshopify.com', '*.localhost:4010'];

  it.each([
    ['my-shop.myshopify.com', usual],
    ['atlas.localhost:4010', withSimulator],
    ['127.0.0.1:4010', ['127.0.0.1:4010']],
  ])('allows %s if it is listed', (host, patterns) => {
    expect(() => assertAllowedHost(host, patterns)).not.toThrow();
  });

  it.each([
    'myshopify.com',
    'a.b.myshopify.com',
    'evil-myshopify.com',
    'my-shop.myshopify.com.evil.com',
    'my-shop.myshopify.com:8443',
    'localhost',
    '127.0.0.1',
    '169.254.169.254',
    '[::1]',
  ])('refuses %s', (host) => {
    expect(() => assertAllowedHost(host, usual)).toThrow();
  });

  it('tells the owner of a custom domain which address to use', () => {
    expect(() => assertAllowedHost('www.brand.com', usual)).toThrow(
      "www.brand.com is not a myshopify.com address. A shop's own domain does not answer the Admin API: use the address",
    );
  });

  it('names the setting that would allow the host', () => {
    expect(() => assertAllowedHost('atlas.localhost:9999', withSimulator)).toThrow(
      'This server may not contact atlas.localhost:9999: SHOPIFY_ALLOWED_HOSTS allows only *.myshopify.com, *.localhost:4010.',
    );
  });
});

it('uses plain http only for this machine', () => {
  expect(shopOrigin('my-shop.myshopify.com')).toBe('https://my-shop.myshopify.com');
  expect(shopOrigin('atlas.localhost:4010')).toBe('http://atlas.localhost:4010');
  expect(shopOrigin('127.0.0.1:4010')).toBe('http://127.0.0.1:4010');
  expect(shopOrigin('localhost.evil.com')).toBe('https://localhost.evil.com');
});
