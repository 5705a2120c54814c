import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, runToEnd } from './child-process.mjs';

/** Installs the packages of package-lock.json unless they are already installed; returns an exit code. */
export async function installPackages() {
  if (isInstalled()) return 0;
  console.error('Installing packages (once, and whenever package-lock.json changes) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  const code = await runToEnd(child);
  if (code !== 0) console.error('The packages could not be installed: see above, then start again.');
  return code;
}

/** Compares npm's own lock file of installed packages with ours, package by package. */
function isInstalled() {
  try {
    const wanted = readPackages('package-lock.json');
    const present = readPackages('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([name, { version, link, optional, resolved, os, cpu, libc }]) => {
      if (!name.includes('node_modules/')) return true;
      const found = present[name];
      if (!found) {
        // Packages for other platforms are not installed, and our C library is unknown here.
        const isForThis = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
        return optional === true && !isForThis;
      }
      return found.version === version && found.link === link && (!link || found.resolved === resolved);
    });
  } catch {
    return false;
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
}
