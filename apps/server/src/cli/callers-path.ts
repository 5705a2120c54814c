import process from 'node:process';

/** The folder the person called npm in: npm itself changes to the folder of the project. */
export function callersPath(): string {
  return process.env.INIT_CWD ?? process.cwd();
}
