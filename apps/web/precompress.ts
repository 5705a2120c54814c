import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg)$/;
const compress = promisify(brotliCompress);

/** Writes a Brotli file for each file of the build: compressed once at the highest level instead of per request. */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      directory = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(directory, { recursive: true });
      await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map(packFile));
    },
  };

  async function packFile(name: string): Promise<void> {
    const file = path.join(directory, name);
    const content = await readFile(file);
    const packed = await compress(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    });
    await writeFile(`${file}.br`, packed);
  }
}
