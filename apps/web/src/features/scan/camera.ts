import { sleep } from '../../lib/browser/sleep.ts';

/** Why there is no picture. */
export type CameraProblem = 'insecure' | 'refused' | 'none' | 'busy';

export class CameraError extends Error {
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem) {
    super(`No camera: ${problem}`);
    this.problem = problem;
  }
}

/** The camera that looks away from the person, where there is more than one. */
export async function openCamera(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CameraError('insecure');
  if (!navigator.mediaDevices) throw new CameraError('none');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    throw new CameraError(problemOf(error instanceof DOMException ? error.name : ''));
  }
}

function problemOf(name: string): CameraProblem {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none';
}

/** Reads the code in a picture; null if there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

/** What browsers have of https://wicg.github.io/shape-detection-api/#barcode-detection-api */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** The codes on goods, and those that warehouses print themselves. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'itf', 'code_128', 'code_39'];

/** The browser's own reader where it knows the codes on goods, else one that is loaded for it. */
export async function createReader(): Promise<ReadCode> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && known.includes('ean_13')) {
    const detector = new BarcodeDetector({ formats: FORMATS.filter((format) => known.includes(format)) });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  return (await import('./zxing-reader.ts')).createZxingReader();
}

/** Milliseconds between two looks: often enough for a hand that moves, and no drain on the battery. */
const PAUSE = 80;

/** Reports every code that is seen, until it is stopped. */
export async function watchForCodes(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = await createReader();
  while (!signal.aborted) {
    // A picture that cannot be read, such as one of a tab in the background, is followed by others.
    const code = await read(video).catch(() => null);
    if (code !== null && !signal.aborted) onCode(code);
    await sleep(PAUSE, signal).catch(() => undefined);
  }
}
