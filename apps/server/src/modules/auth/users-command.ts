import { parseArgs } from 'node:util';
import { ROLES, type Role } from '@storefleet/contract/people/permissions';
import { AppError } from '../../platform/http/problem.ts';
import type { AuthService } from './auth.service.ts';
import { AuthError } from './auth-error.ts';
import { displayName } from './claims.ts';
import type { EmbeddedAuth } from './embedded/embedded-auth.ts';
import { generatePassword, statusOf } from './embedded/members.ts';
import type { UserRow } from './embedded/users.repository.ts';
import type { HostedAuth } from './hosted/hosted-auth.ts';
import { hostedStatusOf } from './hosted/hosted-members.ts';

type UsersCommandDeps = {
  auth: AuthService;
  /** True if mail is really sent; otherwise links are printed. */
  sendsMail: boolean;
  print(line: string): void;
  /** Asks for a password without showing it; empty if the person lets the program choose. */
  askPassword(prompt: string): Promise<string>;
};

/** A mistake by the person at the shell, in a sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const usage = `npm run users -- add EMAIL [--name NAME] [--role ROLE] [--password]
                                create an account (viewer, proposer, editor or owner; an editor unless
                                told, and the first one the owner); the person gets a link to choose a password,
                                or with --password it is asked for here (empty: one is generated)
npm run users -- list           show all accounts
npm run users -- role EMAIL ROLE
                                change what the account may do
npm run users -- disable EMAIL  sign the account out everywhere and keep it out
npm run users -- enable EMAIL   let it in again
npm run users -- reset EMAIL    send or print a link to choose a new password
npm run users -- reset-factor EMAIL
                                remove the second factor of somebody who has lost it, and end their sessions
npm run users -- service-key [--days DAYS]
                                print a key with which a program manages accounts under /auth/v1/admin
npm run users -- rotate-keys    sign with a new key from now on, which ends all service keys

With a hosted project (SUPABASE_URL), add, list, role, disable and enable look after the list of those who may sign in, and
reset lets an address join with another account of the project.`;

/** Seconds. */
const day = 24 * 60 * 60;
const defaultKeyDays = 365;

type Options = { name?: string; password?: boolean; days?: string; role?: Role | undefined };
type Commands = Record<string, () => Promise<void>>;

export async function runUsersCommand(argv: readonly string[], deps: UsersCommandDeps): Promise<void> {
  const { command, email, options } = readArguments(argv);
  const { hosted, embedded } = deps.auth;
  const commands =
    hosted === null
      ? accountCommands(embedded, email, options, deps)
      : projectCommands(hosted, email, options, deps);
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run === undefined) {
    throw new UsageError(
      hosted === null
        ? `There is no command ${command}.\n\n${usage}`
        : `People sign in at the hosted project of SUPABASE_URL, where ${command} is done in its dashboard.`,
    );
  }
  try {
    await run();
  } catch (error) {
    if (!(error instanceof AuthError || error instanceof AppError)) throw error;
    const missing = error.code === 'user_not_found';
    throw new UsageError(missing ? `There is no account for ${email}.` : error.message, { cause: error });
  }
}

function accountCommands(
  { members, secondFactor, keys, clock }: EmbeddedAuth,
  email: string,
  options: Options,
  { sendsMail, print, askPassword }: UsersCommandDeps,
): Commands {
  const userMetadata = options.name ? { name: options.name } : {};

  async function handOver(user: UserRow): Promise<void> {
    const purpose = user.password_hash === null ? 'invite' : 'recovery';
    if (sendsMail) {
      await members.mailLink(user, purpose);
      print(`A link to choose a password was mailed to ${user.email}.`);
      return;
    }
    const { url } = await members.link(user, purpose);
    const lifetime = purpose === 'invite' ? '24 hours' : 'hour';
    print(`Pass this link on to ${user.email}. It works once, within the next ${lifetime}:`);
    print(`  ${url}`);
  }

  return {
    async add() {
      const typed = options.password
        ? await askPassword(`Password for ${email} (leave empty to generate one): `)
        : undefined;
      const password = typed === '' ? generatePassword() : typed;
      const user =
        password === undefined
          ? await members.invite({ email, userMetadata, role: options.role })
          : await members.create({ email, password, emailConfirmed: true, userMetadata, role: options.role });
      print(`An account for ${user.email} has been created.`);
      if (typed === '') print(`Its password is ${password}`);
      if (typed === undefined) await handOver(user);
    },
    async list() {
      const { users } = await members.list({ offset: 0, limit: 10_000, newestFirst: false });
      const now = clock.now();
      printMembers(
        users.map((user) => ({
          email: user.email,
          name: displayName(user.user_metadata),
          status: statusOf(user, now),
          role: user.member_role,
          lastSignIn: user.last_sign_in_at,
        })),
        print,
      );
    },
    async role() {
      const user = await members.change((await members.byEmail(email)).id, { role: options.role });
      print(roleChanged(user));
    },
    async disable() {
      const user = await members.disable((await members.byEmail(email)).id);
      print(`${user.email} is disabled and signed out everywhere.`);
    },
    async enable() {
      const user = await members.enable((await members.byEmail(email)).id);
      print(`${user.email} can sign in again.`);
    },
    reset: async () => handOver(await members.byEmail(email)),
    async 'reset-factor'() {
      const user = await members.byEmail(email);
      await secondFactor.reset(user);
      print(`${user.email} is signed out everywhere, and signs in with the password alone again.`);
    },
    'service-key': async () => print(await keys.serviceKey(keyDays(options.days) * day)),
    async 'rotate-keys'() {
      await keys.rotate();
      print('A new signing key is in use. Service keys printed before do not work any more.');
    },
  };
}

