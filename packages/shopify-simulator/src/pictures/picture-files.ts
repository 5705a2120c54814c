import type { Product } from '../catalogue/model.ts';
import { SEEDED_AT } from '../catalogue/updates.ts';
import type { Exchange } from '../exchange.ts';
import { globalId } from '../text-forms.ts';
import { drawPicture, sizeOf } from './draw-picture.ts';

/**
 * Files as a shop shows them under its own address. Shopify's words of the form: `polinas-potent-potions.myshopify.com
 * /cdn/shop/files/science-beakers-blue-light-new.jpg?v=1683744744&width=450` (Liquid filter `image_url`); the Admin API
 * answers them at cdn.shopify.com, which takes the same parameters.
 */
export const PICTURES_PATH = '/cdn/shop/files/';

/** The maximum side: "up to a maximum of 5760px". */
const MAX_PIXELS = 5760;

export type ImageOfMedia = {
  readonly url: string;
  readonly altText: string;
  readonly width: number;
  readonly height: number;
};

/** As `Media` in the state READY. */
export function mediaOf(product: Product, shop: { readonly origin: string }) {
  return product.media.map(({ id, name, alt }) => {
    const url = `${shop.origin}${PICTURES_PATH}${name}?v=${SEEDED_AT / 1000}`;
    // Recorded: the preview of an image is the image itself.
    const image: ImageOfMedia = { url, altText: alt, ...sizeOf(name) };
    return {
      number: id,
      id: globalId('MediaImage', id),
      alt,
      mediaContentType: 'IMAGE',
      status: 'READY',
      image,
      preview: { image, status: 'READY' },
    };
  });
}

/** Drawn on request, in the size of `width` and `height`, like the CDN. */
export function answerPicture(exchange: Exchange): void {
  const { pathname, searchParams } = exchange.url;
  const name = pathname.slice(PICTURES_PATH.length);
  if (!/^[a-z0-9-]+_\d+\.png$/.test(name)) {
    exchange.html(404, 'Not Found');
    return;
  }
  const most = (side: string) => {
    const asked = Number(searchParams.get(side));
    return Number.isInteger(asked) && asked > 0 ? Math.min(asked, MAX_PIXELS) : MAX_PIXELS;
  };
  exchange.send(200, drawPicture(name, { width: most('width'), height: most('height') }), {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31557600',
  });
}
