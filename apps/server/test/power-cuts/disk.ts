import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** A file system whose power can be cut, mounted at `folder`. */
export type Disk = {
  readonly folder: string;
  /**
   * From now on nothing reaches the disk; writes and flushes fail. Returns how much was unwritten just
   * before, if the system tells (debugfs is mounted).
   */
  cut(): string;
  /** Mounts what was on the disk at the cut, once nobody uses it any more. */
  restore(): Promise<void>;
  remove(): Promise<void>;
};

const MEGABYTES = 900;
/**
 * ext4's own switch for this (EXT4_IOC_SHUTDOWN), without flushing its journal (EXT4_GOING_FLAGS_NOLOGFLUSH).
 */
const SHUT_DOWN =
  'my $how = pack("L", 2); open my $folder, "<", $ARGV[0] or die $!; ioctl($folder, 0x8004587d, $how) or die $!';
const UNMOUNT_TRIES = 300;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * Two file systems, one in a file of the other. The outer one plays the device: what the inner one writes
 * without a flush stays in the outer one's memory, like in a drive's cache, and is lost when the outer one is
 * shut down.
 */
export function makeDisk(): Disk {
  const home = mkdtempSync(path.join(tmpdir(), 'sf-disk-'));
  const places = { device: path.join(home, 'device'), folder: path.join(home, 'mounted') };
  const image = path.join(home, 'device.img');
  const file = path.join(places.device, 'disk.img');
  for (const place of Object.values(places)) mkdirSync(place);
  run('truncate', '--size', `${MEGABYTES + 300}M`, image);
  run('mkfs.ext4', '-q', image);
  const outer = run('losetup', '--find', '--show', '--direct-io=on', image);
  run('mount', outer, places.device);
  // Preallocated, so that later writes are in place and each waits for its own flush.
  run('dd', 'if=/dev/zero', `of=${file}`, 'bs=1M', `count=${MEGABYTES}`, 'conv=fsync', 'status=none');
  run('mkfs.ext4', '-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', file);
  let inner = '';
  const attach = () => {
    inner = run('losetup', '--find', '--show', file);
    run('mount', inner, places.folder);
  };
  const detach = async () => {
    endProcessesIn(places.folder);
    await unmount(places.folder);
    run('losetup', '--detach', inner);
    await unmount(places.device);
  };
  attach();
  run('sync', '--file-system', places.device);

  return {
    folder: places.folder,
    cut() {
      const unwritten = [inner, outer].map(unwrittenKilobytes);
      run('perl', '-e', SHUT_DOWN, places.device);
      return `${unwritten.map((kilobytes) => kilobytes ?? '?').join(' + ')} kB`;
    },
    async restore() {
      await detach();
      run('mount', outer, places.device);
      attach();
    },
    async remove() {
      await detach();
      run('losetup', '--detach', outer);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** In the memory of the outer file system. */
function unwrittenKilobytes(device: string): number | null {
  const [major, minor] = run('stat', '--format=%Hr %Lr', device).split(' ');
  const file = `/sys/kernel/debug/bdi/${major}:${minor}/stats`;
  if (!existsSync(file)) return null;
  const amounts = readFileSync(file, 'utf8').matchAll(/^Bdi(?:Writeback|Reclaimable): +(\d+)/gm);
  return [...amounts].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
}

/** A power cut ends all processes; backends outlive a killed postmaster. */
function endProcessesIn(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Already ended.
    }
  }
}

/** Killed processes release it one by one. */
async function unmount(place: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { status, stderr } = spawnSync('umount', [place], { encoding: 'utf8' });
    if (status === 0) return;
    if (tries === UNMOUNT_TRIES) throw new Error(stderr);
    await pause(100);
  }
}
