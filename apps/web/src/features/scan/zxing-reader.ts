import { BrowserMultiFormatOneDReader } from '@zxing/browser';
import { BarcodeFormat, DecodeHintType } from '@zxing/library';

/** For browsers that cannot read barcodes by themselves. */
export function createZxingReader() {
  const { EAN_13, EAN_8, UPC_A, ITF, CODE_128, CODE_39 } = BarcodeFormat;
  const formats = [EAN_13, EAN_8, UPC_A, ITF, CODE_128, CODE_39];
  const reader = new BrowserMultiFormatOneDReader(new Map([[DecodeHintType.POSSIBLE_FORMATS, formats]]));
  return async (video: HTMLVideoElement): Promise<string | null> => {
    // Without a picture yet there is nothing to decode.
    if (video.videoWidth === 0) return null;
    return reader.decode(video).getText();
  };
}
