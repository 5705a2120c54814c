/**
 * All images, videos and models of a product, as two values that are written apart: their ids in order, and their
 * alt texts. Free of Zod, for the web bundle.
 */

const IMAGE_ATTRIBUTES = ['image_order', 'image_alts'] as const;
export type ImageAttribute = (typeof IMAGE_ATTRIBUTES)[number];
export const isImageAttribute = (attribute: string): attribute is ImageAttribute =>
  attribute === 'image_order' || attribute === 'image_alts';

/** Shopify: "The alt value exceeds the maximum limit of 512 characters." */
export const ALT_MAX_LENGTH = 512;

/** Ids hold no blank. */
export const orderOf = (ids: readonly string[]): string | null => ids.join(' ') || null;
export const idsIn = (order: string | null): string[] => order?.split(' ') ?? [];

type AltTexts = Readonly<Record<string, string>>;

/** In one spelling: by id, without those that have none. */
export function altsAsText(alts: AltTexts): string | null {
  const given = Object.entries(alts).filter(([, alt]) => alt !== '');
  if (given.length === 0) return null;
  return JSON.stringify(Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Null for what is none. */
export function altsIn(text: string | null): AltTexts | null {
  try {
    const alts: unknown = JSON.parse(text || '{}');
    const isRecord = typeof alts === 'object' && alts !== null && !Array.isArray(alts);
    return isRecord && Object.values(alts).every((alt) => typeof alt === 'string')
      ? (alts as AltTexts)
      : null;
  } catch {
    return null;
  }
}

/** Why a value cannot be one, as a sentence; null where it can. */
export function imageProblem(attribute: ImageAttribute, text: string): string | null {
  if (attribute === 'image_order') {
    const ids = idsIn(text);
    const isOrder =
      ids.every((id) => /^gid:\/\/shopify\/\w+\/\d+$/.test(id)) && new Set(ids).size === ids.length;
    return isOrder ? null : 'An image order must be the ids of all images, each once, with blanks between.';
  }
  const alts = altsIn(text);
  if (alts === null) return 'Alt texts must be a JSON object of texts by the ids of the images.';
  return Object.values(alts).some((alt) => alt.length > ALT_MAX_LENGTH)
    ? `An alt text must be at most ${ALT_MAX_LENGTH} characters long.`
    : null;
}
