/**
 * The same picture in a smaller size: Shopify's CDN accepts `width` and `height` and never enlarges
 * (https://shopify.dev/docs/api/liquid/filters/image_url). Other hosts ignore them.
 */
export function pictureAddress(url: string, width: number): string {
  const sized = URL.parse(url);
  if (sized === null) return url;
  sized.searchParams.set('width', String(width));
  return sized.href;
}
