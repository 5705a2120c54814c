import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CSV_IMPORT_MAX_BYTES } from '@storefleet/contract/catalogue/file-constants';
import { readConfig } from '@storefleet/server/config/config';
import { openTestApp } from '@storefleet/test-support/app';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const documents = (file: string) =>
  parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect(document.errors, file).toEqual([]);
    return document.toJS() as unknown;
  });

// Without a worker, waiting work stays waiting.
const app = await openTestApp({ environment: { PROCESS_ROLE: 'web' } });
const exported = exportedNames(await (await fetch(`${app.url}/metrics`)).text());

function exportedNames(metrics: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      names.add(name + suffix);
  }
  return names;
}

/** The metrics in a PromQL expression. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring) *\([^)]*\)/g, '');
  return [...bare.matchAll(/[a-z_]\w*(?! *\()\b/g)]
    .map(([name]) => name)
    .filter(
      (name) =>
        !['and', 'or', 'unless', 'bool'].includes(name) &&
        !bare.includes(`${name}(`) &&
        !bare.includes(`${name} (`),
    );
}

/** All values under this key, at any depth. */
function valuesOf(node: unknown, key: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(value, key),
  ]);
}

describe('monitoring', () => {
  it.each(['deploy/monitoring/dashboard.json', 'deploy/monitoring/alerts.yaml'])(
    'names only metrics that are exported (%s)',
    (file) => {
      const expressions = valuesOf(documents(file), 'expr') as string[];
      expect(expressions.length).toBeGreaterThan(10);
      // Prometheus itself provides whether a process is up.
      const unknown = expressions.flatMap(namesIn).filter((name) => name !== 'up' && !exported.has(name));
      expect(unknown).toEqual([]);
    },
  );

  it('every metric of our own is explained in docs/operations.md', () => {
    const text = read('docs/operations.md');
    const own = [...exported].filter((name) => !/^(process|nodejs)_|_(bucket|sum|count)$/.test(name));
    expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    expect(own).toContain('syncs_in_progress');
  });

  it('reads shared state from the database', async () => {
    const store = await app.fetchApi('/stores', {
      method: 'POST',
      json: {
        shop_name: 'Hats',
        shop_url: 'hats.myshopify.com',
        store_type: 'shopify',
        access_token: 'shpat_1',
      },
    });
    const { id } = (await store.json()) as { id: string };
    await app.db.query(
      `insert into sync_runs (id, store_id, method, trigger, status, counted_products, counted_exactly, total_products,
         enqueued_at, created_at, completed_at, lease_id, heartbeat_at)
       select gen_random_uuid(), $1, 'graphql', 'manual', status, 1, true, 1, now(), now(),
         case when status = 'in_progress' then null else now() - age end, gen_random_uuid(), now() - interval '2 minutes'
       from (values ('in_progress', interval '0'), ('failed', interval '1 minute'), ('failed', interval '2 hours'),
         ('completed', interval '1 minute')) as run (status, age)`,
      [id],
    );
    await app.db.query(
      `insert into webhook_changes (store_id, source_id, is_deleted, due_at) values ($1, 'x', false, now() - interval '90 seconds')`,
      [id],
    );
    await app.services.jobs.send('stores.read-shop-details', { store_id: id }, { startAfterSeconds: 3_600 });
    await app.db.query(
      `update jobs.job set start_after = now() - interval '80 seconds', state = 'created' where data->>'store_id' = $1`,
      [id],
    );
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    expect(value('syncs_in_progress')).toBe(1);
    expect(value('syncs_silent')).toBe(1);
    expect(value('syncs_oldest_waiting_seconds')).toBeGreaterThanOrEqual(80);
    expect(value('syncs_failed_last_hour')).toBe(1);
    expect(value('syncs_completed_last_hour')).toBe(1);
    expect(value('schedule_lateness_seconds')).toBe(0);
    expect(value('webhook_changes_waiting')).toBe(1);
    expect(value('webhook_changes_lateness_seconds')).toBeGreaterThanOrEqual(90);
    expect(value('jobs_oldest_waiting_seconds{queue="stores.read-shop-details"}')).toBeGreaterThanOrEqual(80);
    expect(text).toMatch(/^storefleet_info\{version="\d[^"]*",role="web"\} 1$/m);
  });
});

const settings = () =>
  new Set(
    [...read('apps/server/src/config/config.ts').matchAll(/^ {2}([A-Z][A-Z_]*):/gm)].map(([, name]) => name),
  );

it('exactly the existing settings are explained in the README and listed in .env.example', () => {
  const rows = read('README.md').match(/^\| `[A-Z][A-Z_]*`.*? \|/gm) ?? [];
  const explained = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  const listed = [...read('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(new Set(explained)).toEqual(settings());
  expect(new Set(listed)).toEqual(settings());
});

const kubernetes = () =>
  readdirSync(path.join(ROOT, 'deploy/kubernetes'))
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => documents(`deploy/kubernetes/${file}`)) as Record<string, unknown>[];

describe('deployment files', () => {
  it('set only existing settings', () => {
    const compose = documents('deploy/compose.yaml')[0] as {
      services: Record<string, { image: string; environment?: object }>;
    };
    const ours = Object.values(compose.services).filter(({ image }) => image === 'storefleet');
    expect(ours).toHaveLength(4);
    const inKubernetes = kubernetes().flatMap((object) => [
      ...(object.kind === 'ConfigMap' ? Object.keys(object.data as object) : []),
      ...(object.kind === 'Secret' ? Object.keys(object.stringData as object) : []),
      ...(valuesOf(object, 'env') as { name: string }[][]).flat().map((variable) => variable.name),
    ]);
    const assignments = [
      'deploy/Dockerfile',
      'deploy/systemd/storefleet.service',
      'deploy/systemd/storefleet@.service',
    ]
      .flatMap((file) => read(file).match(/^(ENV |Environment=).*/gm) ?? [])
      .flatMap((line) => [...line.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name));
    const named = [
      ...ours.flatMap(({ environment = {} }) => Object.keys(environment)),
      ...inKubernetes,
      ...assignments,
    ];
    expect(named).toContain('PROCESS_ROLE');
    const known = settings();
    expect(named.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
  });

  it('require exactly what the example of .env has', () => {
    const asked = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    const given = [...read('deploy/.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(new Set(given)).toEqual(new Set(asked));
  });

  it('probe existing addresses, on the port that the processes listen on', async () => {
    const port = readConfig({}).port;
    const probes = kubernetes().flatMap((object) => valuesOf(object, 'httpGet')) as {
      path: string;
      port: string;
    }[];
    expect(probes.map((probe) => probe.port)).toEqual(Array(6).fill('http'));
    const ports = kubernetes().flatMap((object) => valuesOf(object, 'containerPort'));
    expect(ports).toEqual([port, port]);
    const image = read('deploy/Dockerfile');
    expect(image).toContain(`PORT=${port} `);
    expect(image).toContain(`EXPOSE ${port}\n`);
    const proxy = read('deploy/Caddyfile');
    expect(proxy).toContain(`reverse_proxy web-1:${port} web-2:${port} {`);
    const paths = [
      ...probes.map((probe) => probe.path),
      ...[...image.matchAll(/ \+ '(\/\w+)'/g)].map(([, found = '']) => found),
      ...[...proxy.matchAll(/health_uri (\S+)/g)].map(([, found = '']) => found),
    ];
    expect(new Set(paths)).toEqual(new Set(['/healthz', '/readyz']));
    for (const found of new Set(paths)) expect((await fetch(app.url + found)).status).toBe(200);
  });

  it('let PostgreSQL run for a user who may not write to the program, in the image and under systemd', () => {
    const layLinks = /node -e ".*findBinaries\(\)\)"/;
    const inImage = layLinks.exec(read('deploy/Dockerfile'))?.[0];
    const withSystemd = /## With systemd[\s\S]*?```sh\n([\s\S]*?)```/.exec(read('docs/operations.md'))?.[1];
    expect(layLinks.exec(withSystemd ?? '')?.[0]).toBe(inImage);
    expect(inImage).toBeDefined();
  });

  it('accept the largest file', () => {
    expect(Number(/max_size (\d+)MB/.exec(read('deploy/Caddyfile'))?.[1]) * 1_000_000).toBeGreaterThan(
      CSV_IMPORT_MAX_BYTES,
    );
    const ingress = /proxy-body-size: (\d+)m/.exec(read('deploy/kubernetes/ingress.yaml'))?.[1];
    expect(Number(ingress) * 1024 * 1024).toBeGreaterThan(CSV_IMPORT_MAX_BYTES);
  });

  it('pin images to a version', () => {
    const compose = documents('deploy/compose.yaml').flatMap((document) =>
      valuesOf(document, 'image'),
    ) as string[];
    const bases = [...read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    const foreign = [...compose, ...bases].filter((image) => image !== 'storefleet');
    expect(foreign.length).toBeGreaterThan(4);
    for (const image of foreign) expect(image).toMatch(/^[a-z]+:\d+[\w-]*$/);
    const node = JSON.parse(read('package.json')).devDependencies.node as string;
    expect(new Set(bases)).toEqual(new Set([`node:${/\d+/.exec(node)?.[0]}-slim`]));
  });
});
