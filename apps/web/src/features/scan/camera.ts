import { sleep } from '../../lib/browser/sleep.ts';

/** Why the camera is unavailable. */
export type CameraProblem = 'insecure' | 'refused' | 'none' | 'busy';

export class CameraError extends Error {
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem) {
    super(`No camera: ${problem}`);
    this.problem = problem;
  }
}

/** The rear camera, if there are several. */
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

/** Decodes a video frame; null without a code. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

/** Browser API of https://wicg.github.io/shape-detection-api/#barcode-detection-api */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** Retail symbologies, and those warehouses print themselves. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'itf', 'code_128', 'code_39'];

/** The browser's own decoder if it supports retail codes, otherwise a lazily loaded one. */
async function createReader(): Promise<ReadCode> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && known.includes('ean_13')) {
    const detector = new BarcodeDetector({ formats: FORMATS.filter((format) => known.includes(format)) });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  return (await import('./zxing-reader.ts')).createZxingReader();
}

/** Milliseconds between frames: fast enough for a moving hand, without draining the battery. */
const PAUSE = 80;

/** Reports every code seen until stopped. */
export async function watchForCodes(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = await createReader();
  while (!signal.aborted) {
    // Undecodable frames, as in a background tab, are skipped.
    const code = await read(video).catch(() => null);
    if (code !== null && !signal.aborted) onCode(code);
    await sleep(PAUSE, signal).catch(() => undefined);
  }
}
