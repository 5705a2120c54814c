import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Widths of bars and spaces of a digit, right of the middle (GS1 General Specifications, 5.2.1.2.2). */
const DIGITS = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which of the six digits on the left are mirrored, by the first digit, which has no bars of its own. */
const MIRRORED = ['', '245', '235', '234', '145', '125', '123', '135', '134', '124'];
const [WIDTH, HEIGHT] = [640, 480];
/** Pixels of the thinnest bar. */
const MODULE = 4;

/** A film of one EAN-13, which Chromium's fake camera repeats; `args` are for the browser. */
export async function filmBarcode(ean: string): Promise<{ args: string[]; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sf-camera-'));
  const file = path.join(folder, 'barcode.y4m');
  const row = Buffer.alloc(WIDTH, 235);
  const modules = modulesOf(ean);
  const left = Math.floor((WIDTH - modules.length * MODULE) / 2);
  for (const [index, dark] of [...modules].entries()) {
    if (dark === '1') row.fill(16, left + index * MODULE, left + (index + 1) * MODULE);
  }
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const picture = Buffer.concat([...Array.from({ length: HEIGHT }, () => row), grey]);
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420jpeg\n`;
  await writeFile(file, Buffer.concat([Buffer.from(`${head}FRAME\n`), picture]));
  return {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function modulesOf(ean: string): string {
  const [first = 0, ...digits] = [...ean].map(Number);
  const bars = (digit: number, startsDark: boolean, mirrored = false) => {
    const widths = [...(DIGITS[digit] ?? '')].map(Number);
    return (mirrored ? widths.toReversed() : widths)
      .map((width, index) => String(Number((index % 2 === 0) === startsDark)).repeat(width))
      .join('');
  };
  const leftHalf = digits
    .slice(0, 6)
    .map((digit, at) => bars(digit, false, MIRRORED[first]?.includes(String(at))));
  const rightHalf = digits.slice(6).map((digit) => bars(digit, true));
  return `101${leftHalf.join('')}01010${rightHalf.join('')}101`;
}
