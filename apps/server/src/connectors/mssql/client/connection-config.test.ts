import { describe, expect, it } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import { SourceError } from '../../source-error.ts';
import { connectionConfig, inForce, type SqlServerSettings } from './connection-config.ts';

const FIELDS: SqlServerSettings = {
  server: 'db.example.com',
  port: 1433,
  database: 'Shop',
  username: 'reader',
  password: new Secret('pa;ss"word'),
  connectionString: null,
  trustServerCertificate: false,
};

function withString(text: string, fields: Partial<SqlServerSettings> = {}): SqlServerSettings {
  return { ...FIELDS, ...fields, connectionString: new Secret(text) };
}

function sentenceOf(settings: SqlServerSettings): string {
  try {
    connectionConfig(settings);
  } catch (error) {
    if (error instanceof SourceError) return error.message;
    throw error;
  }
  throw new Error('It was taken.');
}

describe('single fields', () => {
  it('are encrypted and verified by default', () => {
    const config = connectionConfig(FIELDS);
    expect(config).toMatchObject({ host: 'db.example.com', instance: null, port: 1433, encrypt: true });
    expect(config.trustServerCertificate).toBe(false);
    expect(config.password.reveal()).toBe('pa;ss"word');
    expect(inForce(config)).toEqual({
      server: 'db.example.com',
      port: 1433,
      database: 'Shop',
      username: 'reader',
      encrypted: true,
      readOnlyIntent: false,
    });
  });

  it.each([
    ['db.example.com\\SHOP', 1433, 'db.example.com', 'SHOP', null],
    ['db.example.com\\SHOP', 1444, 'db.example.com', 'SHOP', 1444],
    ['db.example.com\\MSSQLSERVER', 1433, 'db.example.com', null, 1433],
    ['tcp:db.example.com,1500', 1433, 'db.example.com', null, 1500],
    ['.', 1433, 'localhost', null, 1433],
    ['(local)\\SQLEXPRESS', 1433, 'localhost', 'SQLEXPRESS', null],
    ['fe80::1', 1433, 'fe80::1', null, 1433],
  ])('%s with port %i', (server, port, host, instance, asked) => {
    expect(connectionConfig({ ...FIELDS, server, port })).toMatchObject({ host, instance, port: asked });
  });

  it.each([
    [{ server: '' }, /server must be a host name/],
    [{ server: 'a,b,c' }, /server must be a host name/],
    [{ server: '\\\\host\\pipe\\sql' }, /Named pipes/],
    [{ server: 'np:host' }, /Named pipes/],
    [{ username: ' ' }, /There is no user/],
    [{ database: '' }, /There is no database/],
    [{ password: null }, /Enter the password of the user reader/],
  ])('%j are not enough', (fields, sentence) => {
    expect(sentenceOf({ ...FIELDS, ...fields })).toMatch(sentence);
  });
});

describe('a connection string', () => {
  it('overrides the fields', () => {
    const config = connectionConfig(
      withString(
        'Server=tcp:other.example.com,1500;Initial Catalog=Depot;User ID=sa;Password="a;b";Encrypt=false;TrustServerCertificate=true',
      ),
    );
    expect(config).toMatchObject({
      host: 'other.example.com',
      port: 1500,
      database: 'Depot',
      user: 'sa',
      encrypt: false,
      trustServerCertificate: true,
    });
    expect(config.password.reveal()).toBe('a;b');
  });

  it('takes what it lacks from the fields, but never sends one user’s password for another', () => {
    const config = connectionConfig(withString('Server=other.example.com', { trustServerCertificate: true }));
    expect(config).toMatchObject({ host: 'other.example.com', port: 1433, database: 'Shop', user: 'reader' });
    expect(config).toMatchObject({ encrypt: true, trustServerCertificate: true });
    expect(sentenceOf(withString('Server=h;User ID=sa'))).toMatch(/Enter the password of the user sa/);
  });

  it.each([
    ['Encrypt=Strict', { encrypt: 'strict', trustServerCertificate: false }],
    [
      ' encrypt = "strict" ;TrustServerCertificate=true',
      { encrypt: 'strict', trustServerCertificate: false },
    ],
    ['Encrypt=Mandatory;TrustServerCertificate=true', { encrypt: true, trustServerCertificate: true }],
    ['ApplicationIntent=ReadOnly', { encrypt: true, readOnlyIntent: true }],
    ['Application Intent=readonly', { readOnlyIntent: true }],
    ['ApplicationIntent=ReadWrite', { readOnlyIntent: false }],
    ["PWD='x;Encrypt=Strict;ApplicationIntent=ReadOnly'", { encrypt: true, readOnlyIntent: false }],
  ])('%s is never weakened', (words, wanted) => {
    const text = `Server=h;Database=x;User ID=a;Password=b;${words}`;
    expect(connectionConfig(withString(text, { trustServerCertificate: true }))).toMatchObject(wanted);
  });

  it('names an instance', () => {
    expect(connectionConfig(withString('Data Source=host\\SHOP;UID=a;PWD=b;Database=x'))).toMatchObject({
      host: 'host',
      instance: 'SHOP',
      port: null,
    });
  });

  it.each([
    ['garbage', /cannot be read/],
    ['postgres://a:hunter2@host/db', /cannot be read/],
    ['Server=h;Password="hunter2', /cannot be read/],
    ['Server=np:h;User ID=a;Password=hunter2', /Named pipes/],
    ['Server=h,abc;User ID=a;Password=hunter2', /port in the connection string/],
    ['Server=h;Database=x;Integrated Security=SSPI', /Windows sign-in/],
    ['Server=h;Database=x;Trusted_Connection=yes', /Windows sign-in/],
    ['Server=h;User ID=CORP\\ann;Password=hunter2', /Windows user/],
    [
      'Server=h;Authentication=Active Directory Password;User ID=a;Password=hunter2',
      /sign-in of another kind/,
    ],
  ])('%s is refused', (text, sentence) => {
    const said = sentenceOf(withString(text));
    expect(said).toMatch(sentence);
    expect(said).not.toContain('hunter2');
  });
});
