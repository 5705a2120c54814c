import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DownloadedFile } from '@storefleet/client/api-client';
import type { CommandContext } from './command.ts';

/** Writes a file that came as a whole where somebody wants it. */
export async function saveFile(
  { answer }: Pick<CommandContext, 'answer'>,
  file: string,
  { blob }: DownloadedFile,
): Promise<void> {
  await writeFile(file, Buffer.from(await blob.arrayBuffer()));
  answer({ file: path.resolve(file), bytes: blob.size }, () => `Written to ${file}.`);
}
