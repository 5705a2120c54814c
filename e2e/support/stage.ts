import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Role } from '@storefleet/contract/people/permissions';
import type { ShopOptions } from '@storefleet/shopify-simulator/server';
import { findTestBrowser } from '@storefleet/test-support/browser';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import {
  ACCOUNT,
  ACCOUNT_SETTINGS,
  type Api,
  beginSession,
  type ConnectedStore,
  connectStore,
  signInToApi,
} from './api.ts';
import { filmBarcode } from './barcode-film.ts';
import { copyPreparedData } from './prepared-data.ts';
import { type Product, startProduct } from './product.ts';
import { type Shops, startShops } from './shops.ts';
import { createVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

const PICTURES = fileURLToPath(new URL('../../node_modules/.cache/storefleet-e2e', import.meta.url));
/** Milliseconds that an element may take to appear; ample, for a busy machine. */
const PATIENCE = 30_000;

/** The browser's key for its session; sign-in.spec.ts signs in manually. */
const SESSION_KEY = 'storefleet.auth';

export type StageOptions = {
  /** False: there is no account yet. */
  account?: boolean;
  /** An EAN-13 in front of the browser's camera. */
  inFrontOfCamera?: string;
  settings?: Record<string, string>;
};

export type Stage = {
  readonly product: Product;
  readonly shops: Shops;
  /** As the first account. */
  readonly api: Api;
  /** A new shop, without products unless told otherwise, as a store that is not synced yet. */
  connectShop(
    name: string,
    options?: Partial<ShopOptions>,
    fields?: Record<string, unknown>,
  ): Promise<ConnectedStore>;
  /** Another member, added by the administrator. */
  addMember(member: Member): Promise<void>;
  /** A person with their own browser, until the end of the test. */
  visit(options?: VisitorOptions): Promise<Visitor>;
  /** The same, already signed in; by default as the first account, at the search. */
  visitSignedIn(
    options?: VisitorOptions & { at?: string },
    account?: { email: string; password: string },
  ): Promise<Visitor>;
};

export type Member = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role?: Role;
};

/** A member to add to the team. */
export const memberNamed = (name: string, role: Role) =>
  ({ name, email: `${name.toLowerCase()}@example.com`, password: ACCOUNT.password, role }) satisfies Member;

/**
 * The product, simulated shops and a browser for the tests of one file, which starts with it and closes it at its
 * end. A test also fails if a page had problems that it does not allow.
 */
export async function openStage({
  account = true,
  inFrontOfCamera,
  settings = {},
}: StageOptions = {}): Promise<Stage> {
  const toClose: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const part of toClose) await part.close();
  });
  const shops = await startShops();
  toClose.unshift(shops);
  let browser: Browser;
  if (inFrontOfCamera) {
    const camera = await filmBarcode(inFrontOfCamera);
    browser = await launch(camera.args);
    toClose.unshift(browser, camera);
  } else browser = await shareBrowser();
  const product = await startProduct(
    {
      SHOPIFY_ALLOWED_HOSTS: shops.allowedHosts,
      IMAGE_HOSTS: shops.imageHosts,
      ...(account ? ACCOUNT_SETTINGS : {}),
      ...settings,
    },
    account ? { prepare: copyPreparedData } : {},
  );
  toClose.unshift(product);

  let visitors: Visitor[] = [];
  afterEach(async ({ task }) => {
    const leaving = visitors;
    visitors = [];
    if (task.result?.state === 'fail') await takePictures(task.name, leaving);
    for (const { context } of leaving) await context.close();
    expect(product.failure()).toBeNull();
    expect(leaving.flatMap((visitor) => visitor.trouble())).toEqual([]);
  });

  const visit = async (options: VisitorOptions = {}) => {
    const visitor = await createVisitor(browser, product.url, options);
    visitor.context.setDefaultTimeout(PATIENCE);
    visitors.push(visitor);
    return visitor;
  };
  const api: Api = account ? await signInToApi(product) : withoutAccount;
  return {
    product,
    shops,
    api,
    async connectShop(name, options = {}, fields = {}) {
      const [domain = name] = name.toLowerCase().split(' ');
      return connectStore(api, shops.open(domain, { name, products: 0, ...options }), fields);
    },
    addMember: ({ name, email, password, role = 'editor' }) =>
      product.runUsers(['add', email, '--name', name, '--role', role, '--password'], password),
    visit,
    async visitSignedIn({ at = '/', ...options } = {}, account) {
      const session = JSON.stringify(await beginSession(product, account));
      const visitor = await visit({
        ...options,
        storageState: {
          cookies: [],
          origins: [{ origin: product.url, localStorage: [{ name: SESSION_KEY, value: session }] }],
        },
      });
      await visitor.page.goto(at);
      await visitor.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      return visitor;
    },
  };
}

function withoutAccount(): never {
  throw new Error('This stage has no account to call the API with.');
}

async function launch(args: readonly string[] = []): Promise<Browser> {
  const found: LaunchOptions = await findTestBrowser();
  return chromium.launch({ ...found, args: [...(found.args ?? []), ...args] });
}

let shared: Browser | null = null;

/** One browser for all files of a worker: visitors share nothing, and a start costs as much as two visits. */
async function shareBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launch();
  return shared;
}

/** Of the pages when a test fails: screenshots, and in words, as of a run elsewhere only the output is left. */
async function takePictures(test: string, visitors: readonly Visitor[]): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  const name = test.replace(/\W+/g, '-').slice(0, 80);
  const pages = visitors.flatMap(({ context }) => context.pages());
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: path.join(PICTURES, `${name}-${index + 1}.png`) });
    const shown = await page.locator('body').ariaSnapshot();
    process.stderr.write(
      `${test}\n${page.url()}, ${await page.evaluate('document.visibilityState')}\n${shown}\n`,
    );
  }
}
