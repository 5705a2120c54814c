/**
 * The same picture in a smaller size: Shopify's CDN takes `width` and `height` and never makes one larger than it is
 * (https://shopify.dev/docs/api/liquid/filters/image_url). Others pass over it.
 */
export function pictureAddress(url: string, width: number): string {
  const sized = URL.parse(url);
  if (sized === null) return url;
  sized.searchParams.set('width', String(width));
  return sized.href;
}
