import { BrowserMultiFormatOneDReader } from '@zxing/browser';
import { BarcodeFormat, DecodeHintType } from '@zxing/library';

/** Fallback for browsers without a barcode decoder. */
export function createZxingReader() {
  const { EAN_13, EAN_8, UPC_A, ITF, CODE_128, CODE_39 } = BarcodeFormat;
  const formats = [EAN_13, EAN_8, UPC_A, ITF, CODE_128, CODE_39];
  const reader = new BrowserMultiFormatOneDReader(new Map([[DecodeHintType.POSSIBLE_FORMATS, formats]]));
  return async (video: HTMLVideoElement): Promise<string | null> => {
    // No frame yet.
    if (video.videoWidth === 0) return null;
    return reader.decode(video).getText();
  };
}
