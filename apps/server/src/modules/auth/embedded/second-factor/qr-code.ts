import { encodeQR } from 'qr';

/** Light modules around the code, which cameras need to find it. */
const border = 4;

/** A QR code as SVG, with low error correction. The client puts it into a data URL as is: no `#` or `%`. */
export function qrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${dark.join('')}"/></svg>`,
  ].join('');
}