/** With a hosted project, only the list of members is managed here. */
function projectCommands(
  { members }: HostedAuth,
  email: string,
  { name = null, role }: Omit<Options, 'name'> & { name?: string | null },
  { print }: UsersCommandDeps,
): Commands {
  return {
    async add() {
      const added = await members.add({ email, name, role });
      print(`${added.email} may sign in with a confirmed account of the project.`);
    },
    list: async () =>
      printMembers(
        (await members.list()).map((member) => ({
          email: member.email,
          name: member.name,
          status: hostedStatusOf(member),
          role: member.member_role,
          lastSignIn: member.last_sign_in_at,
        })),
        print,
      ),
    async role() {
      const member = await members.byEmail(email);
      print(roleChanged(await members.change(member.id, { member_role: role })));
    },
    async disable() {
      const member = await members.disable((await members.byEmail(email)).id);
      print(`${member.email} is disabled.`);
    },
    async enable() {
      const member = await members.enable((await members.byEmail(email)).id);
      print(`${member.email} may sign in again.`);
    },
    async reset() {
      const member = await members.expectAnew((await members.byEmail(email)).id);
      print(`${member.email} may join with another account of the project.`);
    },
  };
}

type ListedMember = {
  email: string;
  name: string | null;
  status: string;
  role: Role;
  lastSignIn: Date | null;
};

function printMembers(members: readonly ListedMember[], print: UsersCommandDeps['print']): void {
  if (members.length === 0) {
    print('There are no accounts yet.');
    return;
  }
  const rows = members.map(({ email, name, status, role, lastSignIn }) => [
    email,
    name ?? '',
    role,
    status,
    lastSignIn === null ? 'never signed in' : `last signed in ${lastSignIn.toISOString()}`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

function keyDays(days: string | undefined): number {
  if (days === undefined) return defaultKeyDays;
  const number = Number(days);
  if (!Number.isInteger(number) || number < 1 || number > 3_650) {
    throw new UsageError('--days has to be a whole number from 1 to 3650.');
  }
  return number;
}

const commandsWithEmail = ['add', 'role', 'disable', 'enable', 'reset', 'reset-factor'];

function roleChanged({ email, member_role: role }: { email: string; member_role: Role }): string {
  return `${email} is ${role === 'viewer' || role === 'proposer' ? 'a' : 'an'} ${role} now.`;
}

function readRole(role: string | undefined): Role | undefined {
  const known = ROLES.find((one) => one === role);
  if (role !== undefined && known === undefined) {
    throw new UsageError(`The role has to be one of ${ROLES.join(', ')}.`);
  }
  return known;
}

function readArguments(argv: readonly string[]): { command: string; email: string; options: Options } {
  let parsed: { values: Omit<Options, 'role'> & { role?: string }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...argv],
      options: {
        name: { type: 'string' },
        role: { type: 'string' },
        password: { type: 'boolean' },
        days: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
  const [command, email = '', roleOfEmail] = parsed.positionals;
  if (command === undefined) throw new UsageError(usage);
  if (commandsWithEmail.includes(command) && email === '') {
    throw new UsageError(`The email address is missing: npm run users -- ${command} EMAIL`);
  }
  const role = readRole(command === 'role' ? (roleOfEmail ?? '') : parsed.values.role);
  return { command, email, options: { ...parsed.values, role } };
}
